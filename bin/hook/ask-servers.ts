import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { HookAnswer } from './answer.ts';
import type { Question } from './question.ts';
import { timeoutMs as noteTimeoutMs } from './session.ts';
import { maxLineLength, socketsOf } from './sockets.ts';

/** The timeout of a server's answer: some milliseconds, with the encoder 60 at most, unless it is busy. */
const answerTimeoutMs = 100;

/** The server of the socket has ended. */
const notListening = Symbol('notListening');

/** The answer of a server that has the store open; undefined when there is none. Never rejects. */
export async function askServers(
  databasePath: string,
  question: Question,
  timeoutMs = answerTimeoutMs,
): Promise<HookAnswer | undefined> {
  const line = JSON.stringify(question);
  if (line.length > maxLineLength) return undefined;
  for (const path of socketsOf(databasePath)) {
    const answer = await ask(path, line, timeoutMs);
    if (answer !== notListening) return answer;
    rmSync(path, { force: true });
  }
  return undefined;
}

function ask(path: string, line: string, timeoutMs: number): Promise<HookAnswer | typeof notListening | undefined> {
  return new Promise((resolve) => {
    let received = '';
    let answer: HookAnswer | undefined;
    const socket = connect(path, () => socket.write(`${line}\n`));
    const finish = (outcome?: HookAnswer | typeof notListening) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    let timer = setTimeout(finish, timeoutMs);
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (!received.endsWith('\n')) return;
      const line = received.trim();
      received = '';
      if (answer !== undefined) return finish(line === 'false' ? { context: null } : answer);
      try {
        answer = JSON.parse(line) as HookAnswer;
      } catch {
        return finish();
      }
      clearTimeout(timer);
      timer = setTimeout(finish, noteTimeoutMs, answer);
      socket.write('given\n');
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => finish(code === 'ECONNREFUSED' ? notListening : answer));
    socket.once('close', () => finish(answer));
  });
}
