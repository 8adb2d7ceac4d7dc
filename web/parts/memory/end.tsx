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
/** Whether another one has replaced it, or its time is over. */
export const hasEnded = ({ supersededBy, validUntil }: Memory) =>
  supersededBy !== undefined || (validUntil !== undefined && isPast(validUntil));

/** Why a memory may no longer hold, in the words of the service. */
export interface Doubted {
  doubt?: string | undefined;
}

/** Until when a memory holds or held, and what holds now. */
export function End({ memory, isAlone }: { memory: Memory; isAlone: boolean }) {
  const { characterId, validUntil, supersededBy } = memory;
  const newer = useMemory(characterId, supersededBy);
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
      {supersededBy !== undefined && (
        <>
          <dt>{newer ? t('Ended, now') : t('State')}</dt>
          <dd>{newer ? <Other memory={newer} isAlone={isAlone} /> : t('ended')}</dd>
        </>
      )}
    </>
  );
}

/** What may hold in place of a memory, or of its parts. */
export function Outdated({ memory, isAlone }: { memory: Memory & Doubted; isAlone: boolean }) {
  const { characterId, supersededBy, mayBeOutdatedBy, doubt } = memory;
  const newer = useMemory(characterId, supersededBy === undefined ? mayBeOutdatedBy : undefined);
  const doubts = doubt === undefined ? [] : doubtsIn(doubt).filter(({ part }) => part !== undefined);
  // What has ended itself casts no doubt.
  if (doubts.length < 2 && (!newer || hasEnded(newer))) return null;
  return (
    <>
      <dt>{t('May be outdated by')}</dt>
      <dd>
        {doubts.length < 2 && newer && <Other memory={newer} isAlone={isAlone} />}
        {doubts.length > 1 &&
          doubts.map(({ part, content }) => (
            <p key={part}>
              {part}:{' '}
              {content === newer?.content ? <Other memory={newer} isAlone={isAlone} /> : shortText(content, maxShown)}
            </p>
          ))}
      </dd>
    </>
  );
}

/** What a memory holds in place of. */
export function InPlaceOf({ memory, isAlone }: { memory: Memory; isAlone: boolean }) {
  const { client } = useShared();
  const { id, characterId, revision, supersedes = [] } = memory;
  const older = useLoad(
    `${id} ${revision}`,
    supersedes.length === 0
      ? undefined
      : (signal) =>
          Promise.allSettled(supersedes.map((memoryId) => client.call('getMemory', { characterId, memoryId }, signal))),
  );
  const found = (older.value ?? []).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (found.length === 0) return null;
  return (
    <>
      <dt>{t('In place of')}</dt>
      <dd>
        {found.map((one) => (
          <p key={one.id}>
            <Other memory={one} isAlone={isAlone} /> <span class="outdated">{t('ended')}</span>
          </p>
        ))}
      </dd>
    </>
  );
}

/** UTF-16 units of another text. */
const maxShown = 160;

function Other({ memory: { id, characterId, content }, isAlone }: { memory: Memory; isAlone: boolean }) {
  const text = shortText(content, maxShown);
  return isAlone ? <span>{text}</span> : <Link href={placeOf('memories', characterId, id)}>{text}</Link>;
}

function useMemory(characterId: string, memoryId: string | undefined): Memory | undefined {
  const { client } = useShared();
  return useLoad(
    `${characterId} ${memoryId}`,
    memoryId === undefined ? undefined : (signal) => client.call('getMemory', { characterId, memoryId }, signal),
  ).value;
}
