import { useState } from 'preact/hooks';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { usePageKeys } from '../../shell/page-keys.ts';
import { lazily } from '../lazily.tsx';
import { maxMerged } from '../memory/edits.ts';
import type { Selected } from './selection.ts';

const MergeDialog = lazily(async () => (await import('../memory/merge-dialog.tsx')).MergeDialog);

/** Merges the selected memories, where they are few; those of several characters into the user's own memory, if it has one. */
export function MergeButton(props: {
  count: number;
  /** Whether none of them is deleted. */
  isActive: boolean;
  read: () => Promise<readonly Selected[]>;
  /** @param into the memory that they became */
  done: (into: Selected) => void;
}) {
  const { count, isActive, read, done } = props;
  const { me, toasts } = useDashboard();
  const [merging, setMerging] = useState<readonly Selected[]>();
  const isOffered = isActive && count >= 2 && count <= maxMerged;
  const isOwn = (one: Selected) => one.characterId === me.value?.ownCharacter;
  const begin = async () => {
    const chosen = [...(await read())];
    setMerging(
      chosen.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || b.createdAt.localeCompare(a.createdAt)),
    );
  };
  const merge = () => void begin().catch((error) => toasts.fail(error));
  usePageKeys((key) => {
    if (key === 'm' && isOffered) merge();
    else if (key === 'm')
      toasts.show(t('Select 2 to {n} memories that are not deleted: they become one.', { n: maxMerged }));
  });
  if (!isOffered) return null;
  return (
    <>
      <button type="button" onClick={merge}>
        {t('Merge into one…')}
      </button>
      {merging && (
        <MergeDialog
          memories={merging}
          decide={(isDecided) => isDecided && merging[0] && done(merging[0])}
          close={() => setMerging(undefined)}
        />
      )}
    </>
  );
}
