import { Link } from 'wouter-preact';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useFileName } from '../memory/source.ts';
import { State } from '../state.tsx';
import { Time } from '../time.tsx';
import { outcomeWords } from './audit-facets.tsx';
import type { AuditEvent, Run } from './runs.ts';
import { partsOf, type Slot, sentenceOf } from './sentences.ts';

/** Names of members, keys and webhooks, by id. */
export interface TeamNames {
  member: ReadonlyMap<string, { name: string; role: string }>;
  key: ReadonlyMap<string, string>;
  webhook: ReadonlyMap<string, string>;
}

const ways: Record<AuditEvent['actor']['via'], string> = {
  stdio: 'from a host on this machine',
  key: 'with a key',
  jwt: 'with a token',
  oauth: 'from an app that signed in',
  grant: 'by a client that was allowed in',
  dashboard: 'in the dashboard',
  system: 'by itself',
};

/** A line of the audit log as a sentence, with ids and names of fields, never their values. */
export function AuditRow({ run, index, names }: { run: Run; index: number; names: TeamNames }) {
  const [event] = run;
  const { id, at, actor, action, outcome, address } = event;
  const [done, wanted] = sentenceOf(action);
  const isRefused = outcome !== 'OK';
  const key = actor.keyId === undefined ? undefined : names.key.get(actor.keyId);
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
        {isRefused && 'was not allowed to '}
        {partsOf(isRefused ? wanted : done).map((part) =>
          typeof part === 'string' ? part : <Named key={part.slot} slot={part.slot} event={event} names={names} />,
        )}
        {run.length > 1 && <b>, {run.length.toLocaleString()} times</b>}
        {isRefused && <span class="missing">: {outcomeWords(outcome)}</span>}
        <Time at={at} as="clock" />
      </p>
      <div class="meta">
        <span>
          {wayOf(actor.via, key)}
          {address !== undefined && `, from ${address}`}
        </span>
        <Details run={run} />
      </div>
    </article>
  );
}

/**
 * How somebody signed in, in a few words.
 * @param key the key's name, as far as it is known
 */
function wayOf(via: AuditEvent['actor']['via'], key: string | undefined): string {
  if (key === undefined) return ways[via];
  return via === 'key' ? `with the key “${key}”` : `${ways[via]}, signed in with the key “${key}”`;
}

function nameOf({ name, memberId, via }: AuditEvent['actor']): string {
  if (via === 'system') return 'The service';
  return memberId === 'local' && via === 'stdio' ? 'An agent' : name;
}

/** The name of an action's object; a link where it has a page. */
function Named({ slot, event, names }: { slot: Slot; event: AuditEvent; names: TeamNames }) {
  const dashboard = useDashboard();
  const fileName = useFileName();
  const { characterId, targetId, action } = event;
  if (slot === 'character') {
    if (characterId === undefined) return <>a character</>;
    const name = dashboard.character(characterId)?.name;
    return <Link href={placeOf('characters', characterId)}>{name ?? 'a character'}</Link>;
  }
  if (targetId === undefined) return <>{slot === 'memory' ? 'memories' : `a ${slot}`}</>;
  if (slot === 'memory') return <Link href={placeOf('memories', characterId, targetId)}>a memory</Link>;
  if (slot === 'file')
    return <Link href={placeOf('files', characterId, targetId)}>{fileName(targetId) ?? 'a file'}</Link>;
  if (slot === 'member') {
    if (targetId === event.actor.memberId && action === 'update_member') return <>their own entry</>;
    const member = names.member.get(targetId);
    const role = action === 'add_member' && member ? ` (${member.role.toLowerCase()})` : '';
    return <b>{member ? member.name + role : 'a former member'}</b>;
  }
  const name = names[slot].get(targetId);
  return name === undefined ? <>that no longer exists</> : <b>{name}</b>;
}

/** The identifiers of the store, for an investigation. */
function Details({ run }: { run: Run }) {
  return (
    <details>
      <summary>Details</summary>
      {run.map((event) => (
        <Identifiers key={event.id} event={event} isOfMany={run.length > 1} />
      ))}
    </details>
  );
}

function Identifiers({ event, isOfMany }: { event: AuditEvent; isOfMany: boolean }) {
  const { action, actor, characterId, targetId, requestId, detail = [] } = event;
  const facts = [
    ['at', isOfMany && new Date(event.at).toLocaleTimeString()],
    ['operation', action],
    ['fields', detail.join(', ')],
    ['of', targetId],
    ['character', characterId],
    ['member', actor.memberId],
    ['key', actor.keyId],
    ['request', requestId],
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
