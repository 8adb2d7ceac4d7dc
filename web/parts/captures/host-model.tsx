import type { Output } from '../../client/client.ts';
import { Time } from '../time.tsx';

type HostModelUse = NonNullable<Output<'listHookReceipts'>['hostModel']>;

/** Extractions by the models of hosts, and the result of the last one. */
export function HostModel({ use }: { use: HostModelUse | undefined }) {
  if (!use) return null;
  const { perDay, leftToday, sessions } = use;
  const [last] = sessions;
  return (
    <p class="note">
      {perDay !== undefined && `Models of hosts read sessions that are over: ${leftToday} of ${perDay} left today. `}
      {last && (
        <>
          {last.host}, <Time at={last.at} as="moment" />: {outcomeOf(last)}
        </>
      )}
    </p>
  );
}

function outcomeOf({ turns, kept, fault }: HostModelUse['sessions'][number]): string {
  if (fault !== undefined) return `${fault} What the rules kept stays.`;
  return kept === undefined ? `${turns} turns are being read.` : `${kept} kept of ${turns} turns.`;
}
