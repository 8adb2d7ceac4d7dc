import { Link } from 'wouter-preact';
import { listed, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { useAction } from '../use-action.ts';
import type { Join, NamedFolder } from './connection.ts';

/** Memories that began on two machines, and folders whose memory was chosen by name: a person says what is one. */
export function Joins({ joins, byName }: { joins: readonly Join[]; byName: readonly NamedFolder[] }) {
  if (joins.length + byName.length === 0) return null;
  return (
    <section aria-label={t('The same on two machines?')}>
      <h2 class="heading">{t('The same on two machines?')}</h2>
      {joins.map((join) => (
        <TwoMemories key={`${join.from.id} ${join.into.id}`} join={join} />
      ))}
      {byName.map((one) => (
        <ByName key={`${one.into.id} ${one.folder}`} one={one} />
      ))}
    </section>
  );
}

function TwoMemories({ join: { from, into, by, folder } }: { join: Join }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const answer = (given: 'join' | 'apart' | 'ask') =>
    client.call('joinCharacters', { characterId: from.id, otherId: into.id, answer: given });
  const names = { from: dashboard.nameOf(from), into: dashboard.nameOf(into) };
  const join = () => {
    let batchId = '';
    void run(
      async () => {
        batchId = (await answer('join')).batchId ?? '';
      },
      t('“{from}” and “{into}” are one now', names),
      () => client.call('undoEverywhere', { batchId }),
    );
  };
  const keepApart = () =>
    void run(
      () => answer('apart'),
      t('“{from}” and “{into}” stay apart', names),
      () => answer('ask'),
    );
  return (
    <article class="connected" aria-label={listed([names.from, names.into])}>
      <p>
        {by === 'person'
          ? t('What is about you is in two memories, because a host ran here before this machine was connected.')
          : rich(t('{folder} has two memories, one of each machine.'), { folder: <bdi>{folder}</bdi> })}
        {by === 'name' && ` ${t('Only their names are alike: look at both first.')}`}
      </p>
      <ul>
        <li>
          {rich(t('{memory}, which began here: {count}'), {
            memory: <NameOf memory={from} />,
            count: tn(from.memoryCount, '{n} memory', '{n} memories'),
          })}
        </li>
        <li>
          {rich(t('{memory}, from the other machine: {count}'), {
            memory: <NameOf memory={into} />,
            count: tn(into.memoryCount, '{n} memory', '{n} memories'),
          })}
        </li>
      </ul>
      <div class="buttons">
        <button type="button" class="main" disabled={isBusy} onClick={join}>
          {t('Make them one')}
        </button>
        <button type="button" disabled={isBusy} onClick={keepApart}>
          {t('They are different')}
        </button>
      </div>
      <FailureNote failure={failure} />
    </article>
  );
}

function ByName({ one: { into, folder } }: { one: NamedFolder }) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const answer = (given: 'apart' | 'ask') => client.call('joinCharacters', { characterId: into.id, answer: given });
  const separate = () =>
    void run(
      () => answer('apart'),
      t('{folder} gets a memory of its own', { folder }),
      () => answer('ask'),
    );
  return (
    <article class="connected" aria-label={folder}>
      <p>
        {rich(t('{folder} uses {memory} of another machine, because of its name alone.'), {
          folder: <bdi>{folder}</bdi>,
          memory: <NameOf memory={into} />,
        })}
      </p>
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={separate}>
          {t('It is another project')}
        </button>
      </div>
      <FailureNote failure={failure} />
    </article>
  );
}

function NameOf({ memory }: { memory: Join['into'] }) {
  const dashboard = useDashboard();
  return (
    <Link href={placeOf('memories', memory.id)}>
      <bdi>{dashboard.nameOf(memory)}</bdi>
    </Link>
  );
}
