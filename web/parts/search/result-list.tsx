import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { monthOf } from '../../languages/times.ts';
import { numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { Hit } from '../memory/hit.tsx';
import { heldBack } from '../recalls/recall.ts';
import type { Found } from './found.ts';

/** The default of agents. */
export const firstShown = 10;

/**
 * How many results would help an agent.
 * @param listed how many are listed, where all are
 * @param isCut whether only the first ones were asked for
 */
export function HowMany(props: {
  helping: number;
  held: number;
  ms: number;
  listed: number | undefined;
  isCut: boolean;
}) {
  const { helping, held, ms, listed, isCut } = props;
  const time = numeral(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 });
  return (
    <p role="status" title={t('{ms} ms · an agent gets the first {firstShown}', { ms: time, firstShown })}>
      {listed !== undefined && `${tn(listed, '{n} memory', '{n} memories')} · `}
      {helping === 0
        ? t('Nothing that would help an agent')
        : helping === firstShown && isCut
          ? t('{helpful} or more would help an agent', { helpful: helping })
          : t('{helpful} would help an agent', { helpful: helping })}
      {held > 0 && ` (${heldBack(held)})`}
    </p>
  );
}

/** How often it is looked for how many are left (ms). */
const lookMs = 4_000;

/** How many memories are still found by words alone, while their embeddings are made; then the search is asked again. */
export function StillRead() {
  const dashboard = useDashboard();
  const { pending = 0, reason } = dashboard.tier.value?.ai.embedding ?? {};
  const isRead = pending > 0 && reason === undefined;
  useEffect(() => {
    if (!isRead) return undefined;
    const look = async () => {
      const tier = await dashboard.client.call('getTier', {});
      dashboard.tier.value = tier;
      if (tier.ai.embedding.pending === 0) dashboard.changed('others');
    };
    const timer = setInterval(() => void look().catch(() => undefined), lookMs);
    return () => clearInterval(timer);
  }, [dashboard, isRead]);
  if (!isRead) return null;
  return (
    <p class="muted" role="status">
      {tn(pending, 'Meaning is still being read: {n} memory left', 'Meaning is still being read: {n} memories left')}
    </p>
  );
}

const timeOf = ({ occurredAt, createdAt }: Found) => occurredAt ?? createdAt;

/** The helpful ones newest first; weak matches stay behind them. @param helpful how many of the first ones are helpful */
export function newestFirst(found: readonly Found[], helpful: number): Found[] {
  const sorted = found.slice(0, helpful).toSorted((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)));
  return [...sorted, ...found.slice(helpful)];
}

interface Props {
  shown: readonly Found[];
  /** All, by their rank. */
  ranked: readonly Found[];
  /** The place of the first weak match. */
  helpful: number;
  /** Whether months divide the helpful ones. */
  isByTime: boolean;
  addressOf: (memory: Pick<Found, 'id' | 'characterId'>) => string;
  open: string | undefined;
  isSelected: (id: string) => boolean;
  select: (found: Found, isRange: boolean) => void;
}

/** Results, by rank or under their months, and a line above the weak ones. */
export function ResultList({ shown, ranked, helpful, isByTime, addressOf, open, isSelected, select }: Props) {
  return (
    <div class="rows">
      {shown.map((one, at) => {
        const before = shown[at - 1];
        const month = isByTime && at < helpful ? monthOf(timeOf(one)) : undefined;
        return (
          <Fragment key={one.id}>
            {month !== undefined && !(before && monthOf(timeOf(before)) === month) && <h2 class="day">{month}</h2>}
            {at === helpful && (
              <p class="line">{t('Matches below are too weak for an agent: hooks leave them out.')}</p>
            )}
            <Hit
              found={one}
              rank={ranked.indexOf(one) + 1}
              addressOf={addressOf}
              isOpen={one.id === open}
              isSelected={isSelected(one.id)}
              select={(isRange) => select(one, isRange)}
            />
          </Fragment>
        );
      })}
    </div>
  );
}
