import { createHash } from 'node:crypto';
import {
  type GivenMemory,
  givenKey,
  type HookSession,
  isAnswered,
  type LeftOut,
  type Recalled,
} from '../../domain/stores/hooks.ts';
import type { NewRecall, RecalledMemory } from '../../domain/stores/recalls.ts';
import { dayMs } from '../../domain/text.ts';
import { hasFeature } from '../../domain/tier.ts';
import { namesOne, queryFor, type ToolNames } from '../../text/tool-names.ts';
import type { OnMachine, ReadingContext } from '../context.ts';
import { storedQuery } from '../recalls.ts';
import { type AssembledContext, assembleContext, type ContextMemory, tokenRoom } from '../retrieval/assemble.ts';
import type { Wanted } from '../retrieval/candidates.ts';
import { askToForget } from '../retrieval/to-forget.ts';
import { askedBy, type Layers, tokensForPrompt, unaskedIn } from './prompt-asked.ts';

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
const tokensForTool = 200;
/** After a rest there is little new. */
const tokensAtReturn = 400;
/** Starts of a session in which the model still has its memories, unlike after a compaction. */
const returns: ReadonlySet<string | undefined> = new Set(['resume', 'fork']);
const consideredForTool = 50;

/** The context of a hook. */
export interface HookContext extends OnMachine<ReadingContext> {
  /** The store has vectors, but nothing here makes one of a prompt. */
  lacksEncoder?: boolean | undefined;
  /** The id of the user's own memory. */
  own?: string | undefined;
}

/** The result of a hook's run. */
export interface RecallResult {
  /** Undefined when there is nothing to give. */
  text: string | undefined;
  /**
   * Records memories before they are given to the host; false when another run of the same hook has just given them.
   */
  note(): Promise<boolean>;
}

/**
 * The characters' context for the start of a session. Memories given earlier no longer count, since the model's context
 * is new. A resumed or forked session still has them, so it only gets the latest new ones.
 */
export async function recallAtStart(context: HookContext, run: HookRun, layers: Layers): Promise<RecallResult> {
  const asked = promptKey(run, '');
  const had = returns.has(run.source) ? await givenBefore(context, run, layers) : [];
  if (had.length === 0) return recalled(context, run, layers, tokensAtStart, {}, { asked, restarts: true });
  const wanted: Wanted = { include: ['recent'], known: new Set(had.map(({ memoryId }) => memoryId)) };
  const state = { asked, restarts: false };
  return recalled(context, run, layers, tokensAtReturn, wanted, state, had);
}

/** The memories and parts given to the session, or to the one that it was forked from. */
async function givenBefore(
  { store, principal }: OnMachine<ReadingContext>,
  { host, session, forkedFrom }: HookRun,
  layers: Layers,
): Promise<GivenMemory[]> {
  for (const one of [session, forkedFrom]) {
    if (one === undefined) continue;
    const { given } = await store.hooks.find(principal, { host, session: one }, layers[0]);
    const own = given.filter((memory) => layers.includes(memory.characterId));
    if (own.length > 0) return own;
  }
  return [];
}

function keyOf({ memoryId, part }: GivenMemory): string {
  return givenKey(memoryId, part);
}

/** What the model is told of a request to forget: the ids of the memories, without their texts. */
function toForget(ids: readonly string[]): string {
  return `The user asks to forget something. Nothing is deleted yet: the memories about it are not given here, and wait for the user in the Queue, a page of the dashboard (agent-memory-service ui). Tell the user, and if that is meant, delete each with delete_memory: ${ids.join(', ')}. restore_memory brings one back.`;
}

/**
 * Relevant memories that the session has not received yet; not those that the prompt asks to forget. Undefined for a
 * prompt that makes no query.
 */
export async function recallForPrompt(
  context: HookContext,
  run: HookRun,
  layers: Layers,
  prompt: string,
): Promise<RecallResult | undefined> {
  const askedFor = await askedBy(context, layers, prompt);
  if (!askedFor) return undefined;
  const { request, forgotten: meant } = askedFor;
  const asked = promptKey(run, prompt);
  const states = await Promise.all(layers.map((one) => context.store.hooks.find(context.principal, run, one)));
  if (isAnswered(states[0]?.asked, asked, context.now())) return undefined;
  const forgotten = meant.flat();
  const had = states.flatMap(({ given, own }) => [...given.map(keyOf), ...own]);
  const known = new Set([...had, ...forgotten.map((id) => givenKey(id, undefined))]);
  const wanted = { ...askedFor.wanted, known };
  const found = await recalled(context, run, layers, tokensForPrompt, wanted, { asked, restarts: false });
  if (!request || forgotten.length === 0) return found;
  return {
    text: [found.text, toForget(forgotten)].filter((part) => part !== undefined).join('\n'),
    async note() {
      if (!(await found.note())) return false;
      for (const [at, one] of layers.entries()) await askToForget(context, one, request.what, meant[at] ?? []);
      return true;
    },
  };
}

/**
 * The notes that name a tool's object, each once per session. Usually there are none: then undefined, and no receipt.
 */
export async function recallForTool(
  context: HookContext,
  run: HookRun,
  layers: Layers,
  names: ToolNames,
): Promise<RecallResult | undefined> {
  const query = queryFor(names);
  const asked = promptKey(run, query);
  const { given } = await context.store.hooks.find(context.principal, run, layers[0]);
  const known = new Set(given.map(keyOf));
  const only = ({ content }: { content: string }) => namesOne(content, names);
  const { withoutTalk } = await import('./talk.ts');
  const among: Wanted['among'] = (ranked) => withoutTalk(query, ranked);
  const wanted: Wanted = { query, include: ['memories'], known, only, among, limit: consideredForTool };
  const found = await recalled(context, run, layers, tokensForTool, wanted, { asked, restarts: false });
  return found.text === undefined ? undefined : found;
}

/** The state of a session in one line: "6 known, 2 recalled, 1 kept 12 s ago". */
export async function statusOf(
  { store, principal, now }: OnMachine<ReadingContext>,
  run: HookRun,
  layers: Layers,
): Promise<string> {
  const counts = await Promise.all(
    layers.map(async (one) => {
      const known = (await store.characters.find(principal, one))?.memoryCount ?? 0;
      return { known, keptAt: 0, ...(await store.hooks.counts(principal, run, one)) };
    }),
  );
  const sum = (of: 'known' | 'given' | 'kept') => counts.reduce((total, one) => total + one[of], 0);
  const keptAt = Math.max(...counts.map((one) => one.keptAt ?? 0));
  const parts = [
    `${sum('known')} known`,
    ...(sum('given') > 0 ? [`${sum('given')} recalled`] : []),
    ...(keptAt === 0 ? [] : [`${sum('kept')} kept ${age(now() - keptAt)} ago`]),
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
  layers: Layers,
  tokens: number,
  wanted: Wanted,
  state: Pick<Recalled, 'asked' | 'restarts'>,
  had: readonly GivenMemory[] = [],
): Promise<RecallResult> {
  const { store, principal, now } = context;
  const allowed = hasFeature(principal.tier, 'autoRecall');
  const unasked = await unaskedIn(context, allowed ? layers : [], wanted);
  const assembled = allowed
    ? await assembleContext(context, layers, tokenRoom(tokens), { ...wanted, ...unasked })
    : nothing;
  const { text, size, memories, held } = assembled;
  const leftOut: LeftOut = allowed ? { ...leftOutOf(assembled), ...withoutEncoder(context) } : { tier: 1 };
  const [characterId, ...others] = layers;
  const receipt = { host: ranBy, event, characterId, given: memories.length, tokens: size, captured: 0, leftOut };
  const given = memories.map((memory) => ({ characterId, ...memory }));
  // What replaces a memory may be of another project: the first one has given it.
  const giverOf = ({ characterId: of = characterId }: { characterId?: string }) =>
    layers.includes(of) ? of : characterId;
  const those = <One extends { characterId?: string }>(all: readonly One[], one: string) =>
    all.filter((memory) => giverOf(memory) === one);
  const idsOf = (one: string) => [
    ...those(had, one).map(keyOf),
    ...those(given, one).map(({ id, part }) => givenKey(id, part)),
  ];
  // At a prompt that finds nothing but what the session has, they are the answer; without one there is none.
  const hadBefore = memories.length === 0 && wanted.query !== undefined ? assembled.known : [];
  const isAnswer = allowed && (memories.length > 0 || assembled.known.length === hadBefore.length);
  const giving = new Set(given.map(giverOf));
  const { needsNone } = await import('./prompt-query.ts');
  /** The recall of a character that gave something or held it back; that of the first also says that it gave nothing. */
  const recallOf = async (one: string, at: number): Promise<NewRecall | undefined> => {
    const heldBack = those(held, one);
    const known = those(hadBefore, one);
    const isSilent = !giving.has(one) && heldBack.length + known.length === 0 && one !== characterId;
    if (recallLogDays === 0 || !isAnswer || isSilent) return;
    return {
      characterId: one,
      at,
      by: ranBy ?? host,
      via: principal.via,
      kind: 'hook',
      client: ranBy ?? host,
      query: await storedQuery(wanted.query),
      isOrder: wanted.query !== undefined && needsNone(wanted.query),
      tokens: giving.has(one) ? Math.round(size / giving.size) : 0,
      results: those(given, one).map(recalledOf),
      held: heldBack.slice(0, maxHeld).map(recalledOf),
      known: known.slice(0, maxHeld).map(recalledOf),
    };
  };
  return {
    text: text === '' ? undefined : text,
    async note() {
      const at = now();
      const keptSince = at - recallLogDays * dayMs;
      const log = recallLogDays > 0 ? { keptSince, recall: await recallOf(characterId, at) } : undefined;
      const also = await Promise.all(
        others.map(async (one) => ({ characterId: one, memoryIds: idsOf(one), recall: await recallOf(one, at) })),
      );
      const noted = { ...state, memoryIds: idsOf(characterId), also, receipt, log };
      return store.hooks.recalled(principal, { host, session }, noted, at);
    },
  };
}

/** The request, to recognise hooks that are installed twice or that two hosts share. */
function promptKey({ event, moment = event, source = '' }: HookRun, prompt: string): string {
  return createHash('sha256').update(`${moment}\n${source}\n${prompt}`).digest('base64url').slice(0, 22);
}

const nothing: AssembledContext = {
  text: '',
  size: 0,
  memories: [],
  omitted: 0,
  irrelevant: 0,
  known: [],
  held: [],
  fitting: new Set(),
};

/** How many memories that were held back, or given before, a recall names. */
const maxHeld = 20;

function recalledOf({ id: memoryId, relevance, revision }: ContextMemory): RecalledMemory {
  return { memoryId, relevance, revision };
}

function withoutEncoder({ embeddings, lacksEncoder }: HookContext): LeftOut {
  return lacksEncoder || embeddings?.hasMissed ? { encoder: 1 } : {};
}

function leftOutOf({ omitted, irrelevant, known, held }: AssembledContext): LeftOut {
  return {
    ...(irrelevant > 0 && { irrelevant }),
    ...(known.length > 0 && { known: known.length }),
    ...(held.length > 0 && { order: held.length }),
    ...(omitted > 0 && { room: omitted }),
  };
}
