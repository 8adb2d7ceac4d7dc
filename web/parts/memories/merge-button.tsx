import { useState } from 'preact/hooks';
import { t } from '../../languages/translate.ts';
import { usePageKeys } from '../../shell/page-keys.ts';
import { MergeDialog, maxMerged } from '../memory/merge-dialog.tsx';
import type { Selected, Selection } from './selection.ts';

/** Merges the selected memories, where they are few and of one character. */
export function MergeButton({ selection: { isAll, named }, done }: { selection: Selection; done: () => void }) {
  const [merging, setMerging] = useState<readonly Selected[]>();
  const chosen = [...named.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const isOfOne = chosen.every((one) => one.characterId === chosen[0]?.characterId && one.state === 'ACTIVE');
  const isOffered = !isAll && isOfOne && chosen.length >= 2 && chosen.length <= maxMerged;
  usePageKeys((key) => {
    if (key === 'm' && isOffered) setMerging(chosen);
  });
  if (!isOffered) return null;
  return (
    <>
      <button type="button" onClick={() => setMerging(chosen)}>
        {t('Merge into one…')}
      </button>
      {merging && (
        <MergeDialog
          memories={merging}
          decide={(isDecided) => isDecided && done()}
          close={() => setMerging(undefined)}
        />
      )}
    </>
  );
}
