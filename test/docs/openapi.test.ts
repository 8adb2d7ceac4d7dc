import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { operations } from '../../src/features/operations.ts';
import { bindings } from '../../src/http/bindings.ts';
import { describeInterface } from '../../src/http/openapi.ts';

const description = describeInterface(bindings(operations), manifest.version);

test('docs/openapi.json matches the operations; npm run docs renews it', async () => {
  const text = `${JSON.stringify(description, undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../docs/openapi.json');
});

test('docs/openapi.json is valid OpenAPI 3.0', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(description)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.0');
});

test('docs/openapi.json has every operation with a route, each with its own operationId', () => {
  const routed = operations.filter(({ rest }) => rest !== undefined);
  const described = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  expect(described.map(({ summary }) => summary).toSorted()).toStrictEqual(
    routed.flatMap(({ title, rest }) => (rest?.also ? [title, title] : [title])).toSorted(),
  );
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
});
