import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addOwnPackage, installedFromNpm, root } from './from-npm.ts';

const examples = join(root, 'clients/examples');

/**
 * A folder with the real frameworks and this package as npm would install it, and the examples; undefined when npm can't be
 * reached.
 */
export function installFrameworks(): string | undefined {
  const folder = installedFromNpm('frameworks', readFileSync(join(examples, 'package.json'), 'utf8'));
  if (folder === undefined) return undefined;
  // Adapters import the frameworks, which are resolved from the real path of the files.
  cpSync(join(root, 'clients'), join(addOwnPackage(folder), 'clients'), { recursive: true });
  cpSync(examples, folder, { recursive: true });
  for (const [name, model] of Object.entries(scripted)) {
    const path = join(folder, `${name}.mjs`);
    const code = readFileSync(path, 'utf8');
    const said = code
      .replace(/^import .* from '@langchain\/openai';\n/m, '')
      .replace(/^const model = .*$/m, () => model);
    if (said === code) throw new Error(`${name}.mjs names no model`);
    writeFileSync(path, said);
  }
  return folder;
}

/** The models that take the place of those that the examples name. */
const scripted = {
  'ai-sdk': "const { model } = await import('./scripted-model.mjs');",
  mastra: "const { model } = await import('./scripted-model.mjs');",
  langgraph: `const { AIMessage } = await import('@langchain/core/messages');
    const model = { invoke: async (text) => new AIMessage('I know: ' + text) };`,
  'openai-agents': 'const model = globalThis.scripted;',
};

/** The outputs of an example that runs twice, on a store of its own. */
export function runExample(folder: string, name: string): Record<string, unknown>[] {
  for (const suffix of ['', '-wal', '-shm', '-rates']) rmSync(join(folder, `memory.db${suffix}`), { force: true });
  const env = { PATH: process.env.PATH ?? '', HOME: folder, ANTHROPIC_API_KEY: 'key' };
  return [1, 2].map(() => {
    const out = execFileSync(process.execPath, [`${name}.mjs`], { cwd: folder, encoding: 'utf8', env, stdio: 'pipe' });
    return JSON.parse(out) as Record<string, unknown>;
  });
}
