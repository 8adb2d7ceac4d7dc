import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog, type Log } from '../../src/base/log.ts';
import type { Dialect } from '../../src/hooks/dialect.ts';
import { dialects } from '../../src/hooks/dialects.ts';
import { isObject, objectAt, textAt } from '../../src/hooks/json.ts';
import { readBase } from '../../src/settings/base.ts';
import type { Environment } from '../../src/settings/setting.ts';
import type { HookAnswer } from './answer.ts';
import { readInput } from './input.ts';
import type { Question } from './question.ts';
import {
  catchUpCommand,
  exchangeCommand,
  extractEndedCommand,
  type HookCall,
  usualWaits,
  type Waits,
} from './session.ts';

/**
 * `hook EVENT --host NAME`: hosts run this. It answers the host's JSON on standard output and always succeeds, whatever
 * the input and the state of the store: a memory must never break a session.
 * @param line the arguments behind `hook`
 */
export async function hook(line: readonly string[]): Promise<void> {
  // The reader may have closed the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const log = createLog('warn', (text) => process.stderr.write(text));
  if (line[0] === extractEndedCommand) {
    return (await import('./capture.ts')).extractInBackground(process.env, log);
  }
  if (line[0] === exchangeCommand) {
    return (await import('./capture.ts')).exchangeInBackground(process.env, log);
  }
  if (line[0] === catchUpCommand) {
    return (await import('./capture.ts')).catchUpInBackground(process.env, log);
  }
  const answer = await answerHook(line, readStdin, process.env, log);
  await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(answer)}\n`, () => resolve()));
}

/** The answer of a hook for its host; a failure is one log line. Never rejects. */
export async function answerHook(
  line: readonly string[],
  read: () => Promise<string>,
  env: Environment,
  log: Log,
  waits: Waits = usualWaits,
): Promise<object> {
  const { event, host, settings } = readLine(line);
  const dialect = dialects.get(host);
  let given: HookAnswer | undefined;
  try {
    if (!dialect || !Object.hasOwn(dialect.events, event)) log('warn', 'no such hook is known', { event, host });
    else given = await serve(dialect, event, { read, env: { ...env, ...defined(settings) }, log, waits });
    if (given?.notice !== undefined) log('warn', given.notice, { event, host });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'the hook did nothing', { event, host, reason });
    // Without this a session would be without memory, and nobody would know: once a session, at its start.
    const isUnusable = error instanceof Error && error.name === 'StoreUnusable';
    if (isUnusable && dialect?.events[event] === 'start')
      given = { context: null, notice: `This session has no memory. ${reason}` };
  }
  return dialect?.answer(event, given?.context ?? undefined, given?.notice) ?? {};
}

function defined(settings: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

interface Surroundings {
  read: () => Promise<string>;
  env: Environment;
  log: Log;
  waits: Waits;
}

/** EVENT and flags in any order; other arguments are ignored. The flags override the settings, as `init` expects. */
function readLine(line: readonly string[]) {
  const options = {
    host: { type: 'string' },
    character: { type: 'string' },
    db: { type: 'string' },
    'extract-with': { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args: [...line], options, strict: false, allowPositionals: true });
  const given = (name: keyof typeof options) => (typeof values[name] === 'string' ? values[name] : undefined);
  return {
    event: positionals[0] ?? '',
    host: given('host') ?? '',
    settings: {
      SERVICE_CHARACTER: given('character'),
      SERVICE_DB: given('db'),
      SERVICE_EXTRACT_WITH: given('extract-with'),
    },
  };
}

async function serve(
  dialect: Dialect,
  event: string,
  { read, env, log, waits }: Surroundings,
): Promise<HookAnswer | undefined> {
  const config = readBase(env);
  if (!config.hooks) return undefined;
  const given = parse(await read());
  if (!isObject(given)) throw new Error('standard input is no JSON object');
  const input = dialect.read(given);
  const { sessionId } = input;
  if (sessionId === undefined) throw new Error('standard input names no session');
  const transcriptPath =
    input.transcriptPath ?? (dialect.transcriptOf && join(homedir(), dialect.transcriptOf(sessionId)));
  const call: HookCall = { dialect, event, sessionId, input: { ...input, transcriptPath } };
  const moment = dialect.events[event];
  if (moment === 'tool' && !config.toolHooks) return undefined;
  if (moment === 'start' || moment === 'prompt' || moment === 'tool') {
    const { leftCaptures, notePrompt } = await import('./notes.ts');
    if (moment === 'prompt') notePrompt(config.databasePath, call, config.character);
    if (moment === 'start' && (await leftCaptures(config.databasePath)).length > 0) {
      await (await import('./capture.ts')).captureLeft(env, log, waits);
    }
    const leave = async (command: string) => (await import('./leave-behind.ts')).leaveBehind(command, env);
    const catchUp = moment === 'start' ? waits.startCatchUp : waits.catchUp;
    const waiting = {
      extract: async () => {
        const isDone = await (await import('./capture.ts')).extractWaiting(env, log, catchUp, waits);
        if (!isDone && moment === 'start') await leave(catchUpCommand);
      },
      readTeam: async () => (await import('./capture.ts')).readTeam(env, call, log, waits),
      exchange: () => leave(exchangeCommand),
    };
    return (await import('./recall.ts')).recall(config, call, log, waiting, waits);
  }
  await (await import('./capture.ts')).capture(env, call, log, waits);
  return undefined;
}

/**
 * `statusline`: one line for hosts that show one, from the JSON on standard input as Claude Code writes it
 * (https://code.claude.com/docs/en/statusline). It always succeeds, with an empty line if there is nothing to show.
 */
export async function statusline(line: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const log = createLog('warn', (text) => process.stderr.write(text));
  const status = await statusLine(line, readStdin, process.env, log);
  await new Promise<void>((resolve) => process.stdout.write(`${status}\n`, () => resolve()));
}

/** Never rejects. */
export async function statusLine(
  line: readonly string[],
  read: () => Promise<string>,
  env: Environment,
  log: Log,
): Promise<string> {
  try {
    const { host, settings } = readLine(['statusline', ...line]);
    const config = readBase({ ...env, ...defined(settings) });
    const text = await read();
    const given = text.trim() === '' ? {} : parse(text);
    const input = isObject(given) ? given : {};
    const { memoryOwnerAt } = await import('../memory-owner.ts');
    const folder = textAt(objectAt(input, 'workspace'), 'project_dir', 'current_dir') ?? textAt(input, 'cwd');
    const question: Question = {
      host: host || 'claude-code',
      session: (textAt(input, 'session_id') ?? '').slice(0, 200),
      event: 'statusline',
      tier: config.tier,
      owner: memoryOwnerAt(config, folder ?? process.cwd()),
      status: true,
    };
    const { ask } = await import('./recall.ts');
    const answer = await ask(config, question, log, {
      extract: async () => undefined,
      readTeam: async () => undefined,
      exchange: async () => undefined,
    });
    return `memory: ${answer?.context ?? '0 known'}`;
  } catch (error) {
    log('warn', 'there is no status', { reason: error instanceof Error ? error.message : String(error) });
    return '';
  }
}

/** JSON, without V8's message, which quotes the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(text.trim() === '' ? 'standard input is empty' : 'standard input is no JSON');
  }
}

/** Standard input as a text; empty when a person sits there. */
async function readStdin(): Promise<string> {
  return process.stdin.isTTY ? '' : readInput(process.stdin);
}
