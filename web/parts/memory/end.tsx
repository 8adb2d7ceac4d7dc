import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { doubtsIn } from '../../languages/sentences.ts';
import { t } from '../../languages/translate.ts';
import { placeOf } from '../../shell/address.ts';
import { useShared } from '../../shell/shared.ts';
import { useLoad } from '../../shell/use-load.ts';
import { Time } from '../time.tsx';
import { shortText } from './marking.ts';

const isPast = (at: string) => Date.parse(at) <= Date.now();
const hasEnded = ({ supersededBy, validUntil }: Memory) =>
  supersededBy !== undefined || (validUntil !== undefined && isPast(validUntil));

/** Why a memory may no longer hold, in the words of the service. */
export interface Doubted {
  doubt?: string | undefined;
}

/** Until when a memory holds or held, and what holds now or may hold instead. */
export function End({ memory, isAlone }: { memory: Memory & Doubted; isAlone: boolean }) {
  const { characterId, validUntil, supersededBy, mayBeOutdatedBy, doubt } = memory;
  const newerId = supersededBy ?? mayBeOutdatedBy;
  const { client } = useShared();
  const newer = useLoad(
    `${characterId} ${newerId}`,
    newerId === undefined
      ? undefined
      : (signal) => client.call('getMemory', { characterId, memoryId: newerId }, signal),
  ).value;
  // What has ended itself casts no doubt.
  const isShown = newer && (supersededBy !== undefined || !hasEnded(newer));
  const text = newer && shortText(newer.content, 160);
  const doubts = doubt === undefined ? [] : doubtsIn(doubt).filter(({ part }) => part !== undefined);
  return (
    <>
      {validUntil !== undefined && (
        <>
          <dt>{isPast(validUntil) ? t('Ended') : t('Holds until')}</dt>
          <dd>
            <Time at={validUntil} as="moment" />
          </dd>
        </>
      )}
      {doubts.length > 1 && (
        <>
          <dt>{t('May be outdated by')}</dt>
          <dd>
            {doubts.map(({ part, content }) => (
              <p key={part}>
                {part}:{' '}
                {content === newer?.content && !isAlone ? (
                  <Link href={placeOf('memories', characterId, newer.id)}>{text}</Link>
                ) : (
                  shortText(content, 160)
                )}
              </p>
            ))}
          </dd>
        </>
      )}
      {isShown && doubts.length < 2 && (
        <>
          <dt>{supersededBy === undefined ? t('May be outdated by') : t('Ended, now')}</dt>
          <dd>{isAlone ? text : <Link href={placeOf('memories', characterId, newer.id)}>{text}</Link>}</dd>
        </>
      )}
    </>
  );
}
