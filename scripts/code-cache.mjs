// Makes the caches in dist: the compiled code of what a session needs first, the handshake and a search. Other
// functions are compiled at their first call, which would take longer than the first search itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const clientInfo = { name: 'build', version: '1' };
const tool = (name, input) => ['tools/call', { name, arguments: input }];

const notes = [
  'The release of python3 support was moved to March 2027, said the HTTPServer team. Nobody objected!',
  'Ada doesn’t like meetings before ten; l’école begins at nine.',
  'Кошка спит на окне, 猫は窓で寝ている, 고양이가 잔다, แมวนอน, η γάτα κοιμάται',
];
/** More memories than stay outside the segments of the search index. */
const memories = Array.from({ length: 40 }, (_, i) => `${notes[i % notes.length]} Note ${i}.`);
const queries = ['What did the team say about the relase in march 2027?', 'Ada meetings yesterday', '猫 кошка 고양이'];

const filling = memories.map((content, i) =>
  tool('add_memory_direct', { content, category: 'general', sessionId: `talk ${i >> 3}` }),
);
const searching = queries.map((query) => tool('search_memories', { query }));

/** Makes the caches of the built server; rejects when it does not start or a call fails. */
export async function makeCodeCache(root) {
  const home = mkdtempSync(join(tmpdir(), 'build-'));
  const database = { SERVICE_DB: join(home, 'memory.db'), SERVICE_CHARACTER: 'Ada', SERVICE_LOG_LEVEL: 'error' };
  const env = { PATH: process.env.PATH, ...database, SERVICE_RATE_LIMITS: 'off' };
  try {
    // A separate cache, because a cache is always loaded completely: functions that few sessions need would slow down
    // the others.
    await hold(spawnNode(['-e', `require(${JSON.stringify(join(root, 'dist/start.cjs'))}).start([])`], env), filling);
    await hold(spawnNode([join(root, 'scripts/make-cache.cjs'), 'start'], env), searching);
    const hook = (event) => spawnNode([join(root, 'scripts/make-cache.cjs'), 'hook', event, '--host', 'codex'], env);
    await recall(hook('UserPromptSubmit'));
    await capture(hook('Stop'), home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const spawnNode = (args, env) => spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });

/** One prompt, about which something is known. */
async function recall(child) {
  const answer = await answerOf(child, { prompt: queries[0] });
  if (!answer.includes('HTTPServer')) throw new Error(`the built hook answered ${answer}`);
}

/** One turn in which something is said to keep, and something that is not. */
async function capture(child, folder) {
  const transcript_path = join(folder, 'transcript.jsonl');
  const content = [
    { type: 'input_text', text: 'Please rename the helper, then run all tests. We always deploy on Tuesdays.' },
  ];
  writeFileSync(
    transcript_path,
    `${JSON.stringify({ type: 'response_item', payload: { type: 'message', role: 'user', content } })}\n`,
  );
  const answer = await answerOf(child, { transcript_path });
  if (answer.trim() !== '{}') throw new Error(`the built hook answered ${answer}`);
}

async function answerOf(child, input) {
  child.stdin.end(JSON.stringify({ session_id: 'build', cwd: '/', ...input }));
  let answer = '';
  child.stdout.on('data', (chunk) => {
    answer += chunk;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`the built hook ended with ${status}`);
  return answer;
}

/** A handshake and calls, one after the other. */
async function hold(server, calls) {
  try {
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let id = 0;
    const request = async ([method, params]) => {
      send({ id: ++id, method, params });
      const { value, done } = await lines.next();
      if (done) throw new Error('the built server did not start');
      const { result } = JSON.parse(value);
      if (result === undefined || result.isError) throw new Error(`${method} failed: ${value}`);
    };
    await request(['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }]);
    send({ method: 'notifications/initialized' });
    await request(['tools/list', {}]);
    for (const call of calls) await request(call);
    server.stdin.end();
    const [status] = await once(server, 'exit');
    if (status !== 0) throw new Error(`the built server ended with ${status}`);
  } finally {
    server.kill();
  }
}
