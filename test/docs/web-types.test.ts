import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { clientOperations } from '../../scripts/client-types.ts';
import { asynchronousClient, pythonModules } from '../../scripts/python-client.ts';
import { webEvents, webTypes } from '../../scripts/web-types.ts';
import { localOperations, operations } from '../../src/features/operations.ts';
import { bindings } from '../../src/http/bindings.ts';
import { describeInterface } from '../../src/http/openapi.ts';

test('the client has every operation over REST; npm run docs renews it', async () => {
  const file = join(import.meta.dirname, '../../clients/typescript/operations.ts');
  await expect(clientOperations(bindings(operations))).toMatchFileSnapshot(file);
});

test('the Python client has every operation over REST; npm run docs renews it', async () => {
  const folder = join(import.meta.dirname, '../../clients/python/src/agent_memory_service_client');
  const modules = pythonModules(bindings(operations), manifest.version);
  for (const [name, text] of Object.entries(modules))
    await expect(text).toMatchFileSnapshot(join(folder, `generated/${name}.py`));
  const complaints = Object.values(modules).map((input) => {
    const { error, stderr } = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input });
    // It may not be here.
    return error ? '' : String(stderr);
  });
  expect(complaints.join('')).toBe('');
  const synchronous = readFileSync(join(folder, 'synchronous.py'), 'utf8');
  await expect(asynchronousClient(synchronous)).toMatchFileSnapshot(join(folder, 'asynchronous.py'));
});

test('the dashboard’s types add only its own to the client’s; npm run docs renews them', async () => {
  const described = describeInterface(bindings([...operations, ...localOperations]), '0.0.0');
  const folder = join(import.meta.dirname, '../../web/client');
  await expect(webTypes(described, describeInterface(bindings(operations), '0.0.0'))).toMatchFileSnapshot(
    join(folder, 'api.ts'),
  );
  await expect(webEvents(described)).toMatchFileSnapshot(join(folder, 'events.ts'));
});
