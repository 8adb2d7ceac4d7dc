import { Link } from 'wouter-preact';
import type { Output } from '../client/client.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { placeOf } from '../shell/places.ts';
import { Time } from './time.tsx';

export type AuditEvent = Output<'listAuditEvents'>['events'][number];

/** A line of the audit trail. It holds ids and names of fields, never what they held. */
export function AuditRow({ event, index }: { event: AuditEvent; index: number }) {
  const { characters } = useDashboard();
  const { id, at, actor, action, characterId, targetId, outcome, requestId, address, detail = [] } = event;
  const name = characters.value?.find((one) => one.id === characterId)?.name;
  return (
    <article class="audit" data-event={id} data-index={index}>
      <div>
        <b>{action}</b> <span>by {actor.name}</span>
        {outcome !== 'OK' && <b class="missing">refused: {outcome}</b>}
        <Time at={at} as="clock" />
      </div>
      <div class="muted">
        {characterId !== undefined && (
          <span>
            character <Link href={placeOf('characters', characterId)}>{name ?? characterId}</Link>
          </span>
        )}
        {targetId !== undefined && targetId !== characterId && <span>of {targetId}</span>}
        {detail.length > 0 && <span>{detail.join(', ')}</span>}
        <span>
          by way of {actor.via}
          {actor.keyId !== undefined && `, key ${actor.keyId}`}
        </span>
        {address !== undefined && <span>from {address}</span>}
        {requestId !== undefined && <span>request {requestId}</span>}
      </div>
    </article>
  );
}
