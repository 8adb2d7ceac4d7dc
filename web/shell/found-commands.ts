import type { Memory } from '../client/api.ts';
import { t } from '../languages/translate.ts';
import { shortText } from '../parts/memory/marking.ts';
import { leastHelpful } from '../parts/memory/rank.ts';
import type { Command, Doing } from './commands.ts';
import type { Dashboard } from './dashboard.ts';
import { foldCase, inWord, isUnspaced, matchOf } from './matches.ts';
import { everyone, placeOf, type Scope } from './places.ts';

/** How many memories and names are shown, and the shortest query for them in scripts with spaces. */
const [maxMemories, maxNames, minLetters] = [5, 3, 2];
/** A memory that is listed or found. */
type Told = Pick<Memory, 'content' | 'id' | 'characterId'> & { ended?: string | undefined };
const isShort = (query: string) => query.length < minLetters && !isUnspaced(query);

/** People and things that have the typed letters at the beginning of a word, with their pages. */
export async function namesFor(
  text: string,
  { client }: Dashboard,
  { character, isAll }: Scope,
  go: Doing['go'],
  signal: AbortSignal,
): Promise<Command[]> {
  const words = text.trim();
  if (isShort(words) || !(isAll || character)) return [];
  const { names } = await client.call('listNames', { characterId: character?.id, words, limit: maxNames }, signal);
  const scope = isAll ? everyone : character?.id;
  return names
    .filter(({ name }) => matchOf(name, foldCase(words)) < inWord)
    .map(({ name }) => ({
      label: name,
      kind: 'thing',
      icon: 'things',
      run: () => go(placeOf('things', scope, name)),
    }));
}

/** Memories that answer the typed text, or the likeliest one; the latest where there is none. */
export async function memoriesFor(
  text: string,
  { client }: Dashboard,
  { character, isAll }: Scope,
  go: Doing['go'],
  signal: AbortSignal,
): Promise<Command[]> {
  const query = text.trim();
  if ((query !== '' && isShort(query)) || !(isAll || character)) return [];
  const characterId = character?.id;
  const limit = maxMemories;
  const within = characterId === undefined ? { everywhere: true } : { characterIds: [characterId] };
  const found = ({ content, id, characterId: whose, ended }: Told): Command => ({
    label: shortText(content, 90),
    of: ended && t('ended'),
    kind: 'memory',
    icon: 'memories',
    words: content,
    run: () => go(placeOf('memories', whose, id)),
  });
  if (query !== '') {
    const { memories } = await client.call('searchSeveral', { query, limit, ...within }, signal);
    const typed = foldCase(query);
    const answers = memories.filter(
      ({ relevance, content }) => relevance >= leastHelpful || matchOf(content, typed) < inWord,
    );
    return (answers.length > 0 ? answers : memories.slice(0, 1)).map(found);
  }
  const { memories } =
    characterId === undefined
      ? await client.call('listEverywhere', { limit }, signal)
      : await client.call('listMemories', { characterId, limit }, signal);
  return memories.map(found);
}
