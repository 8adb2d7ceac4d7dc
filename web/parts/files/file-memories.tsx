import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { MemoryRow, memoryHeight } from '../memory/memory-row.tsx';
import { type ListHandle, VirtualList } from '../virtual-list.tsx';

const size = 50;

/** The memories of a file, each a link to its page. */
export function FileMemories(props: { characterId: string; fileId: string; children: ComponentChildren }) {
  const { characterId, fileId, children } = props;
  const dashboard = useDashboard();
  const { client, changes } = dashboard;
  useEffect(() => {
    // The categories' hues; the list itself reports failures.
    void dashboard.readCategories(characterId).catch(() => undefined);
  }, [dashboard, characterId]);
  const list = useRef<ListHandle<Memory>>(null);
  const [count, setCount] = useState<number>();
  const read = async (page: number, signal: AbortSignal) => {
    const { memories, total } = await client.call('listMemories', { characterId, fileId, page, limit: size }, signal);
    setCount(total);
    return { rows: memories, total };
  };
  const addressOf = (memoryId?: string) => placeOf('memories', characterId, memoryId) + queryOf({ fileId });
  return (
    <VirtualList<Memory>
      about={fileId}
      version={changes.value}
      size={size}
      estimate={memoryHeight}
      identify={({ id }) => id}
      label={t('The file and its memories')}
      handle={list}
      read={read}
      empty={<p class="muted">{t('No memory comes from it.')}</p>}
      draw={(memory, index) => (
        <MemoryRow
          key={memory.id}
          memory={memory}
          index={index}
          address={addressOf(memory.id)}
          isOpen={false}
          actions={[]}
        />
      )}
    >
      {children}
      <h3>
        {t('Memories from it')}
        {count !== undefined && count > 0 && (
          <>
            {' '}
            <Link href={addressOf()}>{tn(count, 'Look through {n} memory', 'Look through {n} memories')}</Link>
          </>
        )}
      </h3>
    </VirtualList>
  );
}
