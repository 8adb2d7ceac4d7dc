import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHook } from '../../bin/hook/hook.ts';
import type { Waits } from '../../bin/hook/session.ts';
import { rulesExtractor } from '../../src/ai/rules.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { HookReceipt } from '../../src/domain/stores/hooks.ts';
import type { Turn } from '../../src/domain/turn.ts';
import type { Services } from '../../src/service/context.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { receipts } from '../../src/service/hooks/receipts.ts';
import { type LogLine, openStore, temporaryFolder } from '../support/harness.ts';
import { type PlayedHost, playedHosts, type Told } from './hosts.ts';

export const hostNamed = (name: string): PlayedHost => playedHosts.find(({ host }) => host === name) as PlayedHost;

export const user = (text: string): Turn => ({ role: 'user', text });
export const assistant = (text: string): Turn => ({ role: 'assistant', text });

/** No outcome depends on how busy the machine is. */
const patient: Waits = {
  answer: 60_000,
  lock: 60_000,
  captureLock: 60_000,
  history: 60_000,
  startCatchUp: 60_000,
  catchUp: 60_000,
  work: 60_000,
};

/** A home with a project in it, and the hooks of a host that run there on a real store file. */
export function playground(given: PlayedHost | string = 'claude-code', env: Record<string, string> = {}) {
  const host = typeof given === 'string' ? hostNamed(given) : given;
  const home = temporaryFolder();
  const cwd = join(home, 'harbour');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  const database = join(home, 'memory.db');
  const settings = { SERVICE_DB: database, ...env };
  const logged: LogLine[] = [];
  const waits = { ...patient };
  const turns = new Map<string, Turn[]>();
  const transcriptOf = (session: string) => join(home, `${session}.jsonl`);

  /** Runs a hook with any standard input. */
  const raw = (line: string[], input: string, more: Record<string, string> = {}) =>
    answerHook(
      line,
      async () => input,
      { ...settings, ...more },
      (level, message, fields) => {
        logged.push({ level, message, fields });
      },
      waits,
    ) as Promise<Record<string, unknown>>;

  const run = async (
    event: string | undefined,
    session: string,
    told: Partial<Told> = {},
    more?: Record<string, string>,
  ) => {
    if (event === undefined) throw new Error(`${host.host} has no such event`);
    const all: Told = { session, cwd, transcript: transcriptOf(session), turns: turns.get(session) ?? [], ...told };
    const answer = await raw([event, '--host', host.host], JSON.stringify(host.stdin(event, all)), more);
    return { answer, context: host.context(answer) as string | undefined };
  };

  const open = async <T>(use: (store: ReturnType<typeof openStore>) => Promise<T>): Promise<T> => {
    const store = openStore(database);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };

  const scope = localOwner('BUSINESS');
  /** Of one character, or of all: the project's and the user's own. */
  const listed = (name?: string, state: 'ACTIVE' | 'PROPOSED' | 'DELETED' = 'ACTIVE') =>
    open(async (store) => {
      const { characters } = await store.characters.list(scope, {
        status: 'ALL',
        page: 0,
        limit: 100,
        sortBy: 'NAME',
        sortOrder: 'ASC',
      });
      const meant = characters.filter((one) => name === undefined || one.name === name);
      const filter = { state, page: 0, limit: 1_000 };
      return (await Promise.all(meant.map(({ id }) => store.memories.list(scope, id, filter)))).flatMap(
        ({ memories }) => memories,
      );
    });

  return {
    host,
    home,
    cwd,
    database,
    logged,
    /** How long its hooks wait. */
    waits,
    raw,
    transcriptOf,
    open,
    /** Writes turns into a session's transcript, with other lines around them. */
    say(session: string, ...said: Turn[]) {
      turns.set(session, [...(turns.get(session) ?? []), ...said]);
      const lines = [...host.noise, ...said.map(host.line), ...host.noise];
      appendFileSync(transcriptOf(session), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
    write: (session: string, text: string) => writeFileSync(transcriptOf(session), text),
    start: (session: string) => run(host.start, session),
    prompt: (session: string, prompt: string) => run(host.prompt, session, { prompt }),
    capture: (session: string, more?: Record<string, string>) => run(host.capture, session, {}, more),
    compact: (session: string) => run(host.compaction, session),
    end: (session: string) => run(host.end, session),
    /** Extracts turns that wait in the queue, also those that wait for another attempt. */
    drain: () =>
      open(async (store) => {
        const now = () => Date.now() + 3_600_000;
        const services = { store, extractor: rulesExtractor(), now, newId: () => crypto.randomUUID() };
        const log = () => undefined;
        // It uses no other services.
        const worker = new CaptureWorker({ ...services, log } as unknown as Services, { pieces: false });
        while ((await worker.round()) > 0);
      }),
    listed,
    /** A character's memories, or those of all. */
    memories: async (name?: string) => (await listed(name)).map(({ content }) => content).sort(),
    /** Deletes all of it. */
    async forget() {
      for (const { characterId, id: memoryId } of await listed()) {
        const by = { changedBy: 'test', now: Date.now() };
        await open((store) => store.memories.write(scope, characterId, [{ kind: 'delete', memoryId }], by));
      }
    },
    receipts: () =>
      open(async (store) => {
        return receipts({ store, principal: scope, now: Date.now, newId: crypto.randomUUID, log: () => undefined });
      }),
    async leftOut(): Promise<HookReceipt['leftOut']> {
      return (await this.receipts()).hosts[0]?.leftOut ?? {};
    },
  };
}
