import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { speakers, type Turn } from '../captures/turn.tsx';

/** Turns of the session that are read. */
const maxTurns = 100;
/** Of three statements and the link, so that no button moves away from a pointer. */
const loadingHeight = '4.5lh';

const lineOf = (speaker: Turn['speaker'], text: string) => `${t(speakers[speaker])}: ${text}`;

/** What was said before and after a statement of a session, a line each. */
export function Around({ memory: { id, characterId }, session }: { memory: Memory; session: string }) {
  const { client } = useDashboard();
  const found = useLoad(`${id} ${session}`, async (signal) => {
    const { turns } = await client.call('listHookReceipts', { session, limit: maxTurns }, signal);
    const all = turns.toReversed().flatMap(({ speaker, clauses }) => clauses.map((one) => ({ ...one, speaker })));
    const at = all.findIndex((one) => one.memoryId === id);
    return at < 0 ? [] : all.slice(Math.max(0, at - 1), at + 2);
  });
  const said = found.value;
  if (found.failure || (said && said.length < 2)) return null;
  return (
    <div class="side around" style={{ minHeight: said ? undefined : loadingHeight }}>
      {said?.map(({ id: clause, speaker, text, memoryId }) => (
        <p key={clause} class="path" dir="auto">
          {memoryId === id ? <b>{lineOf(speaker, text)}</b> : lineOf(speaker, text)}
        </p>
      ))}
      <p class="meta">
        <Link href={placeOf('captures', characterId) + queryOf({ session })}>{t('Captures')}</Link>
      </p>
    </div>
  );
}
