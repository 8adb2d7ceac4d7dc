import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import type { Memory } from '../client/api.ts';
import { Chosen } from '../parts/memories/chosen.tsx';
import { Facets, type Filter, filterOf } from '../parts/memories/facets.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { MemoryPane } from '../parts/memory/memory-pane.tsx';
import { MemoryRow, memoryHeight } from '../parts/memory/memory-row.tsx';
import { dayOf } from '../parts/time.tsx';
import { type ListHandle, step, VirtualList } from '../parts/virtual-list.tsx';
import { NoMemories, WithoutCharacter } from '../parts/welcome.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import type { PageProps } from '../shell/page.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { placeOf, queryOf, useCharacter } from '../shell/places.ts';
import { useAbout } from '../shell/use-about.ts';

const size = 50;

/** Everything that is remembered of a character, newest first; the one that is open is beside it. */
export default function Memories({ character: id, item: open }: PageProps) {
  const dashboard = useDashboard();
  const { client, toasts, changes } = dashboard;
  const character = useCharacter(id);
  const search = useSearch();
  const [, go] = useLocation();
  const filter = filterOf(search);
  const list = useRef<ListHandle<Memory>>(null);
  const [isEditing, setEditing] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Memory>>();
  const characterId = character?.id;
  const about = `${characterId} ${search}`;
  const version = changes.value;
  useAbout(characterId, version);
  useEffect(() => setEditing(false), [open]);

  const addressOf = (memoryId: string | undefined) =>
    placeOf('memories', characterId, memoryId) + queryOf({ ...filter });
  const show = (memoryId: string | undefined) => go(addressOf(memoryId));
  const isOffered = characterId !== undefined && dashboard.may('updateMemory', characterId);
  const edits = new Edits(dashboard);
  const run = (work: Promise<unknown>) => void work.catch((error) => toasts.fail(error));

  const goBy = (by: number) =>
    step(
      list.current,
      ({ id }) => id === open,
      by,
      (row) => go(addressOf(row.id), { replace: open !== undefined }),
    );
  const choose = (memory: Memory) => {
    const next = new Map(chosen);
    if (!next.delete(memory.id)) next.set(memory.id, memory);
    setChosen(next.size > 0 ? next : undefined);
  };
  usePageKeys((key) => {
    const at = list.current?.find((one) => one.id === open) ?? -1;
    const current = at < 0 ? undefined : list.current?.row(at);
    if (key === 'j') goBy(1);
    else if (key === 'k') goBy(-1);
    else if (key === 'Escape') show(undefined);
    else if (!isOffered) return;
    else if (key === 'e' && open !== undefined) setEditing(true);
    else if (key === 'x' && current) choose(current);
    else if (key === '#' && current?.state === 'ACTIVE') {
      if (!goBy(1)) goBy(-1);
      run(edits.remove(current));
    }
  });

  if (!character || characterId === undefined) {
    return <WithoutCharacter />;
  }
  const actionsOf = (memory: Memory) =>
    !isOffered
      ? []
      : memory.state === 'DELETED'
        ? [{ label: 'Restore', run: () => run(edits.restore(memory)) }]
        : [
            {
              label: 'Edit',
              run: () => {
                show(memory.id);
                setTimeout(() => setEditing(true));
              },
            },
            { label: 'Choose', run: () => choose(memory) },
            { label: 'Delete', run: () => run(edits.remove(memory)), isDangerous: true },
          ];
  const read = async (page: number, signal: AbortSignal) => {
    const found = await client.call('listMemories', { characterId, ...filter, page, limit: size }, signal);
    return { rows: found.memories, total: found.total };
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      <VirtualList<Memory>
        about={about}
        version={version}
        size={size}
        estimate={memoryHeight}
        identify={({ id }) => id}
        label="Memories"
        handle={list}
        empty={<NoMemories character={character} isFiltered={isFiltered} />}
        read={read}
        draw={(memory, index, before) => {
          const day = dayOf(memory.occurredAt ?? memory.createdAt);
          const isNew = !before || dayOf(before.occurredAt ?? before.createdAt) !== day;
          return (
            <>
              {isNew && <h2 class="day">{day}</h2>}
              <MemoryRow
                key={memory.id}
                memory={memory}
                index={index}
                address={addressOf(memory.id)}
                isOpen={memory.id === open}
                isChosen={isOffered ? chosen?.has(memory.id) : undefined}
                choose={() => choose(memory)}
                actions={actionsOf(memory)}
              />
            </>
          );
        }}
      >
        <h1 class="unseen">Memories of {character.name}</h1>
        <Facets
          characterId={characterId}
          filter={filter}
          set={(next: Filter) => go(placeOf('memories', characterId, open) + queryOf({ ...next }))}
        />
        {isOffered && chosen && <Chosen memories={[...chosen.values()]} done={() => setChosen(undefined)} />}
      </VirtualList>
      {open !== undefined && (
        <MemoryPane
          characterId={characterId}
          memoryId={open}
          isEditing={isEditing}
          edit={setEditing}
          close={() => show(undefined)}
        />
      )}
    </div>
  );
}
