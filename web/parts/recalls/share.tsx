import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { DayBars } from '../day-bars.tsx';
import { recentDays, recentDaysOf } from '../home/recent.ts';

const times = (count: number) => tn(count, '{n} time', '{n} times');

/** Of fewer questions a share says little. */
const fewestForShare = 10;

/** How many recalls helped, by day. */
export function Share({ characterId }: { characterId: string | undefined }) {
  const { client } = useDashboard();
  const { value } = useLoad(`${characterId}`, (signal) => client.call('getStatistics', { characterId }, signal));
  const days = recentDaysOf(value?.recallsByDay ?? []).map(({ day, recalls, empty, weak }) => ({
    day,
    all: recalls,
    part: empty + weak,
    text: t('{recalls} recalls, {empty} empty, {weak} that hardly fit', { recalls, empty, weak }),
  }));
  const recent = recentDaysOf(value?.recallsByDay ?? []);
  const sum = (of: 'offered' | 'given') => recent.reduce((total, day) => total + day[of], 0);
  const all = days.reduce((total, day) => total + day.all, 0);
  const offered = sum('offered');
  if (all + offered === 0) return null;
  const helped = all - days.reduce((total, day) => total + day.part, 0);
  const isFew = all < fewestForShare;
  const text = isFew
    ? tn(all, '{helped} of {n} question helped in {days} days', '{helped} of {n} questions helped in {days} days', {
        helped,
        days: recentDays,
      })
    : tn(
        all,
        '{percent} % of {n} question helped in {days} days',
        '{percent} % of {n} questions helped in {days} days',
        {
          percent: Math.round((100 * helped) / all),
          days: recentDays,
        },
      );
  return (
    <div class="share">
      {all > 0 && <span>{text}</span>}
      {!isFew && <DayBars days={days} label={t('{text}, by day', { text })} />}
      {offered > 0 && (
        <span>
          {t('Hooks looked {looked} by themselves, and gave something {gave}.', {
            looked: times(offered),
            gave: times(sum('given')),
          })}
        </span>
      )}
    </div>
  );
}
