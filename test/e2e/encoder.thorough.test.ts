import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import type { TierAnswer } from '../support/answers.ts';
import { answerOf, runApart, runCommand } from '../support/command.ts';
import { publisher, setUp } from '../support/encoder/home.ts';
import { startServer } from '../support/spawned.ts';

test('a running server follows encoder on and off, and removal leaves no files', async () => {
  const { home, from, folder, env, run, database } = setUp();
  const server = await startServer(database, env);
  const embedding = async () => (await server.call<TierAnswer>('get_tier', {})).ai.embedding;
  const reads = (model: string) => expect.poll(embedding, { interval: 200 }).toStrictEqual({ model, pending: 0 });
  await server.call('add_memory_direct', { content: 'Bruno zorbels at noon', category: 'facts' });
  await reads('encoder-9');

  const on = await run('on', '--from', from, '--yes');
  expect(on).toMatchObject({ code: 0, stdout: expect.stringContaining('The encoder is on: brought') });
  await reads('brought');
  const status = await answerOf(home, ['encoder', 'status'], env);
  expect(status).toMatchObject({ isOn: true, name: 'brought', memories: 1, embedding: { pending: 0 } });

  const off = await run('off');
  expect(off).toMatchObject({ code: 0, stdout: expect.stringContaining('The encoder is off') });
  await reads('encoder-9');
  expect(readdirSync(home).filter((name) => name.startsWith('encoder'))).toStrictEqual([]);
  const store = new Database(database, { readonly: true });
  expect(store.prepare('SELECT name FROM embedding_model').pluck().all()).toStrictEqual([
    expect.stringMatching(/^encoder-9 /),
  ]);
  store.close();
  expect(existsSync(folder)).toBe(false);
});

test('nothing is downloaded without consent, and an unusable model is refused with a reason', async () => {
  const { home, from, folder, env, run } = setUp();
  expect(await run('on', '--from', from)).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
  expect(await run('on', '--from', join(home, 'nowhere'), '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no model'),
  });
  expect((await run('on', '--to', folder)).code).toBe(2);
  const off = await runCommand(home, ['encoder', 'on', '--yes'], { ...env, SERVICE_ENCODER: 'off' });
  expect(off).toMatchObject({ code: 1, stderr: expect.stringContaining('SERVICE_ENCODER=off') });
  mkdirSync(folder);
  writeFileSync(join(folder, 'encoder.json'), '{}');
  expect(await run('status')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"encoder on" makes it again'),
  });
});

test('a machine without a runtime is refused before any download', async () => {
  const { home, env, folder } = setUp();
  const server = await publisher();
  for (const [lie, reason] of [
    ['process.report.getReport = () => ({ header: {} });', 'musl'],
    ["Object.defineProperty(process, 'arch', { value: 'mips' });", `${process.platform}-mips`],
  ] as const) {
    const preload = join(home, 'machine.cjs');
    writeFileSync(preload, lie);
    const { SERVICE_ENCODER_URL } = server;
    const lying = { ...env, SERVICE_ENCODER_URL, NODE_OPTIONS: `--require ${preload}` };
    const refused = await runApart(home, ['encoder', 'on', '--yes'], lying);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  }
  expect(server.asked).toStrictEqual([]);
  expect(existsSync(`${folder}.part`)).toBe(false);
});
