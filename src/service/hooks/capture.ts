import { createHash } from 'node:crypto';
import type { CapturedTurn, GivenMemory, HookSession, LeftOut, TranscriptCursor } from '../../domain/stores/hooks.ts';
import { dayMs, iso, isUuid, mended } from '../../domain/text.ts';
import { hasFeature } from '../../domain/tier.ts';
import type { Turn } from '../../domain/turn.ts';
import { ownWords } from '../../text/foreign.ts';
import { packSentences } from '../../text/prose.ts';
import { rememberable } from '../../text/said.ts';
import { saysNothing } from '../../text/small-talk.ts';
import { unspaced, words } from '../../text/words.ts';
import type { Context, OnMachine } from '../context.ts';
import { milliseconds, newMemory } from '../memories.ts';
import { idleMs } from './host-extraction.ts';
import { findLayers, findMemory, findOrMakeMemory, type MemoryOwner, type ProjectFiles, personOf } from './project.ts';
import type { HookRun } from './recall.ts';
import { noteUses } from './used.ts';

/** The turns that were read from a session's transcript. */
export interface SessionReading {
  turns: readonly Turn[];
  to: TranscriptCursor;
  tooLong: number;
  /** There is no more for now. */
  isAtEnd: boolean;
}

/** A longer turn is extracted in parts. */
const maxPartLength = 8_000;
/** Another run of a hook may have moved the cursor, and captured these turns. */
const attempts = 3;

/**
 * Captures a session's new turns through the durable queue: without code, credentials and private text, and without
 * repetitions of memories that the session was given. Returns their number.
 * @param owner memory; created when there is something to remember and it does not exist
 */
export async function captureTurns(
  context: OnMachine<Context>,
  { event, host, session, ranBy, forkedFrom }: HookRun,
  owner: MemoryOwner,
  files: ProjectFiles,
  read: (from: TranscriptCursor | undefined) => SessionReading | undefined,
  ruleLines: () => readonly string[] = () => [],
): Promise<number> {
  const { store, principal, now } = context;
  if (!hasFeature(principal.tier, 'autoCapture')) return 0;
  /** The cursor behind turns without a character: it can't be stored. */
  let unstored: TranscriptCursor | undefined;
  for (let attempt = 0; attempt < attempts; ) {
    const known = await findMemory(context, owner, files);
    const state = await store.hooks.find(principal, { host, session }, known?.characterId);
    const reading = read(unstored ?? state.cursor);
    if (!reading || (reading.turns.length === 0 && reading.tooLong === 0 && reading.isAtEnd)) return 0;
    if (attempt === 0) await noteUses(context, ranBy ?? host, state.given, reading.turns);
    const { turns: all, leftOut } = await rememberableTurns(context, session, state.given, reading, ruleLines);
    // A fork continues after the captured turns of the other session.
    const isForked = known && forkedFrom !== undefined && state.cursor === undefined;
    const turns = isForked ? await newTo(context, { host, session: forkedFrom }, known.characterId, all) : all;
    // A character is made for memories only.
    if (!known && turns.length === 0) {
      if (reading.isAtEnd) return 0;
      unstored = reading.to;
      continue;
    }
    const { characterId } = await findOrMakeMemory(context, owner, files);
    const receipt = { host: ranBy, event, characterId, given: 0, tokens: 0, captured: 0, leftOut };
    // The model of the host reads sessions with turns of the user only.
    const isRead = context.hostExtractions !== undefined && turns.some(({ role }) => role === 'user');
    const overAt = isRead ? now() + idleMs : undefined;
    const person = personOf(owner);
    const ofHost = turns.map((turn) => ({ ...turn, person, memory: { ...turn.memory, client: ranBy ?? host } }));
    const captured = { from: state.cursor, to: reading.to, turns: ofHost, overAt, receipt };
    const count = await store.hooks.captured(principal, { host, session }, captured, now());
    if (count !== undefined) return count;
    unstored = undefined;
    attempt++;
  }
  return 0;
}

/** The turns that may be stored, in parts for extraction, and why the rest may not. */
export async function rememberableTurns(
  context: Context,
  sessionId: string,
  given: readonly GivenMemory[],
  { turns, tooLong }: SessionReading,
  ruleLines: () => readonly string[] = () => [],
): Promise<{ turns: CapturedTurn[]; leftOut: LeftOut }> {
  const known = await contents(context, given);
  const hidden = turns.flatMap((turn) => turn.hidden ?? []);
  let lines: readonly string[] | undefined;
  let future = 0;
  const counts = { code: 0, secret: 0, echo: 0, 'too long': tooLong };
  const captured = turns.flatMap(({ role, text, id, at }): CapturedTurn[] => {
    const isAgent = role === 'assistant';
    const read = (whole: string) => rememberable(whole, known, { hidden: isAgent ? hidden : [], isAgent });
    const first = read(mended(text));
    // A part of a long turn, or of one with gaps, does not show whose words it is.
    const isWhole = text.length <= maxPartLength && first.secret + first.echo === 0;
    const said = isWhole ? first : { ...first, text: read(ownWords(mended(text))).text };
    for (const reason of ['code', 'secret', 'echo'] as const) counts[reason] += said[reason];
    if (said.text === '' || saysNothing(said.text)) return [];
    if (role === 'user') lines ??= ruleLines();
    return packSentences(said.text, maxPartLength, maxPartLength).map((content) => {
      // A clock that was wrong says nothing about when.
      const when = milliseconds(at) ?? Number.NaN;
      const occurredAt = when <= context.now() + dayMs ? at : undefined;
      if (when > context.now() + dayMs) future++;
      const memory = newMemory(context, { content, sessionId, occurredAt }, { kind: 'extraction' });
      const known = role === 'user' ? linesLike(content, lines ?? []) : [];
      const said = [isUuid(id ?? '') ? id : undefined, occurredAt && iso(Date.parse(occurredAt))].flatMap((mark) =>
        mark === undefined ? [] : [turnKey(role, `${mark}\n${content}`)],
      );
      return { key: turnKey(role, content), said, role, memory, ...(known.length > 0 && { ruleLines: known }) };
    });
  });
  if (future > 0) context.log('info', 'times in the future are not believed', { count: future });
  const leftOut = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return { turns: captured, leftOut };
}

/** Those of the turns that a session has not handed over. */
async function newTo(
  { store, principal }: OnMachine<Context>,
  session: HookSession,
  characterId: string,
  turns: readonly CapturedTurn[],
): Promise<CapturedTurn[]> {
  const fresh = await store.hooks.notCaptured(principal, session, characterId, turns);
  return turns.filter(({ key }) => fresh.has(key));
}

/** After a compaction: the session's model no longer has the characters' memories. */
export async function forgetGiven(
  context: OnMachine<Context>,
  { host, session }: HookRun,
  owner: MemoryOwner,
  files: ProjectFiles,
): Promise<void> {
  const { store, principal, now } = context;
  for (const { characterId } of await findLayers(context, owner, files)) {
    await store.hooks.forget(principal, { host, session }, characterId, now());
  }
}

/** The present texts of memories; deleted ones have none. */
async function contents({ store, principal }: Context, given: readonly GivenMemory[]): Promise<string[]> {
  const found = await Promise.all(
    given.map(({ characterId, memoryId }) =>
      store.memories.get(principal, characterId, memoryId).catch(() => undefined),
    ),
  );
  return found.flatMap((memory) => (memory ? [memory.content] : []));
}

function turnKey(role: Turn['role'], text: string): string {
  return createHash('sha256').update(`${role}\n${text}`).digest('base64url').slice(0, 22);
}

/** The most rule lines that are passed on for one turn (the likeliest ones), and the length of each in UTF-16 units. */
const maxLines = 20;
const maxLineLength = 600;
/** Words are alike that begin alike: inflections differ at the end. */
const beginning = 4;
const fewestAlike = 2;

/** Preselects lines that may say the same as a text. Its statements are compared with them later. */
function linesLike(text: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const said = beginningsOf(text);
  const counted = lines.map((line) => ({ line, count: [...beginningsOf(line)].filter((one) => said.has(one)).length }));
  const alike = counted.filter(({ count }) => count >= fewestAlike || (count > 0 && said.size <= fewestAlike));
  return alike
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxLines)
    .map(({ line }) => line.trim().slice(0, maxLineLength).toWellFormed());
}

/** How the words of a text begin; of scripts without spaces, each pair of signs. */
function beginningsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of words(text)) {
    if (unspaced.test(word)) for (let i = 0; i + 1 < word.length; i++) found.add(word.slice(i, i + 2));
    else if (word.length > 1) found.add(word.slice(0, beginning));
  }
  return found;
}
