import { createServer, type Server, type Socket } from 'node:net';
import * as z from 'zod';
import type { MachineStore } from '../../src/domain/stores/store.ts';
import { tiers } from '../../src/domain/tier.ts';
import type { BackgroundJob } from '../../src/service/background/background.ts';
import type { Services } from '../../src/service/context.ts';
import type { HookContext } from '../../src/service/hooks/recall.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { type Answering, answerQuestion, type HookAnswer } from './answer.ts';
import type { Question } from './question.ts';
import { maxLineLength, newSocket } from './sockets.ts';

const projectSchema = z.strictObject({
  names: z.array(z.string()).min(1),
  folder: z.string(),
  gitFolder: z.string().optional(),
  remote: z.string().optional(),
  place: z.string(),
  root: z.string().nullable().optional(),
});

const folderOwners = [
  z.strictObject({ project: projectSchema, person: projectSchema.optional() }),
  z.strictObject({ person: projectSchema, folder: projectSchema.optional() }),
] as const;

const questionSchema = z.strictObject({
  host: z.string(),
  session: z.string(),
  event: z.string(),
  moment: z.string().optional(),
  ranBy: z.string().optional(),
  source: z.string().optional(),
  forkedFrom: z.string().optional(),
  recallLogDays: z.int().min(0).optional(),
  tier: z.enum(tiers),
  owner: z.union([z.strictObject({ character: z.string(), meant: z.union(folderOwners).optional() }), ...folderOwners]),
  prompt: z.string().optional(),
  names: z.strictObject({ files: z.array(z.string()), commands: z.array(z.string()) }).optional(),
  status: z.literal(true).optional(),
});

/** Half of what a hook waits for an answer; an encoder that has to start is ready for the next prompt. */
const usualEncoderMs = 50;
/** For what the project no longer has: what git answers later, the next hook is told. */
const anchorsWait = { waitMs: 30, limitMs: 1_000 };
/** The timeout of a silent hook. */
const silenceMs = 5_000;

/**
 * Answers hooks that run on the same store (see sockets.ts), so that they need not search themselves. Only users who
 * may open the store's file may connect. Where that can't be ensured, hooks search themselves.
 */
export class HookAnswering implements BackgroundJob {
  readonly #databasePath: string;
  readonly #store: MachineStore;
  readonly #services: Services;
  readonly #catchUp: (question: Question) => Promise<void>;
  readonly #encoderMs: number;
  #server: Server | undefined;

  /**
   * @param catchUp extracts waiting turns before an answer, if that takes no time, and reads the folder of a team
   * @param encoderMs how long an answer waits for the encoder
   */
  constructor(
    databasePath: string,
    store: MachineStore,
    services: Services,
    catchUp: (question: Question) => Promise<void> = async () => undefined,
    encoderMs = usualEncoderMs,
  ) {
    this.#databasePath = databasePath;
    this.#catchUp = catchUp;
    this.#encoderMs = encoderMs;
    this.#store = store;
    this.#services = services;
  }

  start(): void {
    const path = newSocket(this.#databasePath);
    if (path === undefined) return;
    const { log } = this.#services;
    const server = createServer((socket) => {
      this.#serve(socket).catch((error: unknown) => {
        log('info', 'a hook was not answered', { error });
        socket.destroy();
      });
    });
    server.on('error', ({ message: reason }) => log('info', 'hooks are not answered', { reason }));
    // The socket exists before `listen` returns, with these permissions from the beginning.
    const mask = process.umask(0o177);
    try {
      server.listen(path);
    } finally {
      process.umask(mask);
    }
    server.unref();
    this.#server = server;
  }

  /** Removes the socket; running answers are not awaited. */
  async stop(): Promise<void> {
    this.#server?.close();
  }

  /** The hook's own services and, for a prompt, this machine's encoder. */
  #context({ prompt }: Question): Omit<HookContext, 'principal'> {
    const { now, newId, log, embeddings } = this.#services;
    const context = { store: this.#store, now, newId, log };
    if (prompt === undefined || !embeddings?.embedder.onMachine) return context;
    if (!embeddings.answers(now())) return { ...context, lacksEncoder: true };
    return { ...context, embeddings: new Embeddings(embeddings.embedder, log, { timeoutMs: this.#encoderMs }) };
  }

  async #serve(socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    socket.unref();
    socket.setTimeout(silenceMs, () => socket.destroy());
    let answered: Answering | undefined;
    for await (const line of linesOf(socket)) {
      if (answered !== undefined) {
        socket.write(`${await answered.note()}\n`);
        break;
      }
      const question = read(line);
      await this.#catchUp(question);
      answered = await answerQuestion(this.#context(question), question, anchorsWait);
      const answer: HookAnswer = answered?.answer ?? { context: null };
      socket.write(`${JSON.stringify(answer)}\n`);
      if (answered === undefined) break;
    }
    socket.end();
  }
}

/**
 * Parses the question of a line. The fault of an invalid one is not reported, because it would quote the conversation.
 */
function read(line: string): Question {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    throw new Error('it is no JSON');
  }
  const { success, data } = questionSchema.safeParse(given);
  if (!success) throw new Error('it is no question');
  return data;
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  for await (const text of socket.setEncoding('utf8')) {
    rest += text;
    if (rest.length > maxLineLength) return;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
    }
  }
}
