import { createHash } from 'node:crypto';
import {
  type GivenMemory,
  givenKey,
  type HookSession,
  isAnswered,
  type LeftOut,
  type Recalled,
} from '../../domain/stores/hooks.ts';
import { leastHelpful, type NewRecall } from '../../domain/stores/recalls.ts';
import { dayMs } from '../../domain/text.ts';
import { hasFeature } from '../../domain/tier.ts';
import { isQuestion } from '../../text/questions.ts';
import { namesOne, queryFor, type ToolNames } from '../../text/tool-names.ts';
import type { OnMachine, ReadingContext } from '../context.ts';
import { storedQuery } from '../recalls.ts';
import { type AssembledContext, assembleContext, tokenRoom, type Wanted } from '../retrieval/assemble.ts';

/** One run of a hook: the session, and the host's name of the event. */
export interface HookRun extends HookSession {
  event: string;
  /** The event's meaning in any host; absent: the event itself says it. */
  moment?: string | undefined;
  /** The host that ran it, where that runs the hooks of another one too; absent: the host of the session. */
  ranBy?: string | undefined;
  /** Why a session begins, where the host says so. */
  source?: string | undefined;
  /** The session that this one continues. */
  forkedFrom?: string | undefined;
  /** How long (days) recalls are stored; 0 or absent: not at all. */
  recallLogDays?: number | undefined;
}

const tokensAtStart = 1_500;
const tokensForPrompt = 600;
const tokensForTool = 200;
/** After a rest there is little new. */
const tokensAtReturn = 400;
/** Starts of a session in which the model still has its memories, unlike after a compaction. */
const returns: ReadonlySet<string | undefined> = new Set(['resume', 'fork']);
/** Candidates for a prompt; more than fit. */
const consideredForPrompt = 30;
const consideredForTool = 50;

/** The context of a hook. */
export interface HookContext extends OnMachine<ReadingContext> {
  /** The store has vectors, but nothing here makes one of a prompt. */
  lacksEncoder?: boolean | undefined;
}

/** The result of a hook's run. */
export interface Recollection {
  /** Undefined when there is nothing to give. */
  text: string | undefined;
  /**
   * Records memories before they are given to the host; false when another run of the same hook has just given them.
   */
  note(): Promise<boolean>;
}

/**
 * The character's context for the start of a session. Memories given earlier no longer count, since the model's context
 * is new. A resumed or forked session still has them, so it only gets the latest new ones.
 */
export async function recallAtStart(
  context: OnMachine<ReadingContext>,
  run: HookRun,
  characterId: string,
): Promise<Recollection> {
  const asked = promptKey(run, '');
  const had = returns.has(run.source) ? await givenBefore(context, run, characterId) : [];
  if (had.length === 0) return recalled(context, run, characterId, tokensAtStart, {}, { asked, restarts: true });
  const wanted: Wanted = { include: ['recent'], known: new Set(had.map(({ memoryId }) => memoryId)) };
  const state = { asked, restarts: false };
  return recalled(context, run, characterId, tokensAtReturn, wanted, state, had.map(keyOf));
}

/** The memories and parts given to the session, or to the one that it was forked from. */
async function givenBefore(
  { store, principal }: OnMachine<ReadingContext>,
  { host, session, forkedFrom }: HookRun,
  characterId: string,
): Promise<GivenMemory[]> {
  for (const one of [session, forkedFrom]) {
    if (one === undefined) continue;
    const { given } = await store.hooks.find(principal, { host, session: one }, characterId);
    const own = given.filter((memory) => memory.characterId === characterId);
    if (own.length > 0) return own;
  }
  return [];
}

function keyOf({ memoryId, part }: GivenMemory): string {
  return givenKey(memoryId, part);
}

/** The memories that are relevant to the whole prompt, or to one of its questions. */
export function wantedFor(query: string, questions: readonly string[]): Wanted {
  const apart = questions.map((one) => ({ query: one, least: leastApart }));
  const least = leastRelevanceFor(query);
  return { query, least, apart, include: ['memories'], limit: consideredForPrompt };
}

/** Relevant memories that the session has not received yet. Undefined for a prompt that makes no query. */
export async function recallForPrompt(
  context: HookContext,
  run: HookRun,
  characterId: string,
  prompt: string,
): Promise<Recollection | undefined> {
  const { queryOf, questionsIn } = await import('./prompt-query.ts');
  const query = queryOf(prompt);
  if (query === undefined) return undefined;
  const asked = promptKey(run, prompt);
  const { given, own, ...state } = await context.store.hooks.find(context.principal, run, characterId);
  if (isAnswered(state.asked, asked, context.now())) return undefined;
  const known = new Set([...given.map(keyOf), ...own]);
  const wanted: Wanted = { ...wantedFor(query, questionsIn(query)), known };
  return recalled(context, run, characterId, tokensForPrompt, wanted, { asked, restarts: false });
}

/**
 * The notes that name a tool's object, each once per session. Usually there are none: then undefined, and no receipt.
 */
export async function recallForTool(
  context: OnMachine<ReadingContext>,
  run: HookRun,
  characterId: string,
  names: ToolNames,
): Promise<Recollection | undefined> {
  const query = queryFor(names);
  const asked = promptKey(run, query);
  const { given } = await context.store.hooks.find(context.principal, run, characterId);
  const known = new Set(given.map(keyOf));
  const only = ({ content }: { content: string }) => namesOne(content, names);
  const wanted: Wanted = { query, include: ['memories'], known, only, limit: consideredForTool };
  const found = await recalled(context, run, characterId, tokensForTool, wanted, { asked, restarts: false });
  return found.text === undefined ? undefined : found;
}

/** The state of a session in one line: "6 known, 2 recalled, 1 kept 12 s ago". */
export async function statusOf(
  { store, principal, now }: OnMachine<ReadingContext>,
  run: HookRun,
  characterId: string,
): Promise<string> {
  const character = await store.characters.find(principal, characterId);
  const { given, kept, keptAt } = await store.hooks.counts(principal, run, characterId);
  const parts = [
    `${character?.memoryCount ?? 0} known`,
    ...(given > 0 ? [`${given} recalled`] : []),
    ...(keptAt === undefined ? [] : [`${kept} kept ${age(now() - keptAt)} ago`]),
  ];
  return parts.join(', ');
}

function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

async function recalled(
  context: HookContext,
  { event, host, session, ranBy, recallLogDays = 0 }: HookRun,
  characterId: string,
  tokens: number,
  wanted: Wanted,
  state: Pick<Recalled, 'asked' | 'restarts'>,
  had: readonly string[] = [],
): Promise<Recollection> {
  const { store, principal, now } = context;
  const allowed = hasFeature(principal.tier, 'autoRecall');
  const assembled = allowed ? await assembleContext(context, characterId, tokenRoom(tokens), wanted) : nothing;
  const { text, size, memories } = assembled;
  const leftOut: LeftOut = allowed ? { ...leftOutOf(assembled), ...withoutEncoder(context) } : { tier: 1 };
  const receipt = { host: ranBy, event, characterId, given: memories.length, tokens: size, captured: 0, leftOut };
  const memoryIds = [...had, ...memories.map(({ id, part }) => givenKey(id, part))];
  // Memories that the session already has were found, so nothing new is given.
  const isAnswer = allowed && (memories.length > 0 || assembled.known === 0);
  const entry = async (at: number): Promise<NewRecall> => ({
    characterId,
    at,
    by: ranBy ?? host,
    via: principal.via,
    kind: 'hook',
    client: ranBy ?? host,
    query: await storedQuery(wanted.query),
    isOrder: wanted.query !== undefined && !isQuestion(wanted.query),
    tokens: size,
    results: memories.map(({ id: memoryId, relevance }) => ({ memoryId, relevance })),
  });
  return {
    text: text === '' ? undefined : text,
    async note() {
      const at = now();
      const keptSince = at - recallLogDays * dayMs;
      const log = recallLogDays > 0 ? { keptSince, recall: isAnswer ? await entry(at) : undefined } : undefined;
      return store.hooks.recalled(principal, { host, session }, { ...state, memoryIds, receipt, log }, at);
    },
  };
}

/** The request, to recognise hooks that are installed twice or that two hosts share. */
function promptKey({ event, moment = event, source = '' }: HookRun, prompt: string): string {
  return createHash('sha256').update(`${moment}\n${source}\n${prompt}`).digest('base64url').slice(0, 22);
}

const nothing: AssembledContext = { text: '', size: 0, memories: [], omitted: 0, irrelevant: 0, known: 0 };

function withoutEncoder({ embeddings, lacksEncoder }: HookContext): LeftOut {
  return lacksEncoder || embeddings?.hasMissed ? { encoder: 1 } : {};
}

function leftOutOf({ omitted, irrelevant, known }: AssembledContext): LeftOut {
  return {
    ...(irrelevant > 0 && { irrelevant }),
    ...(known > 0 && { known }),
    ...(omitted > 0 && { room: omitted }),
  };
}

/**
 * The least relevance of a given memory. Most prompts that are not questions are orders, in words that occur in any
 * notes, so they need a better match.
 */
const leastRelevance = { question: leastHelpful, order: 0.5 } as const;
/** The same for a question among other sentences: each additional question may recall something unrelated. */
const leastApart = 0.5;

export function leastRelevanceFor(prompt: string): number {
  return isQuestion(prompt) ? leastRelevance.question : leastRelevance.order;
}
