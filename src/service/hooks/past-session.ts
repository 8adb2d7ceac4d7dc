import type { ChangeOutcome, Memory, MemoryChange } from '../../domain/memory.ts';
import type { CapturedTurn, HookSession, LeftOut, TranscriptCursor } from '../../domain/stores/hooks.ts';
import { iso } from '../../domain/text.ts';
import type { Context, OnMachine } from '../context.ts';
import { extractTurn, wordsOfTurn } from '../extraction/extract-turn.ts';
import { batchOfParts, storeParts } from '../extraction/targets.ts';
import { author } from '../memories.ts';
import { rememberableTurns, type SessionReading } from './capture.ts';
import { findMemory, findOrMakeMemory, type MemoryOwner, ownMemoryOf, type ProjectFiles, personOf } from './project.ts';

/** The event's name in the receipt. */
const event = 'import';

export interface PastReading extends SessionReading {
  broken: number;
}

/** The result for one past session. */
export interface PastOutcome {
  characterId?: string | undefined;
  /** Turns that were read, and lines that were no JSON. */
  turns: number;
  broken: number;
  leftOut: LeftOut;
  /** The changes, in order. */
  done: PastChange[];
}

/** The outcome of a memory: `proposed` waits for a user, `dropped` was proposed and gave way to newer ones. */
export interface PastChange {
  change: 'added' | 'corrected' | 'proposed' | 'dropped';
  memory: Memory;
}

/**
 * Captures a finished session as its hooks would: with the same filter, cursor and echo guard. Extracts each turn in
 * order and then moves the cursor, so an interrupted run continues there.
 * @param read the transcript from a cursor on
 */
export async function keepPastSession(
  context: OnMachine<Context>,
  session: HookSession,
  owner: MemoryOwner,
  files: ProjectFiles,
  read: (from: TranscriptCursor | undefined) => PastReading | undefined,
  seen: Set<string>,
  ruleLines: () => readonly string[],
): Promise<PastOutcome> {
  const { store, principal, signal, now } = context;
  const person = personOf(owner);
  const outcome: PastOutcome = { turns: 0, broken: 0, leftOut: {}, done: [] };
  /** The cursor of turns without a character: it can't be stored. */
  let unstored: TranscriptCursor | undefined;
  while (!signal?.aborted) {
    const known = await findMemory(context, owner, files);
    const state = await store.hooks.find(principal, session, known?.characterId);
    const from = unstored ?? state.cursor;
    const reading = read(from);
    if (!reading || reading.to.position === (from?.position ?? 0)) break;
    const { turns: all, leftOut } = await rememberableTurns(context, session.session, state.given, reading, ruleLines);
    outcome.turns += reading.turns.length;
    outcome.broken += reading.broken;
    addTo(outcome.leftOut, leftOut);
    unstored = reading.to;
    if (!known && all.length === 0) continue;
    const { characterId } = await findOrMakeMemory(context, owner, files);
    outcome.characterId = characterId;
    const turns = all.filter((turn) => !isRepeated(turn, session.host, seen));
    const fresh = await store.hooks.notCaptured(principal, session, characterId, turns);
    for (const turn of turns) {
      if (signal?.aborted) return outcome;
      if (fresh.has(turn.key)) outcome.done.push(...(await keepTurn(context, characterId, { ...turn, person })));
    }
    const receipt = { event, characterId, given: 0, tokens: 0, captured: 0, leftOut };
    const captured = { from: state.cursor, to: reading.to, turns, isExtracted: true, receipt } as const;
    // The session's hooks have read further in the meantime, so they capture the rest.
    if ((await store.hooks.captured(principal, session, captured, now())) === undefined) break;
    unstored = undefined;
  }
  return outcome;
}

async function keepTurn(
  context: Context,
  characterId: string,
  { role: speaker, ruleLines = [], person, memory: { content, sessionId, occurredAt } }: CapturedTurn,
): Promise<PastChange[]> {
  const given = { content, sessionId, occurredAt: occurredAt === undefined ? undefined : iso(occurredAt) };
  const ownOf = ownMemoryOf(context, person);
  const { parts } = await extractTurn(context, characterId, { speaker, ruleLines }, given, ownOf);
  const asAuthor = { ...author(context), kind: 'model', isHearsay: true, wordsOf: wordsOfTurn(speaker) } as const;
  const by = { ...asAuthor, batch: batchOfParts(context, parts, sessionId, asAuthor.now) };
  return (await storeParts(context, parts, by)).flatMap(({ part, outcomes }) =>
    outcomes.flatMap((outcome, i) => {
      const change = 'operation' in outcome ? changeOf(part.changes[i]!, outcome) : undefined;
      return change && 'memory' in outcome ? [{ change, memory: outcome.memory }] : [];
    }),
  );
}

/** Undefined where nothing was done, or a memory only matters more. */
function changeOf(change: MemoryChange, { operation, memory }: ChangeOutcome): PastChange['change'] | undefined {
  if (operation === 'ADD') return memory.state === 'PROPOSED' ? 'proposed' : 'added';
  // Proposed before, and said again.
  if (operation === 'RESTORE') return 'added';
  if (operation === 'DELETE') return 'dropped';
  return operation === 'UPDATE' && change.kind === 'update' && change.fields.content !== undefined
    ? 'corrected'
    : undefined;
}

function isRepeated({ key, memory: { occurredAt } }: CapturedTurn, host: string, seen: Set<string>): boolean {
  const known = `${host} ${key} ${occurredAt}`;
  if (seen.has(known)) return true;
  seen.add(known);
  return false;
}

function addTo(sums: LeftOut, more: LeftOut): void {
  for (const [reason, count] of Object.entries(more) as [keyof LeftOut, number][]) {
    sums[reason] = (sums[reason] ?? 0) + count;
  }
}
