import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { runCommand, startCommand } from '../support/command.ts';
import { cutOff, instead, redirectTo } from '../support/encoder/file-server.ts';
import { publisher, setUp } from '../support/encoder/home.ts';
import { startServer } from '../support/spawned.ts';

const bytesOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

test('the encoder command prints plain messages for each step', async () => {
  const { from, run, home, env } = setUp();
  const printed = [
    await run('status'),
    await run('on', '--from', from, '--yes'),
    await run('status'),
    await run('off'),
    await run('off'),
  ];
  expect(printed.map(({ code }) => code)).toStrictEqual([0, 0, 0, 0, 0]);
  const [without, on, status, off, again] = printed.map(({ stdout, stderr }) => stdout + stderr);
  expect(without).toContain('by the encoder of the package, on this machine alone');
  expect(on).toContain('no text leaves it');
  expect(status).toMatch(/memories encoded +0 of 0/);
  expect(off).toContain('Memories stay');
  expect(again).toContain('There is no encoder');
  for (const { stdout, stderr } of printed) expect(stdout + stderr).not.toMatch(/embedding|vector|tensor|ONNX file/i);
  const doctor = await runCommand(home, ['doctor'], env);
  expect(doctor.stdout).toMatch(/encoder +encoder-9 of the package: .*encoder on/);
});

test('a killed download resumes on retry, and a second process is refused meanwhile', async () => {
  const { home, folder, env, run } = setUp();
  const server = await publisher();
  const first = 1_000_000;
  server.misbehave((_, response, content) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, first));
  });
  const { SERVICE_ENCODER_URL } = server;
  const fetching = { ...env, SERVICE_ENCODER_URL };
  const { child } = startCommand(home, ['encoder', 'on', '--yes'], fetching);
  const partial = join(`${folder}.part`, 'model.onnx.partial');
  await expect.poll(() => bytesOf(partial)).toBe(first);
  const second = await runCommand(home, ['encoder', 'on', '--yes'], fetching);
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(`Another process (${child.pid})`) });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(folder)).toBe(false);

  const refused = await runCommand(home, ['encoder', 'on', '--yes'], fetching);
  expect(server.asked[1]).toMatchObject({ range: `bytes=${first}-` });
  // The served bytes are not the published ones.
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('its checksum differs') });
  expect(refused.stderr).toContain('--from FOLDER');
  expect([existsSync(folder), existsSync(partial)]).toStrictEqual([false, false]);
  expect((await run('off')).code).toBe(0);
  expect(existsSync(`${folder}.part`)).toBe(false);
});

test('a publisher that disconnects, redirects or is missing leaves no partial install', async () => {
  const { home, folder, env } = setUp();
  const server = await publisher();
  const on = (url: string) =>
    runCommand(home, ['encoder', 'on', '--yes'], { ...env, SERVICE_ENCODER_URL: url, HTTPS_PROXY: '' });
  server.misbehave(cutOff, redirectTo('/gone'));
  expect(await on(server.url)).toMatchObject({ code: 1, stderr: expect.stringContaining('answered 404') });
  server.misbehave(instead(Buffer.alloc(10)), ...Array.from({ length: 3 }, () => instead(Buffer.alloc(0))));
  expect((await on(server.url)).code).toBe(1);
  expect(await on('http://127.0.0.1:1')).toMatchObject({ code: 1, stderr: expect.stringContaining('HTTPS_PROXY') });
  expect(existsSync(folder)).toBe(false);
});

test('another model replaces the first under a running server, and memories are embedded again', async () => {
  const { from, env, run, database, folder } = setUp();
  await run('on', '--from', from, '--yes');
  const server = await startServer(database, env);
  await server.call('add_memory_direct', { content: 'Bruno zorbels at noon', category: 'facts' });
  const read = () => {
    const store = new Database(database, { readonly: true });
    const sql = 'SELECT name, (SELECT count(*) FROM embeddings) AS count FROM embedding_model';
    const row = store.prepare(sql).get();
    store.close();
    return row;
  };
  const reading = { timeout: 60_000, interval: 100 };
  await expect.poll(read, reading).toMatchObject({ name: expect.stringMatching(/^brought /), count: 1 });
  const tokenizer = join(from, 'tokenizer.json');
  writeFileSync(tokenizer, `${readFileSync(tokenizer, 'utf8')}\n`);
  writeFileSync(join(from, 'config.json'), JSON.stringify({ _name_or_path: 'someone/other' }));
  expect((await run('on', '--from', from, '--yes')).code).toBe(0);
  await expect.poll(read, reading).toMatchObject({ name: expect.stringMatching(/^other /), count: 1 });
  expect(readdirSync(join(folder, '..')).filter((name) => /^encoder\./.test(name))).toStrictEqual([]);
});
