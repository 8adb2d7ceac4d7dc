import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { engines } from '../support/engines.ts';

const folder = join(import.meta.dirname, '../storage/contract');
const files = readdirSync(folder);
const text = (file: string) => readFileSync(join(folder, file), 'utf8');

test.each(engines)('every part of Store ($name) has a contract', async (engine) => {
  const store = await (await engine.place()).open();
  onTestFinished(() => store.close());
  // Within each, contract() checks that every method is called.
  const without = Object.keys(store).filter(
    (part) =>
      ![`${part}.test.ts`, `${part}.thorough.test.ts`].some(
        (file) => files.includes(file) && text(file).includes(`contract('${part}',`),
      ),
  );
  expect(without).toStrictEqual([]);
});

test.each(files)('the contract %s names no engine', (file) => {
  expect(text(file)).not.toMatch(/sqlite|postgres|storage\/(?!contract|[\w-]*store\.ts)/i);
});
