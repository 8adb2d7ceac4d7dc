import { useMemo, useRef } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { AuditFacets, type AuditFilter, auditFilterOf } from '../parts/audit-facets.tsx';
import { type AuditEvent, AuditRow } from '../parts/audit-row.tsx';
import { CursorBlocks } from '../parts/cursor-blocks.ts';
import { dayOf } from '../parts/time.tsx';
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
        <h1 class="page-title">Audit trail</h1>
        <AuditFacets filter={filter} set={set} />
      </VirtualList>
    </div>
  );
}
