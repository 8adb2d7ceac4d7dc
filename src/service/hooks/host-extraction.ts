import type { AnsweredOperation, Extractor } from '../../domain/ai.ts';
import type { CapturedClause } from '../../domain/captured-clause.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { EndedSession, ExtractionOutcome } from '../../domain/stores/host-extractions.ts';
import { iso, startOfUtcDay } from '../../domain/text.ts';
import { ownWords } from '../../text/foreign.ts';
import type { Context, OnMachine } from '../context.ts';
import { extractSaid } from '../extraction/extract-turn.ts';
import { batchOfParts, storeParts } from '../extraction/targets.ts';
import { author } from '../memories.ts';
import { ownMemoryOf } from './project.ts';

/** The model of a session's host; undefined where the host has no command for it. */
export type ModelOf = (host: string, lookUps: readonly string[]) => Extractor | undefined;

/**
 * The most text that is sent, in UTF-16 units: of a session (its end), of one turn of the user, of one turn of the
 * agent.
 */
const maxSessionLength = 24_000;
const maxTurnLength = { user: 4_000, assistant: 600 };
/** For the look-up of stored memories: how many of the user's latest turns, and UTF-16 units of each. */
const lookedUp = 12;
const maxLookUpLength = 600;
/** A session is sent this long after its last turn (ms), so that its memories can be found while it runs. */
export const idleMs = 30 * 60_000;

/**
 * Gives finished sessions to the models of their hosts, one after the other, up to the limit of the day. Failures are
 * recorded: the rules have stored their statements when the session was captured.
 * @param most sessions a UTC day
 */
export async function extractEnded(context: OnMachine<Context>, modelOf: ModelOf, most: number): Promise<void> {
  const { store, principal, signal, now, log } = context;
  while (!signal?.aborted) {
    const session = await store.hostExtractions.begin(principal, most, startOfUtcDay(now()), now());
    if (!session) return;
    const outcome = await extractSession(context, session, modelOf).catch((error: unknown): ExtractionOutcome => {
      const isExpected = error instanceof ServiceError;
      if (!isExpected) log('error', 'the model of a host did not extract', { host: session.host, error });
      return { fault: isExpected ? error.message : 'unexpected failure' };
    });
    await store.hostExtractions.end(principal, session.extractionId, outcome, now());
  }
}

async function extractSession(
  context: OnMachine<Context>,
  { host, session, characterId, turns }: EndedSession,
  modelOf: ModelOf,
): Promise<ExtractionOutcome> {
  const asked = turns.filter(({ role }) => role === 'user').slice(-lookedUp);
  if (!(await hasSomethingToAsk(context, characterId, turns))) return 'unasked';
  const model = modelOf(
    host,
    asked.map(({ memory }) => memory.content.slice(0, maxLookUpLength)),
  );
  if (!model) return { fault: 'The host has no command for it.' };
  const latest = turns.at(-1)?.memory.occurredAt;
  const given = {
    content: chatOf(turns),
    sessionId: session,
    occurredAt: latest === undefined ? undefined : iso(latest),
  };
  const ruleLines = [...new Set(turns.flatMap((turn) => turn.ruleLines ?? []))];
  const asking = { ...context, extractor: model };
  const ownOf = ownMemoryOf(context, turns.at(-1)?.person);
  const { parts, clauses } = await extractSaid(
    asking,
    characterId,
    { ruleLines, isHearsay: true },
    given,
    given.content,
    ownOf,
  );
  const asAuthor = { ...author(context), client: host, kind: 'model', isHearsay: true, wordsOf: 'agent' } as const;
  const by = { ...asAuthor, batch: batchOfParts(context, parts, session, asAuthor.now) };
  const outcomes = (await storeParts(context, parts, by)).flatMap((one) => one.outcomes);
  const kept = outcomes.filter((one) => 'operation' in one && one.operation === 'ADD').length;
  return { kept, clauses: clauses.map((clause) => explained(clause, host)) };
}

/** Whether the rules, at their most generous, see something in the user's turns that may last. */
async function hasSomethingToAsk(
  { extractor, store, principal, now }: OnMachine<Context>,
  characterId: string,
  turns: EndedSession['turns'],
): Promise<boolean> {
  if (extractor.kind !== 'rules') return true;
  const categories = await store.categories.list(principal, characterId);
  for (const { role, memory } of turns) {
    if (role !== 'user') continue;
    const text = `User: ${memory.content}`;
    const occurredAt = iso(memory.occurredAt ?? now());
    const { answer } = await extractor.extract({ text, categories, similar: [], occurredAt, overheard: 'eager' });
    const { operations } = answer as { operations: readonly AnsweredOperation[] };
    if (operations.some(({ operation }) => operation !== 'NONE')) return true;
  }
  return false;
}

function explained(clause: CapturedClause, host: string): CapturedClause {
  return { ...clause, reason: `the model of ${host}: ${clause.reason}` };
}

/** The latest turns, in order. */
function chatOf(turns: EndedSession['turns']): string {
  const lines: string[] = [];
  let length = 0;
  for (const { role, memory } of turns.toReversed()) {
    const said = ownWords(memory.content).trim();
    if (said === '') continue;
    const line = `${role === 'user' ? 'User' : 'Assistant'}: ${said.slice(0, maxTurnLength[role]).toWellFormed()}`;
    length += line.length + 2;
    if (length > maxSessionLength) break;
    lines.unshift(line);
  }
  return lines.join('\n\n');
}
