import type { OperationName } from '../client/client.ts';
import { t } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';

/** Lets the user choose whose memory it becomes, where there is a choice. */
export function OwnerChoice(props: {
  /** What the user must be allowed to do there. */
  operation: OperationName;
  ownerId: string | undefined;
  isDisabled?: boolean;
  choose: (characterId: string) => void;
}) {
  const { operation, ownerId, isDisabled = false, choose } = props;
  const dashboard = useDashboard();
  const writable = (dashboard.characters.value ?? []).filter(({ id }) => dashboard.may(operation, id));
  if (writable.length < 2) return null;
  return (
    <div class="fields">
      <label>
        {t('Who remembers it')}
        <select value={ownerId} disabled={isDisabled} onChange={(event) => choose(event.currentTarget.value)}>
          {writable.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
