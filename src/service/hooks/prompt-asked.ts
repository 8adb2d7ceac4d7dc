import type { KnownAnswer } from '../../domain/stores/recalls.ts';
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

/** What hooks leave out by themselves, or by choices of the users of the layers; `wrong` and `answers`: only for what is asked. */
export async function unaskedIn(
  context: ReadingContext & { own?: string | undefined },
  layers: Iterable<string>,
  asked: Pick<Wanted, 'query' | 'apart'>,
): Promise<Pick<Wanted, 'isUnasked' | 'own' | 'without' | 'trusted' | 'answers'> & { wrong: ReadonlySet<string> }> {
  const { muted, trusted, ...known } = await chosenIn(context, layers);
  const wrong = await knownFor(context, known.wrong, asked);
  return {
    isUnasked: true,
    own: context.own,
    without: new Set([...muted, ...wrong]),
    trusted: new Set(trusted),
    wrong,
    answers: await knownFor(context, known.answers, asked),
  };
}

/** The ids of the known answers to what is asked, or to a session's start. */
async function knownFor(
  { now }: Pick<ReadingContext, 'now'>,
  known: readonly KnownAnswer[],
  { query, apart = [] }: Pick<Wanted, 'query' | 'apart'>,
): Promise<ReadonlySet<string>> {
  if (known.length === 0) return new Set();
  const { isSameQuestion } = await import('../../search/same-question.ts');
  const asked = query === undefined ? [] : [query, ...apart.map((one) => one.query)];
  const isAsked = (question: string) => asked.some((one) => isSameQuestion(question, one, now()));
  const questions = new Set(known.map(({ question }) => question));
  const again = new Set([...questions].filter((one) => (one === '' ? query === undefined : isAsked(one))));
  return new Set(known.flatMap(({ memoryId, question }) => (again.has(question) ? [memoryId] : [])));
}
