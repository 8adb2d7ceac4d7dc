import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useAction } from '../use-action.ts';

/** Joins an alias with a name, or marks a word as no name or a name as one of its own, or takes that back; each can be undone. */
export function useJoin(characterId: string | undefined) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const set = (alias: string, name: string | undefined, isSaid: boolean, said: string) => {
    const say = (joined: boolean) => client.call('joinNames', { characterId, name, alias, joined });
    return run(
      () => say(isSaid),
      said,
      () => say(!isSaid),
    );
  };
  return {
    join: (name: string, alias: string, isJoined: boolean) =>
      set(
        alias,
        name,
        isJoined,
        isJoined ? t('{alias} counts as {name}', { alias, name }) : t('{alias} is a name of its own', { alias }),
      ),
    /** Says that it stands for itself alone. */
    separate: (alias: string) => set(alias, alias, true, t('{alias} is a name of its own', { alias })),
    /** Takes it from the names, or back among them. */
    drop: (alias: string, isDropped: boolean) =>
      set(
        alias,
        undefined,
        isDropped,
        isDropped ? t('{alias} is no name', { alias }) : t('{alias} is a name of its own', { alias }),
      ),
    failure,
    isBusy,
  };
}
