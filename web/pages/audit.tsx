import { useMemo, useRef } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { dayOf } from '../languages/times.ts';
import { t } from '../languages/translate.ts';
import { AuditFacets, type AuditFilter, auditFilterOf } from '../parts/audit/audit-facets.tsx';
import { AuditRow, type TeamNames } from '../parts/audit/audit-row.tsx';
import { CursorBlocks } from '../parts/audit/cursor-blocks.ts';
import { type AuditEvent, addToRuns, type Run } from '../parts/audit/runs.ts';
import { type ListHandle, VirtualList } from '../parts/virtual-list.tsx';
import { type Dashboard, type PageProps, useDashboard } from '../shell/dashboard.ts';
import { placeOf, queryOf } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

const size = 50;
const rowHeight = 58;

/** The audit log, newest first. */
export default function Audit({ character }: PageProps) {
  const dashboard = useDashboard();
  const { client, changes } = dashboard;
  const names = useTeamNames();
  const search = useSearch();
  const [, go] = useLocation();
  const list = useRef<ListHandle<Run>>(null);
  const filter = auditFilterOf(search);
  const about = queryOf({ ...filter });
  const blocks = useMemo(
    () =>
      new CursorBlocks<AuditEvent, Run>(
        size,
        async (cursor, limit, signal) => {
          const { events, nextCursor } = await client.call('listAuditEvents', { ...filter, cursor, limit }, signal);
          void knowAbout(dashboard, events).catch(() => undefined);
          return { rows: events, nextCursor };
        },
        addToRuns,
      ),
    [client, about],
  );
  const set = (next: AuditFilter) => go(placeOf('audit', character) + queryOf({ ...next }));
  return (
    <div class="body">
      <VirtualList<Run>
        about={about}
        version={changes.value}
        size={size}
        estimate={rowHeight}
        identify={([{ id }]) => id}
        label={t('Audit')}
        handle={list}
        read={(block, signal) => blocks.block(block, signal)}
        empty={
          <p class="empty">{about === '' ? t('Nothing has happened yet.') : t('Nothing of this kind has happened.')}</p>
        }
        draw={(run, index, before) => {
          const day = dayOf(run[0].at);
          return (
            <>
              {(!before || dayOf(before[0].at) !== day) && <h2 class="day">{day}</h2>}
              <AuditRow run={run} index={index} names={names} />
            </>
          );
        }}
      >
        <h1 class="page-title">{t('Audit log')}</h1>
        <AuditFacets filter={filter} set={set} />
      </VirtualList>
    </div>
  );
}

/** Names for the log's ids. */
function useTeamNames(): TeamNames {
  const { client } = useDashboard();
  const found = useLoad('names', async (signal) => {
    const [{ members }, { keys }, { webhooks }] = await Promise.all([
      client.call('listMembers', {}, signal),
      client.call('listKeys', {}, signal),
      client.call('listWebhooks', {}, signal).catch(() => ({ webhooks: [] })),
    ]);
    return {
      member: new Map(members.map((one) => [one.id, one])),
      key: new Map(keys.map(({ id, name }) => [id, name])),
      webhook: new Map(webhooks.map(({ id, description, url }) => [id, description ?? url])),
    };
  });
  return found.value ?? noNames;
}

const noNames: TeamNames = { member: new Map(), key: new Map(), webhook: new Map() };

/** Reads the names of files in the lines. */
async function knowAbout(dashboard: Dashboard, events: readonly AuditEvent[]): Promise<void> {
  const known = dashboard.files.value;
  const unknown = events.filter(({ action, targetId }) => action.endsWith('_file') && !known.has(targetId ?? ''));
  for (const characterId of new Set(unknown.map((event) => event.characterId))) {
    if (characterId === undefined) continue;
    dashboard.know((await dashboard.client.call('listFiles', { characterId, limit: 100 })).files);
  }
}
