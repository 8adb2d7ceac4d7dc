import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import type { Offer } from '../../shell/offers.ts';
import { placeOf } from '../../shell/places.ts';
import { useOffers } from '../../shell/use-offers.ts';
import { Doubts } from './doubts.tsx';
import { batchesOf, Edits } from './edits.ts';
import { MemoryPane, type PaneProps } from './memory-pane.tsx';
import { Near } from './near.tsx';
import type { Choice } from './rank.ts';
import { ShareMemory, useClipboard } from './share-memory.tsx';

/** The open memory of a page, with what can be done with it, also by the palette; around it by default the nearest memories. */
export function OpenMemory(
  props: Pick<PaneProps, 'characterId' | 'memoryId' | 'isEditing' | 'edit' | 'close' | 'around'>,
) {
  const { edit, around } = props;
  const [, go] = useLocation();
  return (
    <MemoryPane
      {...props}
      more={(memory) => <Actions memory={memory} edit={edit} />}
      asked={(memory) => <Doubts memory={memory} />}
      around={
        around ??
        ((memory) => <Near memory={memory} show={(into) => go(placeOf('memories', into.characterId, into.id))} />)
      }
    />
  );
}

function Actions({ memory, edit }: { memory: Memory & Choice; edit: (isEditing: boolean) => void }) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const { id, characterId, content, validUntil, supersededBy, mayBeOutdatedBy, muted = false } = memory;
  const [isSharing, setSharing] = useState(false);
  const toClipboard = useClipboard();
  const edits = new Edits(dashboard);
  const run = (work: Promise<unknown>) => void work.catch((error) => toasts.fail(error));
  const isOver = validUntil !== undefined && Date.parse(validUntil) <= Date.now();
  const mute = async (isMuted: boolean) => {
    await client.call('muteMemory', { characterId, memoryId: id, muted: isMuted });
    dashboard.changed();
  };
  const others = (dashboard.characters.value ?? []).filter(
    (one) => one.id !== characterId && dashboard.may('changeMemories', one.id),
  );
  const changing: Offer[] = [
    { label: t('Edit'), words: t('correct change text'), key: 'e', run: () => edit(true) },
    ...(supersededBy !== undefined
      ? []
      : [
          isOver
            ? { label: t('It holds again'), run: () => run(edits.end(memory, 'never')) }
            : { label: t('It ended'), words: t('end outdated no longer'), run: () => run(edits.end(memory, 'now')) },
        ]),
    { label: t('Share…'), words: t('give send move copy'), run: () => setSharing(true) },
    ...others.map(({ id: to, name }) => ({
      label: t('Move to {name}', { name }),
      isRare: true,
      run: () => run(edits.changeMany(batchesOf([memory]), { moveTo: to })),
    })),
    {
      label: muted ? t('Give it again') : t('Never give it again'),
      words: t('mute silence'),
      run: () =>
        run(
          mute(!muted).then(() =>
            toasts.show(muted ? t('Hooks give it again') : t('Hooks never give it again'), () => mute(muted)),
          ),
        ),
    },
  ];
  const last: Offer[] = [
    { label: t('Delete'), words: t('forget erase delete remove'), key: '#', run: () => run(edits.remove(memory)) },
  ];
  const reading: Offer[] = [
    { label: t('Copy the text'), run: () => void toClipboard(content) },
    {
      label: t('History'),
      words: t('earlier texts revisions restore'),
      run: () => document.querySelector('.pane .history')?.scrollIntoView({ block: 'start' }),
    },
  ];
  const mayChange = dashboard.may('updateMemory', characterId);
  useOffers('open', t('this memory'), [...(mayChange ? changing : []), ...reading, ...(mayChange ? last : [])]);
  return (
    <>
      {supersededBy === undefined && mayBeOutdatedBy === undefined && (
        <button type="button" class="quiet" onClick={() => run(edits.end(memory, isOver ? 'never' : 'now'))}>
          {isOver ? t('It holds again') : t('It ended')}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => setSharing(true)}>
        {t('Share…')}
      </button>
      {isSharing && <ShareMemory memory={memory} close={() => setSharing(false)} />}
    </>
  );
}
