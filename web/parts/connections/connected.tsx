import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { listed, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { State, type StateKind } from '../state.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import type { ConnectedCharacter } from './connection.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { Refused } from './refused.tsx';

/** One connected character: waiting and refused changes, and whether it stays. */
export function Connected(props: { character: ConnectedCharacter; connected: readonly ConnectedCharacter[] }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character } = props;
  const { id: characterId, problem, deletedAt, keeps } = character;
  const name = dashboard.nameOf(character);
  const { run, failure, isBusy } = useAction();
  const [isEnding, setEnding] = useState(false);
  const keep = (stays: boolean) => client.call('keepCharacter', { characterId, keeps: stays });
  const waiting = dashboard.waiting(characterId) ?? 0;
  return (
    <article class="connected" aria-label={name}>
      <div class="opening">
        <h3 dir="auto">
          <Link href={placeOf('memories', characterId)}>{name}</Link>
        </h3>
        <div class="buttons">
          {deletedAt !== undefined && (
            <button
              type="button"
              class="main"
              disabled={isBusy}
              onClick={() =>
                void run(
                  () => keep(true),
                  t('{name} stays here', { name }),
                  () => keep(false),
                )
              }
            >
              {t('Keep it')}
            </button>
          )}
          {keeps && (
            <button
              type="button"
              class="quiet"
              disabled={isBusy}
              onClick={() =>
                void run(
                  () => keep(false),
                  t('{name} no longer stays here', { name }),
                  () => keep(true),
                )
              }
            >
              {t('Keep it no longer')}
            </button>
          )}
          <button
            type="button"
            class="quiet danger"
            aria-label={t('Disconnect {name}…', { name })}
            onClick={() => setEnding(true)}
          >
            {t('Disconnect…')}
          </button>
        </div>
      </div>
      <p>
        <State is={stateOf(character)}>
          <span>{factsOf(character)}</span>
        </State>
      </p>
      {problem !== undefined && <p class="failure">{problem}</p>}
      {deletedAt !== undefined && (
        <p class="failure">
          {rich(t('Will be deleted here on {time} unless you keep it.'), { time: <Time at={deletedAt} as="date" /> })}
        </p>
      )}
      {keeps && <p class="muted">{t('It stays here even if the server no longer shares it.')}</p>}
      {waiting > 0 && (
        <p class="muted">
          {rich(t('{link}, among them what two machines changed at the same time.'), {
            link: (
              <Link href={placeOf('queue', characterId)}>
                {tn(waiting, '{n} card in the Queue', '{n} cards in the Queue')}
              </Link>
            ),
          })}
        </p>
      )}
      <FailureNote failure={failure} />
      {character.refused > 0 && <Refused {...props} />}
      {isEnding && <DisconnectDialog characters={[character]} close={() => setEnding(false)} />}
    </article>
  );
}

function stateOf({ problem, deletedAt, refused, waiting }: ConnectedCharacter): StateKind {
  if (problem !== undefined || deletedAt !== undefined) return 'bad';
  if (refused > 0) return 'attention';
  return waiting > 0 ? 'waiting' : 'good';
}

function factsOf({ waiting, refused, problem }: ConnectedCharacter): string {
  const facts = [
    ...(waiting > 0 ? [tn(waiting, '{n} change waits', '{n} changes wait')] : []),
    ...(refused > 0 ? [tn(refused, '{n} memory refused', '{n} memories refused')] : []),
  ];
  if (facts.length > 0) return listed(facts);
  return problem === undefined ? t('nothing waits') : t('not synced');
}
