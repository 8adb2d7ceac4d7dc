import type { HookSession, LeftOut } from '../../domain/hook-store.ts';
import { hasFeature } from '../../domain/tier.ts';
import type { ReadingContext } from '../context.ts';
import { type AssembledContext, assembleContext, tokenRoom, type Wanted } from '../retrieval/assemble.ts';
import { leastRelevanceFor } from './threshold.ts';

/** One run of a hook: whose session, and the host's name of the event. */
export interface HookRun extends HookSession {
  event: string;
}

const tokensAtStart = 1_500;
const tokensForPrompt = 600;
/** Matches looked at for a prompt; more than there is room for. */
const consideredForPrompt = 30;

/**
 * What a session begins with: the character's context. What the session was given before counts no longer: it begins,
 * or its model's context was made anew. Undefined when there is nothing to give.
 */
export function recallAtStart(context: ReadingContext, run: HookRun, characterId: string): Promise<string | undefined> {
  return recalled(context, run, characterId, tokensAtStart, {}, true);
}

/** What is relevant to a prompt and was not given in the session yet. Undefined when nothing is. */
export async function recallForPrompt(
  context: ReadingContext,
  run: HookRun,
  characterId: string,
  prompt: string,
): Promise<string | undefined> {
  const { queryOf } = await import('./prompt-query.ts');
  const query = queryOf(prompt);
  if (query === undefined) return undefined;
  const { given } = await context.store.hooks.find(context.principal, run);
  const wanted: Wanted = {
    query,
    include: ['memories'],
    least: leastRelevanceFor(query),
    known: new Set(given),
    limit: consideredForPrompt,
  };
  return recalled(context, run, characterId, tokensForPrompt, wanted, false);
}

async function recalled(
  context: ReadingContext,
  { event, ...session }: HookRun,
  characterId: string,
  tokens: number,
  wanted: Wanted,
  anew: boolean,
): Promise<string | undefined> {
  const { store, principal, now } = context;
  const allowed = hasFeature(principal.tier, 'autoRecall');
  const assembled = allowed ? await assembleContext(context, characterId, tokenRoom(tokens), wanted) : nothing;
  const { text, size, memories } = assembled;
  const leftOut: LeftOut = allowed ? leftOutOf(assembled) : { tier: 1 };
  const receipt = { event, characterId, given: memories.length, tokens: size, captured: 0, leftOut };
  const memoryIds = memories.map(({ id }) => id);
  await store.hooks.recalled(principal, session, { anew, memoryIds, receipt }, now());
  return text === '' ? undefined : text;
}

const nothing: AssembledContext = { text: '', size: 0, memories: [], omitted: 0, irrelevant: 0, known: 0 };

function leftOutOf({ omitted, irrelevant, known }: AssembledContext): LeftOut {
  return {
    ...(irrelevant > 0 && { irrelevant }),
    ...(known > 0 && { known }),
    ...(omitted > 0 && { room: omitted }),
  };
}
