import { useEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { msg, numeral, t, tn } from '../../languages/translate.ts';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useJoin } from './use-join.ts';

type Name = Output<'listNames'>['names'][number];

const kinds = { person: msg('People'), thing: msg('Places and things') } as const;

/** The names of people, then those of things; beside a short form the name that it may be of, as one click. */
export function NameList(props: {
  names: readonly Name[];
  /** All of each kind. */
  count: Readonly<Record<Name['kind'], number>>;
  open: string | undefined;
  characterId: string | undefined;
  addressOf: (name: string) => string;
  mayJoin: boolean;
  /** Words that a person said are not names. */
  none: readonly string[];
}) {
  const { names, open, addressOf } = props;
  const { join, separate, drop, failure, isBusy } = useJoin(props.characterId);
  const list = useRef<HTMLDivElement>(null);
  // The pane beside it makes the list narrower, and its rows higher.
  useEffect(() => list.current?.querySelector('.sel')?.scrollIntoView({ block: 'nearest' }), [open]);
  return (
    <div ref={list} class="kinds">
      <FailureNote failure={failure} />
      {(['person', 'thing'] as const).map((kind) => {
        const some = names.filter((one) => one.kind === kind);
        return (
          some.length > 0 && (
            <section key={kind} class="kind" aria-label={t(kinds[kind])}>
              <header>
                <h2>
                  {t(kinds[kind])} <span class="number">{numeral(props.count[kind])}</span>
                </h2>
                <span class="amount">{t('memories')}</span>
                <span class="amount">{t('latest')}</span>
              </header>
              <ul class="things">
                {some.map(({ name, memories, ended, last, same }) => (
                  <li key={name} class={name === open ? 'thing sel' : 'thing'}>
                    <span class="called">
                      <Link href={addressOf(name)} aria-current={name === open ? 'true' : undefined}>
                        <bdi>{name}</bdi>
                      </Link>
                      {same !== undefined && props.mayJoin && (
                        <>
                          <small>{t('same as {name}?', { name: same })}</small>
                          <button
                            type="button"
                            class="chip"
                            disabled={isBusy}
                            aria-label={`${t('same as {name}?', { name: same })} ${t('Yes')}`}
                            onClick={() => void join(same, name, true)}
                          >
                            {t('Yes')}
                          </button>
                          <button
                            type="button"
                            class="chip"
                            disabled={isBusy}
                            aria-label={`${t('same as {name}?', { name: same })} ${t('No, another one')}`}
                            onClick={() => void separate(name)}
                          >
                            {t('No, another one')}
                          </button>
                        </>
                      )}
                    </span>
                    <span class="amount">
                      {numeral(memories)}
                      {ended > 0 && <small>{tn(ended, '{n} ended', '{n} ended')}</small>}
                    </span>
                    <Time at={last} as="short" />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      {props.none.length > 0 && (
        <p class="facets muted">
          <span>{t('No names:')}</span>
          {props.none.map((alias) => (
            <button
              key={alias}
              type="button"
              class="chip"
              disabled={isBusy || !props.mayJoin}
              aria-label={t('{alias} is a name', { alias })}
              onClick={() => void drop(alias, false)}
            >
              <bdi>{alias}</bdi> ×
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
