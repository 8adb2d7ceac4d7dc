import { type Forgetting, forgetting } from '../../text/forgetting.ts';
import type { ReadingContext } from '../context.ts';
import type { Wanted } from '../retrieval/candidates.ts';
import { chosenIn } from '../retrieval/held.ts';
import { memoriesToForget } from '../retrieval/to-forget.ts';

/** Ids of the characters of a session: the project's, then the user's own; at least one. */
export type Layers = readonly [string, ...string[]];

export const tokensForPrompt = 600;

/** What a prompt asks hooks for. */
export interface PromptAsked {
  request: Forgetting | undefined;
  /** Undefined: it asks for nothing that is stored. */
  query: string | undefined;
  wanted: Wanted;
  /** Ids of the memories that it asks to forget, by layer. */
  forgotten: readonly (readonly string[])[];
}

/** Undefined for a prompt that makes no query. */
export async function askedBy(
  context: ReadingContext,
  layers: Layers,
  prompt: string,
): Promise<PromptAsked | undefined> {
  const { queryOf, questionsIn, wantedFor } = await import('./prompt-query.ts');
  const request = forgetting(prompt);
  const query = queryOf(request?.rest ?? prompt);
  if (query === undefined && !request) return undefined;
  const forgotten = await Promise.all(
    layers.map(async (one) => (request ? await memoriesToForget(context, one, request.what) : []).map(({ id }) => id)),
  );
  const wanted: Wanted =
    query === undefined ? { include: [] } : wantedFor(query, questionsIn(query, layers.length > 1));
  return { request, query, wanted, forgotten };
}

/** What hooks leave out by themselves, or by choices of the users of the layers. */
export async function unaskedIn(
  context: ReadingContext & { own?: string | undefined },
  layers: Iterable<string>,
): Promise<Pick<Wanted, 'isUnasked' | 'own' | 'without' | 'trusted'>> {
  const { muted, trusted } = await chosenIn(context, layers);
  return { isUnasked: true, own: context.own, without: new Set(muted), trusted: new Set(trusted) };
}
