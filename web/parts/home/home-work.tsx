import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { leftOutInWords } from '../../languages/reasons.ts';
import { numeral, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { WaitingPieces } from '../captures.tsx';
import { CopyLine } from '../copy-line.tsx';
import { DayBars } from '../day-bars.tsx';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';

const daysDrawn = 60;
/** The command that installs hooks. */
const installing = 'npx -y agent-memory-service init --all --hooks';

/** Tokens of the AI provider, by day; nothing without any. */
export function Tokens({ days }: { days: Output<'getStatistics'>['tokensByDay'] }) {
  const drawn = days.slice(-daysDrawn);
  if (drawn.length === 0) return null;
  return (
    <section aria-label={t('AI tokens')}>
      <h2 class="heading">{t('AI tokens by day')}</h2>
      <DayBars
        label={tn(
          drawn.length,
          'AI tokens on the last {n} day with any, those that were written lighter',
          'AI tokens on the last {n} days with any, those that were written lighter',
        )}
        days={drawn.map(({ day, input, output }) => ({
          day,
          all: input + output,
          part: output,
          text: t('{input} read, {output} written', { input, output }),
        }))}
      />
    </section>
  );
}

/** The waiting background work; nothing without any. */
export function Queues(props: { characterId: string | undefined; turns: Output<'getStatistics'>['waitingTurns'] }) {
  const { characterId, turns } = props;
  const { waits, tier } = useDashboard();
  const capture = waits.value?.characterId === characterId ? waits.value?.capture : undefined;
  const pending = tier.value?.ai.embedding.pending ?? 0;
  const isIdle = pending === 0 && turns.turns === 0 && !capture?.pending && !capture?.failed.length;
  if (isIdle) return null;
  return (
    <section aria-label={t('What waits')}>
      <h2 class="heading">{t('What waits')}</h2>
      {pending > 0 && (
        <p>
          {tn(
            pending,
            '{n} memory of all characters waits for its embedding.',
            '{n} memories of all characters wait for their embeddings.',
          )}
        </p>
      )}
      {capture && <WaitingPieces capture={capture} />}
      {turns.turns > 0 && (
        <p>
          {tn(
            turns.turns,
            '{n} turn that hooks captured waits to be read by the extractor.',
            '{n} turns that hooks captured wait to be read by the extractor.',
          )}
        </p>
      )}
      {turns.failed > 0 && (
        <p class="missing">
          {t('{failed} of these could not be read and will be tried again: {error}', {
            failed: turns.failed,
            error: turns.error,
          })}
        </p>
      )}
      {capture && capture.failed.length > 0 && (
        <p class="missing">
          {rich(t('{n} could not be read. {link}'), {
            n: capture.failed.length,
            link: <Link href={placeOf('files', characterId)}>{t('See why')}</Link>,
          })}
        </p>
      )}
    </section>
  );
}

/** The activity of hooks, in one character or all. */
export function Hooks({ characterId }: { characterId: string | undefined }) {
  const { client } = useDashboard();
  const found = useLoad(`hooks ${characterId}`, (signal) =>
    client.call('listHookReceipts', { characterId, limit: 1 }, signal),
  );
  const hosts = found.value?.hosts;
  const given = (hosts ?? []).reduce((sum, one) => sum + one.given, 0);
  const reasons = new Map<string, number>();
  for (const [reason, count] of (hosts ?? []).flatMap((one) => Object.entries(one.leftOut)))
    reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  return (
    <section aria-label={t('What hooks did')}>
      <h2 class="heading">{t('What hooks did')}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {hosts?.length === 0 && (
        <>
          <p class="muted">{t('No hook has run. With hooks a host recalls and captures by itself:')}</p>
          <CopyLine text={installing} />
        </>
      )}
      {hosts && hosts.length > 0 && (
        <>
          <p class="figure">
            {rich(tn(given, '{count} memory given', '{count} memories given'), { count: <b>{numeral(given)}</b> })}
          </p>
          <details class="further">
            <summary>{t('More')}</summary>
            <div class="wide">
              <table class="table counts">
                <thead>
                  <tr>
                    <th>{t('Host')}</th>
                    <th>{t('Given')}</th>
                    <th>{t('Captured')}</th>
                    <th>{t('Runs')}</th>
                    <th>{t('Last')}</th>
                  </tr>
                </thead>
                <tbody>
                  {hosts.map((one) => (
                    <tr key={one.host}>
                      <td>{one.host}</td>
                      <td>{numeral(one.given)}</td>
                      <td>{numeral(one.captured)}</td>
                      <td>{numeral(one.runs)}</td>
                      <td>
                        <Time at={one.lastAt} as="moment" />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {reasons.size > 0 && <p class="muted">{leftOutInWords(Object.fromEntries(reasons))}</p>}
          </details>
        </>
      )}
    </section>
  );
}
