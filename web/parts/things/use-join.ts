import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useAction } from '../use-action.ts';

/** Joins an alias with a name, or takes that back; either can be undone. */
export function useJoin(characterId: string | undefined) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const join = (name: string, alias: string, isJoined: boolean) => {
    const set = (joined: boolean) => client.call('joinNames', { characterId, name, alias, joined });
    const said = isJoined
      ? t('{alias} counts as {name}', { alias, name })
      : t('{alias} is a name of its own', { alias });
    void run(
      () => set(isJoined),
      said,
      () => set(!isJoined),
    );
  };
  return { join, failure, isBusy };
}
