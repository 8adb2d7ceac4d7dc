import { useMemo, useRef } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Output } from '../client/client.ts';
import { AuditFacets, type AuditFilter, auditFilterOf } from '../parts/audit/audit-facets.tsx';
import { CursorBlocks } from '../parts/audit/cursor-blocks.ts';
import { dayOf, Time } from '../parts/time.tsx';
import { type ListHandle, VirtualList } from '../parts/virtual-list.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import type { PageProps } from '../shell/page.ts';
import { placeOf, queryOf } from '../shell/places.ts';

const size = 50;
const rowHeight = 56;

/** Who changed what, when and from where, and what was refused; newest first. */
export default function Audit({ character }: PageProps) {
  const { client, changes } = useDashboard();
  const search = useSearch();
  const [, go] = useLocation();
  const list = useRef<ListHandle<AuditEvent>>(null);
  const filter = auditFilterOf(search);
  const about = queryOf({ ...filter });
  const blocks = useMemo(
    () =>
      new CursorBlocks<AuditEvent>(size, async (cursor, limit, signal) => {
        const { events, nextCursor } = await client.call('listAuditEvents', { ...filter, cursor, limit }, signal);
        return { rows: events, nextCursor };
      }),
    [client, about],
  );
  const set = (next: AuditFilter) => go(placeOf('audit', character) + queryOf({ ...next }));
  return (
    <div class="body">
      <VirtualList<AuditEvent>
        about={about}
        version={changes.value}
        size={size}
        estimate={rowHeight}
        identify={({ id }) => id}
        label="Audit"
        handle={list}
        read={(block, signal) => blocks.block(block, signal)}
        empty={<p class="empty">{about === '' ? 'Nothing has happened yet.' : 'Nothing of this kind has happened.'}</p>}
        draw={(event, index, before) => {
          const day = dayOf(event.at);
          return (
            <>
              {(!before || dayOf(before.at) !== day) && <h2 class="day">{day}</h2>}
              <AuditRow event={event} index={index} />
            </>
          );
        }}
      >
        <h1 class="page-title">Audit log</h1>
        <AuditFacets filter={filter} set={set} />
      </VirtualList>
    </div>
  );
}

export type AuditEvent = Output<'listAuditEvents'>['events'][number];

/** A line of the audit log. It holds ids and names of fields, never what they held. */
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
