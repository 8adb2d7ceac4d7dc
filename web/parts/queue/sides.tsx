import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { Diff } from '../memory/diff.tsx';
import { originIn } from '../memory/source.ts';
import { Time } from '../time.tsx';

/**
 * Two memories one below the other, the older one first, each with what the other one lacks.
 * @param props.stays what of the older one stays: then only what goes of it is marked
 */
export function Sides(props: { memories: readonly [newer: Memory, older: Memory]; stays?: string | undefined }) {
  const { memories, stays } = props;
  const [newer, older] = memories;
  const dashboard = useDashboard();
  const isOfSeveral = newer.characterId !== older.characterId;
  return (
    <>
      {([older, newer] as const).map((memory) => (
        <div key={memory.id} class="side">
          <p class="said" dir="auto">
            {stays === undefined ? (
              <Diff from={older.content} to={newer.content} isShort only={memory === newer ? 'to' : 'from'} />
            ) : memory === newer ? (
              newer.content
            ) : (
              <Diff from={older.content} to={stays} isShort only="from" />
            )}
          </p>
          <div class="meta">
            <b>{memory === newer ? t('newer') : t('older')}</b>
            <span>{originIn(memory.origin)}</span>
            {isOfSeveral && <bdi>{dashboard.character(memory.characterId)?.name}</bdi>}
            <Time at={memory.occurredAt ?? memory.createdAt} as="moment" />
            <Link href={placeOf('memories', memory.characterId, memory.id)}>{t('History')}</Link>
          </div>
        </div>
      ))}
    </>
  );
}
