import { clipped } from '../../domain/errors.ts';
import type { GivenMemory } from '../../domain/stores/hooks.ts';
import type { Recall, UsedRecall } from '../../domain/stores/recalls.ts';
import { dayMs } from '../../domain/text.ts';
import type { Turn } from '../../domain/turn.ts';
import type { Context, OnMachine } from '../context.ts';
import { milliseconds } from '../memories.ts';
import { storedQuery } from '../recalls.ts';

/** How far back (ms) a session's recalls are looked for, and how many of them at most. */
const sinceMs = 7 * dayMs;
const maxRecalls = 100;
/** A host stamps an answer when it begins, and its clock and ours are read at different times. */
const apartMs = 2_000;
/** Of the sentence of an answer so much is stored (UTF-16 units). */
const maxWords = 300;

/**
 * Records which of the memories that a session was given come back in an answer of its agent: at its prompt, where that
 * found them, else at the latest one before.
 */
export async function noteUses(
  { store, principal, now }: OnMachine<Context>,
  client: string,
  given: readonly GivenMemory[],
  turns: readonly Turn[],
): Promise<void> {
  if (given.length === 0 || !turns.some(({ role }) => role === 'assistant')) return;
  const ids = new Set(given.map(({ memoryId }) => memoryId));
  const recalls = (
    await store.recalls.list(principal, { client, kind: 'hook', since: now() - sinceMs, limit: maxRecalls })
  ).map((recall) => ({ recall, found: foundIn(recall).filter((id) => ids.has(id)) }));
  const wanted = [...new Set(recalls.flatMap(({ found }) => found))];
  if (wanted.length === 0) return;
  const memories = await store.memories.byIds(principal, wanted);
  const [{ repeats }, { queryOf }] = await Promise.all([
    import('../../search/repeated.ts'),
    import('./prompt-query.ts'),
  ]);
  const uses = new Map<number, Map<string, string>>();
  let [asked, query] = ['', ''];
  for (const { role, text, at } of turns) {
    if (role === 'user') {
      asked = text;
      query = await storedQuery(queryOf(text));
      continue;
    }
    const repeated = repeats(text, asked);
    const until = (milliseconds(at) || now()) + apartMs;
    const told = memories.flatMap(({ id, content }) => {
      const finding = recalls.filter(({ found }) => found.includes(id));
      const atPrompt = finding.find(({ recall }) => recall.query === query && query !== '');
      const { recall } = atPrompt ?? finding.find((one) => one.recall.at <= until) ?? {};
      const found = recall && repeated(content);
      return recall && found ? [{ id, no: recall.no, ...found, isAsked: atPrompt !== undefined }] : [];
    });
    // What the prompt found explains the answer first, then what shares most with it.
    const most = Math.max(...told.map(({ shared }) => shared));
    const isAsked = told.some((one) => one.isAsked);
    for (const one of told) {
      if (!(isAsked ? one.isAsked : one.shared === most)) continue;
      const words = clipped(await storedQuery(one.sentence.trim()), maxWords);
      uses.set(one.no, (uses.get(one.no) ?? new Map()).set(one.id, words));
    }
  }
  const noted = [...uses].map(([no, words]): UsedRecall => ({ no, memoryIds: [...words.keys()], words }));
  if (noted.length > 0) await store.recalls.use(principal, noted);
}

const foundIn = ({ results, known = [] }: Recall) => [...results, ...known].map(({ memoryId }) => memoryId);
