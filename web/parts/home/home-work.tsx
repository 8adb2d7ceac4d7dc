import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { WaitingPieces } from '../captures.tsx';
import { CopyLine } from '../copy-line.tsx';
import { DayBars } from '../day-bars.tsx';
import { FailureNote } from '../failure.tsx';
import { counted } from '../format.ts';
import { Time } from '../time.tsx';

const daysDrawn = 60;
/** The command that installs hooks. */
const installing = 'npx -y agent-memory-service init --all --hooks';

/** Tokens of the AI provider, by day. */
export function Tokens({ days }: { days: Output<'getStatistics'>['tokensByDay'] }) {
  const drawn = days.slice(-daysDrawn);
  return (
    <section aria-label="AI tokens">
      <h2 class="heading">AI tokens by day</h2>
      {drawn.length === 0 ? (
        <p class="muted">
          None were used: rules read the texts, and cost nothing. With a provider in{' '}
          <Link href={placeOf('settings')}>Settings</Link> a model does.
        </p>
      ) : (
        <DayBars
          label={`AI tokens on the last ${counted(drawn.length, 'day')} with any, those that were written lighter`}
          tone="other"
          days={drawn.map(({ day, input, output }) => ({
            day,
            all: input + output,
            part: output,
            text: `${input.toLocaleString()} read, ${output.toLocaleString()} written`,
          }))}
        />
      )}
    </section>
  );
}

/** The waiting background work. */
export function Queues(props: { characterId: string | undefined; turns: Output<'getStatistics'>['waitingTurns'] }) {
  const { characterId, turns } = props;
  const { waits, tier } = useDashboard();
  const capture = waits.value?.characterId === characterId ? waits.value?.capture : undefined;
  const pending = tier.value?.ai.embedding.pending ?? 0;
  const isIdle = pending === 0 && turns.turns === 0 && !capture?.pending && !capture?.failed.length;
  return (
    <section aria-label="What waits">
      <h2 class="heading">What waits</h2>
      {isIdle && <p class="muted">Nothing: searches find every memory.</p>}
      {pending > 0 && <p>{counted(pending, 'memory', 'memories')} of all characters wait for their embeddings.</p>}
      {capture && <WaitingPieces capture={capture} />}
      {turns.turns > 0 && (
        <p>
          {counted(turns.turns, 'turn that hooks captured waits', 'turns that hooks captured wait')} to be read by the
          extractor.
        </p>
      )}
      {turns.failed > 0 && (
        <p class="missing">
          {turns.failed.toLocaleString()} of these could not be read and will be tried again: {turns.error}
        </p>
      )}
      {capture && capture.failed.length > 0 && (
        <p class="missing">
          {capture.failed.length.toLocaleString()} could not be read.{' '}
          <Link href={placeOf('files', characterId)}>See why</Link>
        </p>
      )}
    </section>
  );
}

/** The activity of hooks. */
export function Hooks() {
  const { client } = useDashboard();
  const found = useLoad('hooks', (signal) => client.call('listHookReceipts', { limit: 1 }, signal));
  const hosts = found.value?.hosts;
  return (
    <section aria-label="What hooks did">
      <h2 class="heading">What hooks did</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {hosts?.length === 0 && (
        <>
          <p class="muted">No hook has run. With hooks a host recalls and captures by itself:</p>
          <CopyLine text={installing} />
        </>
      )}
      {hosts && hosts.length > 0 && (
        <dl>
          {hosts.map(({ host, runs, given, captured, leftOut, lastAt }) => (
            <>
              <dt>{host}</dt>
              <dd>
                {counted(given, 'memory', 'memories')} given, {counted(captured, 'turn')} captured in{' '}
                {counted(runs, 'run')}, last <Time at={lastAt} as="moment" />
                {Object.keys(leftOut).length > 0 && (
                  <small class="muted">
                    {' '}
                    left out:{' '}
                    {Object.entries(leftOut)
                      .map(([reason, count]) => `${reason} ${count.toLocaleString()}`)
                      .join(', ')}
                  </small>
                )}
              </dd>
            </>
          ))}
        </dl>
      )}
    </section>
  );
}
