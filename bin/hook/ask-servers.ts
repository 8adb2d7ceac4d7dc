import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { HookAnswer } from './answer.ts';
import type { Question } from './question.ts';
import { usualWaits, type Waits } from './session.ts';
import { maxLineLength, socketsOf } from './sockets.ts';

/** The server of the socket has ended. */
const notListening = Symbol('notListening');

/** The answer of a server that has the store open; undefined when there is none. Never rejects. */
export async function askServers(
  databasePath: string,
  question: Question,
  waits: Pick<Waits, 'answer' | 'lock'> = usualWaits,
): Promise<HookAnswer | undefined> {
  const line = JSON.stringify(question);
  if (line.length > maxLineLength) return undefined;
  for (const path of socketsOf(databasePath)) {
    const answer = await ask(path, line, waits);
    if (answer !== notListening) return answer;
    rmSync(path, { force: true });
  }
  return undefined;
}

function ask(
  path: string,
  line: string,
  { answer: answerMs, lock: noteMs }: Pick<Waits, 'answer' | 'lock'>,
): Promise<HookAnswer | typeof notListening | undefined> {
  return new Promise((resolve) => {
    let received = '';
    let answer: HookAnswer | undefined;
    const socket = connect(path, () => socket.write(`${line}\n`));
    const finish = (outcome?: HookAnswer | typeof notListening) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    let timer = setTimeout(finish, answerMs);
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
      timer = setTimeout(finish, noteMs, answer);
      socket.write('given\n');
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => finish(code === 'ECONNREFUSED' ? notListening : answer));
    socket.once('close', () => finish(answer));
  });
}
