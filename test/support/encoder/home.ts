import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { model } from '../../../src/ai/encoder/install/pinned.ts';
import { commandEnvironment } from '../command.ts';
import { runHere } from '../command-here.ts';
import { temporaryFolder } from '../stores.ts';
import { serveFiles } from './file-server.ts';
import { putRuntime, writeTinyModel } from './tiny-encoder.ts';

/** A home, its encoder folder, and a folder with a model and the runtime as a user provides them. */
export function setUp() {
  const home = temporaryFolder();
  const from = join(home, 'brought');
  mkdirSync(from);
  writeTinyModel(from);
  putRuntime(from);
  const folder = join(home, 'encoder');
  const env = { SERVICE_ENCODER: folder, SERVICE_CHARACTER: 'Ada' };
  const run = (...args: string[]) => runHere(home, { ...commandEnvironment(home), ...env }, ['encoder', ...args]);
  return { home, from, folder, env, run, database: join(home, 'memory.db') };
}

/** A publisher of the model on loopback. */
export async function publisher(content = Buffer.alloc(model.files[0]!.bytes, 1)) {
  const server = await serveFiles(new Map([[`/${model.files[0]!.path}`, content]]));
  return { ...server, SERVICE_ENCODER_URL: server.url };
}
