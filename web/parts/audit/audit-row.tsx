import { Link } from 'wouter-preact';
import { known } from '../../languages/known.ts';
import { listed, locale, type Message, msg, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { inDashboard } from '../memory/change.ts';
import { useFileName } from '../memory/source.ts';
import { State } from '../state.tsx';
import { Time } from '../time.tsx';
import { outcomeWords } from './audit-facets.tsx';
import { type AuditEvent, type Run, timesOf } from './runs.ts';
import { actOf, partsOf, type Slot, sentenceOf, slotNames } from './sentences.ts';

/** Names of members, keys and webhooks, by id. */
export interface TeamNames {
  member: ReadonlyMap<string, { name: string; role: string }>;
  key: ReadonlyMap<string, string>;
  webhook: ReadonlyMap<string, string>;
}

const ways: Record<AuditEvent['actor']['via'], Message> = {
  stdio: msg('on this machine, from a host or a terminal'),
  key: msg('with a key'),
  jwt: msg('with a token'),
  oauth: msg('from an app that signed in'),
  grant: msg('by a client that was allowed in'),
  dashboard: msg('in the dashboard'),
  system: msg('by itself'),
};

/** A line of the audit log as a sentence, with ids and names of fields, never their values. */
export function AuditRow({ run, index, names }: { run: Run; index: number; names: TeamNames }) {
  const [event] = run;
  const { id, at, actor, action, outcome, address } = event;
  const [done, wanted] = sentenceOf(action);
  const act = actOf(event);
  const times = timesOf(run);
  const isRefused = outcome !== 'OK';
  const key = actor.keyId === undefined ? undefined : names.key.get(actor.keyId);
  const named = (sentence: string) =>
    partsOf(sentence).map((part) =>
      typeof part === 'string' ? part : <Named key={part.slot} slot={part.slot} event={event} names={names} />,
    );
  return (
    <article class="audit" data-event={id} data-index={index}>
      <p>
        {isRefused ? (
          <State is="bad">
            <b>{nameOf(actor)}</b>
          </State>
        ) : (
          <b>{nameOf(actor)}</b>
        )}{' '}
        {isRefused ? rich(t('was not allowed to {what}'), { what: named(wanted) }) : named(act ? t(act) : done)}
        {times > 1 && (
          <b>
            {t(', ')}
            {tn(times, '{n} time', '{n} times')}
          </b>
        )}
        {isRefused && <span class="missing">: {outcomeWords(outcome)}</span>}
      </p>
      <div class="meta">
        <span>
          {wayOf(actor, key)}
          {address !== undefined && `${t(', ')}${t('from {address}', { address })}`}
        </span>
        <Details run={run} />
        <Time at={at} as="clock" />
      </div>
    </article>
  );
}

/**
 * How somebody signed in, in a few words.
 * @param key the key's name, as far as it is known
 */
function wayOf({ via }: AuditEvent['actor'], key: string | undefined): string {
  if (key === undefined) return t(ways[via]);
  return via === 'key'
    ? t('with the key “{key}”', { key })
    : t('{way}, signed in with the key “{key}”', { way: t(ways[via]), key });
}

function nameOf({ name, memberId, via }: AuditEvent['actor']): string {
  if (via === 'system') return t('The service');
  if (memberId !== 'local') return name;
  // The commands of a person and the calls of agents come by the same way.
  return name === inDashboard ? t('You') : via === 'stdio' ? t('You, or an agent') : name;
}

/** The name of an action's object; a link where it has a page. */
function Named({ slot, event, names }: { slot: Slot; event: AuditEvent; names: TeamNames }) {
  const dashboard = useDashboard();
  const fileName = useFileName();
  const { characterId, targetId, action } = event;
  if (slot === 'character') {
    if (characterId === undefined) return <>{t('a character')}</>;
    const name = dashboard.character(characterId)?.name;
    return <Link href={placeOf('characters', characterId)}>{name ?? t('a character')}</Link>;
  }
  if (targetId === undefined) return <>{slot === 'memory' ? t('memories') : t(slotNames[slot])}</>;
  if (slot === 'memory') return <Link href={placeOf('memories', characterId, targetId)}>{t('a memory')}</Link>;
  if (slot === 'file')
    return <Link href={placeOf('files', characterId, targetId)}>{fileName(targetId) ?? t('a file')}</Link>;
  if (slot === 'member') {
    if (targetId === event.actor.memberId && action === 'update_member') return <>{t('their own entry')}</>;
    const member = names.member.get(targetId);
    const role = action === 'add_member' && member ? ` (${known(member.role.toLowerCase())})` : '';
    return <b>{member ? member.name + role : t('a former member')}</b>;
  }
  const name = names[slot].get(targetId);
  return name === undefined ? t('that no longer exists') : <b>{name}</b>;
}

/** The identifiers of the store, for an investigation. */
function Details({ run }: { run: Run }) {
  return (
    <details>
      <summary>{t('Details')}</summary>
      {run.map((event) => (
        <Identifiers key={event.id} event={event} isOfMany={run.length > 1} />
      ))}
    </details>
  );
}

function Identifiers({ event, isOfMany }: { event: AuditEvent; isOfMany: boolean }) {
  const { action, actor, characterId, targetId, requestId, detail = [] } = event;
  const facts = [
    [t('at'), isOfMany && new Date(event.at).toLocaleTimeString(locale())],
    [t('operation'), action],
    [t('fields'), listed(detail)],
    [t('of'), targetId],
    [t('character'), characterId],
    [t('member'), actor.memberId],
    [t('key'), actor.keyId],
    [t('request'), requestId],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <dl>
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
