import { useState } from 'preact/hooks';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { usePageKeys } from '../../shell/page-keys.ts';
import { useOffers } from '../../shell/use-offers.ts';
import { lazily } from '../lazily.tsx';
import { maxMerged } from '../memory/edits.ts';
import type { Merged } from '../memory/merge-dialog.tsx';
import type { Selected } from './selection.ts';

const MergeDialog = lazily(async () => (await import('../memory/merge-dialog.tsx')).MergeDialog);

/** Merges the selected memories, where they are few; those of several characters into the user's own memory, if it has one. */
export function MergeButton(props: {
  count: number;
  /** Whether none of them is deleted. */
  isActive: boolean;
  read: () => Promise<readonly Selected[]>;
  /** @param into the memory that they became */
  done: (into: Merged) => void;
}) {
  const { count, isActive, read, done } = props;
  const { me, toasts } = useDashboard();
  const [merging, setMerging] = useState<readonly Selected[]>();
  const isOffered = isActive && count >= 2 && count <= maxMerged;
  const begin = async () => {
    const [chosen, { inOrderOfMerge }] = await Promise.all([read(), import('../memory/merge-dialog.tsx')]);
    setMerging(inOrderOfMerge(chosen, me.value?.ownCharacter));
  };
  const merge = () => void begin().catch((error) => toasts.fail(error));
  usePageKeys((key) => {
    if (key === 'm' && isOffered) merge();
    else if (key === 'm')
      toasts.show(t('Select 2 to {n} memories that are not deleted: they become one.', { n: maxMerged }));
  });
  const ofSelected = tn(count, '{n} memory', '{n} memories');
  useOffers('selected', ofSelected, isOffered ? [{ label: t('Merge into one…'), key: 'm', run: merge }] : []);
  if (!isOffered) return null;
  return (
    <>
      <button type="button" onClick={merge}>
        {t('Merge into one…')}
      </button>
      {merging && (
        <MergeDialog
          memories={merging}
          decide={(isDecided, into) => isDecided && done(into)}
          close={() => setMerging(undefined)}
        />
      )}
    </>
  );
}
