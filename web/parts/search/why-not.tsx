import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { whyInWords } from '../../languages/why.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { sentenceCase } from '../format.ts';
import { Held } from '../memory/held.tsx';
import { shortText } from '../memory/marking.ts';
import { leastHelpful, place, relevanceInFigures } from '../memory/rank.ts';
import { Modal } from '../modal.tsx';

/** The rank of an expected memory for a question, and why it is not higher. */
export function WhyNot(props: {
  characterId: string;
  query: string;
  memoryId: string | undefined;
  /** What the page shows for the question, whose filters may leave others out. */
  results: readonly { id: string; relevance: number }[];
  choose: (memoryId: string) => void;
}) {
  const { characterId, query, memoryId, results, choose } = props;
  const { client } = useDashboard();
  const [isChoosing, setChoosing] = useState(false);
  const of = { characterId, memoryId: memoryId ?? '' };
  const loaded = useLoad(
    `${query} ${memoryId}`,
    memoryId === undefined
      ? undefined
      : async (signal) => {
          const [memory, explained] = await Promise.all([
            client.call('getMemory', of, signal),
            client.call('explainMemory', { ...of, query }, signal),
          ]);
          return { memory, explained };
        },
  );
  const at = results.findIndex(({ id }) => id === memoryId);
  const {
    rank,
    relevance = 0,
    why = '',
  } = { ...loaded.value?.explained, ...(at >= 0 && { ...results[at], rank: at + 1 }) };
  return (
    <section class="why" aria-label={t('Why not this one?')}>
      <b>{t('Why not this one?')}</b>{' '}
      <button type="button" class="quiet" onClick={() => setChoosing(true)}>
        {memoryId === undefined ? t('Choose a memory…') : t('Choose another…')}
      </button>
      <FailureNote failure={loaded.failure} again={loaded.again} />
      {loaded.value && (
        <>
          <p dir="auto">{loaded.value.memory.content}</p>
          <div>
            {rank !== undefined &&
              t('{rank}, relevance {relevance}.', {
                rank: place(rank),
                relevance: relevanceInFigures(relevance),
              })}{' '}
            {sentence(whyInWords(why.replace(/^rank \d+: /, '')))}
          </div>
          <Held {...{ characterId, memoryId: loaded.value.memory.id, choice: loaded.value.memory }} />
          {relevance < leastHelpful && (
            <p class="muted">
              <Remedy />
            </p>
          )}
        </>
      )}
      {isChoosing && (
        <ChooseMemory
          characterId={characterId}
          close={() => setChoosing(false)}
          choose={(id) => {
            setChoosing(false);
            choose(id);
          }}
        />
      )}
    </section>
  );
}

/** What a user can do about matches that are too weak. */
function Remedy() {
  const least = relevanceInFigures(leastHelpful);
  return (
    <>
      {t('Agents get nothing below {least}. Write the missing memory, or correct one so that it says what is asked.', {
        least,
      })}
    </>
  );
}

/** What to do where no character has an answer that helps. */
export function MissingInAll({ query, isEmpty = false }: { query: string; isEmpty?: boolean }) {
  const dashboard = useDashboard();
  const write = dashboard.may('addMemoryDirect') && (
    <button
      type="button"
      class={isEmpty ? 'main' : 'quiet'}
      onClick={() => {
        dashboard.remembering.value = { asked: query };
      }}
    >
      {t('Write the missing memory…')}
    </button>
  );
  if (isEmpty) {
    return (
      <>
        <p>{t('An agent would get nothing for this question.')}</p>
        {write}
      </>
    );
  }
  return write ? (
    <p class="muted">
      <Remedy /> {write}
    </p>
  ) : null;
}

function sentence(text: string): string {
  return t('{sentence}.', { sentence: sentenceCase(text) });
}

/** Finds a memory by its words. */
function ChooseMemory(props: { characterId: string; choose: (memoryId: string) => void; close: () => void }) {
  const { characterId, choose, close } = props;
  const { client } = useDashboard();
  const [words, setWords] = useState('');
  const query = words.trim();
  const found = useLoad(
    `${characterId} ${query}`,
    (signal): Promise<{ memories: Pick<Memory, 'id' | 'content'>[] }> =>
      query === ''
        ? client.call('listMemories', { characterId, limit: 8 }, signal)
        : client.call('searchMemories', { characterId, query, limit: 8 }, signal),
  );
  return (
    <Modal label={t('Choose a memory')} close={close}>
      <h2>{t('Choose a memory')}</h2>
      <div class="fields">
        <label>
          {t('Words of the memory')}
          <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
      </div>
      <FailureNote failure={found.failure} again={found.again} />
      <ul class="choices">
        {found.value?.memories.map(({ id, content }) => (
          <li key={id}>
            <button type="button" class="quiet" onClick={() => choose(id)}>
              {shortText(content, 140)}
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={close}>
          {t('Cancel')}
        </button>
      </div>
    </Modal>
  );
}
