import type { Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

type Kind = Output<'listHookReceipts'>['kinds'][number];

/** The kinds of statements that hooks no longer store, because users rejected them; each can be allowed again. */
export function KindsLeftOut({ kinds }: { kinds: readonly Kind[] }) {
  const off = kinds.filter(({ isOff }) => isOff);
  return (
    <>
      {off.map((one) => (
        <KindLeftOut key={`${one.characterId} ${one.kind} ${one.outcome}`} kind={one} />
      ))}
    </>
  );
}

function KindLeftOut({ kind: { characterId, kind, outcome, rejected, of } }: { kind: Kind }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  return (
    <p class="note">
      {t('Statements of the kind “{kind}” are no longer {outcome}: {rejected} of the last {of} were rejected.', {
        kind: known(kind),
        outcome: known(outcome),
        rejected,
        of,
      })}{' '}
      {dashboard.may('keepKind', characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void run(() => client.call('keepKind', { characterId, kind }), t('Kept from now on'))}
        >
          {t('Keep them again')}
        </button>
      )}
      <FailureNote failure={failure} />
    </p>
  );
}

type HostModelUse = NonNullable<Output<'listHookReceipts'>['hostModel']>;

/** Extractions by the models of hosts, and the result of the last one. */
export function HostModel({ use }: { use: HostModelUse | undefined }) {
  if (!use) return null;
  const { perDay, leftToday, sessions } = use;
  const [last] = sessions;
  return (
    <p class="note">
      {perDay !== undefined &&
        t('Models of hosts read sessions that are over: {leftToday} of {perDay} left today.', {
          leftToday,
          perDay,
        })}{' '}
      {last && (
        <>
          {last.host}, <Time at={last.at} as="moment" />: {outcomeOf(last)}
        </>
      )}
    </p>
  );
}

function outcomeOf({ turns, kept, fault }: HostModelUse['sessions'][number]): string {
  if (fault !== undefined) return `${fault} ${t('The memories of the rules stay.')}`;
  return kept === undefined
    ? t('{turns} turns are being read.', { turns })
    : t('{kept} memories stored from {turns} turns.', { kept, turns });
}
