import { cpSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { program, startServer } from '../support/spawned.ts';

test('calls that need files replaced by an update say so, and work once the files are back', async () => {
  const dist = dirname(program);
  const folder = join(temporaryFolder(), 'package');
  mkdirSync(folder);
  cpSync(dist, join(folder, 'dist'), { recursive: true });
  cpSync(join(dist, '../package.json'), join(folder, 'package.json'));
  symlinkSync(join(dist, '../node_modules'), join(folder, 'node_modules'));
  const copy = join(folder, 'dist/agent-memory-service.cjs');
  const server = await startServer(join(folder, 'memory.db'), {}, copy);
  await server.call('create_character', { name: 'Ada' });
  const note = { characterId: 'Ada', fileName: 'a.md', fileContent: '# Boats\n\nThe canoe is called Pike.\n' };
  renameSync(join(folder, 'dist'), join(folder, 'old'));
  const { error } = await server.call<{ error: object }>('import_document', note);
  expect(error).toMatchObject({
    type: 'ServiceUnavailable',
    message: expect.stringContaining('The program was updated or removed while it runs. Restart the host'),
  });
  renameSync(join(folder, 'old'), join(folder, 'dist'));
  expect(await server.call('import_document', note)).toMatchObject({ status: 'COMMITTED', memoriesAdded: 1 });
});
