import { useState } from 'preact/hooks';
import type { Output } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { FailureNote } from '../failure.tsx';
import { SameAs } from './same-as.tsx';
import { useJoin } from './use-join.ts';

type Described = Output<'describeName'>;
type Perhaps = Described['perhaps'][number];

/** Other names that may be of the same person or thing, each with buttons that join it and that say it is another. */
export function Offers({ one, characterId }: { one: Described; characterId: string | undefined }) {
  const { join, separate, failure, isBusy } = useJoin(characterId);
  if (one.perhaps.length === 0) return null;
  return (
    <>
      {one.perhaps.map((two) => (
        <p key={otherOf(two, one.name)} class="facets">
          <button
            type="button"
            class="chip"
            disabled={isBusy}
            title={
              two.why === 'renamed'
                ? t('A memory says that {alias} is called {name} now.', { alias: two.alias, name: two.name })
                : two.why === 'sound'
                  ? t('They sound the same.')
                  : t('They are named on the same days, and one begins the other.')
            }
            onClick={() => void join(two.name, two.alias, true)}
          >
            {t('Is {other} the same? Join', { other: otherOf(two, one.name) })}
          </button>
          <button type="button" class="chip" disabled={isBusy} onClick={() => void separate(two.alias)}>
            {t('No, another one')}
          </button>
        </p>
      ))}
      <FailureNote failure={failure} />
    </>
  );
}

/** Lets a person join a name with another one, or say that it is not a name. */
export function Joins(props: {
  one: Described;
  characterId: string | undefined;
  show: (name: string) => void;
  next: () => void;
}) {
  const { one, characterId } = props;
  const { join, drop, failure, isBusy } = useJoin(characterId);
  const [isJoining, setJoining] = useState(false);
  return (
    <>
      <div class="acts">
        <button
          type="button"
          class="quiet"
          aria-expanded={isJoining}
          disabled={isBusy}
          onClick={() => setJoining(!isJoining)}
        >
          {t('Same as…')}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={async () => {
            if (await drop(one.name, true)) props.next();
          }}
        >
          {t('Not a name')}
        </button>
      </div>
      {isJoining && (
        <SameAs
          name={one.name}
          characterId={characterId}
          choose={async (other) => {
            if (await join(other, one.name, true)) props.show(other);
          }}
          close={() => setJoining(false)}
        />
      )}
      {one.joined.length > 0 && (
        <p class="facets">
          {one.joined.map((alias) => (
            <button
              key={alias}
              type="button"
              class="chip"
              aria-pressed="true"
              disabled={isBusy}
              onClick={() => void join(one.name, alias, false)}
            >
              {t('also {alias} ×', { alias })}
            </button>
          ))}
        </p>
      )}
      <FailureNote failure={failure} />
    </>
  );
}

/** That of two names that is not shown. */
function otherOf({ name, alias }: Perhaps, shown: string): string {
  return alias.toLowerCase() === shown.toLowerCase() ? name : alias;
}
