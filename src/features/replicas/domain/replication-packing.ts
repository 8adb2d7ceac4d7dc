import { ServiceError } from '../../../domain/errors.ts';
import { sentFields, usualValues } from '../../../domain/memory-fields.ts';
import type { ServerRevision } from './replication.ts';

// The wire format leaves out values that the other side knows: defaults, and values that it has just sent. Each packing
// function has its inverse.

/** A change with unvalidated fields. */
type Unread = Readonly<Record<string, unknown>> & { readonly id: string };

type Packed<One, Absent extends keyof One> = Omit<One, Absent> & { [Name in Absent]?: One[Name] | undefined };
export type PackedRevision = Packed<ServerRevision, 'at' | 'changedBy'> & {
  /** Missing fields are those of the change in this exchange that it came from. */
  asSent?: boolean | undefined;
};

export interface PackedRevisions {
  /** The author of revisions without one. */
  changedBy?: string | undefined;
  revisions: PackedRevision[];
}

export const packChange = <Change extends Unread>(change: Change): Change => {
  return change.kind === 'add' ? withoutDefaults(change, change.at) : change;
};

export const restoreChange = <Change extends Unread>(change: Change): Change => {
  return change.kind === 'add' ? { ...usualValues, occurredAt: change.at, ...change } : change;
};

/** @param sent the changes of the same exchange */
export function packRevisions(revisions: readonly ServerRevision[], sent: readonly Unread[]): PackedRevisions {
  const changes = new Map(sent.map((change) => [change.id, change]));
  const changedBy = revisions[0]?.changedBy;
  const packed = revisions.map((revision): PackedRevision => {
    const change = revision.origin === undefined ? undefined : changes.get(revision.origin);
    const { changedBy: name, ...short } = change ? withoutSent(revision, change) : ofFirst(revision);
    return name === changedBy ? short : { ...short, changedBy: name };
  });
  return { ...(changedBy !== undefined && { changedBy }), revisions: packed };
}

/** ServiceUnavailable for revisions of changes that were not sent. */
export function restoreRevisions({ changedBy, revisions }: PackedRevisions, sent: readonly Unread[]) {
  const changes = new Map(sent.map((change) => [change.id, change]));
  return revisions.map(({ asSent, ...packed }): ServerRevision => {
    const change = asSent && packed.origin !== undefined ? changes.get(packed.origin) : undefined;
    const fields = change ? sharedFields(change) : {};
    const { at = fields.at, changedBy: name = changedBy } = packed;
    if ((asSent && !change) || at === undefined || name === undefined) {
      throw new ServiceError('ServiceUnavailable', 'The server has answered another request than this one.');
    }
    return {
      ...(packed.revision === 1 && { ...usualValues, occurredAt: at }),
      ...fields,
      ...packed,
      at,
      changedBy: name,
    };
  });
}

const ofFirst = (revision: ServerRevision): PackedRevision => {
  return revision.revision === 1 ? withoutDefaults(revision, revision.at) : revision;
};

function withoutDefaults<One extends object>(one: One, at: unknown): One {
  const usual: Readonly<Record<string, unknown>> = { ...usualValues, occurredAt: at };
  const shown = Object.entries(one).filter(([name, value]) => usual[name] !== value);
  return Object.fromEntries(shown) as One;
}

/** A revision without the fields that equal the change's. With all fields if it lacks one of the change's. */
function withoutSent(revision: ServerRevision, change: Unread): PackedRevision {
  const fields = Object.entries(sharedFields(change));
  const of = (name: string) => revision[name as keyof ServerRevision];
  if (fields.some(([name]) => of(name) === undefined)) return ofFirst(revision);
  const same = new Set(fields.filter(([name, value]) => of(name) === value).map(([name]) => name));
  const rest = Object.fromEntries(Object.entries(revision).filter(([name]) => !same.has(name)));
  return { ...(rest as unknown as PackedRevision), asSent: true };
}

const sharedNames = new Set(['at', 'by', 'client', ...sentFields]);

/** Fields that a revision may share with the change that it came from. */
function sharedFields(change: Unread): Partial<ServerRevision> {
  const fields = Object.entries(change).filter(([name, value]) => sharedNames.has(name) && value !== undefined);
  return Object.fromEntries(fields);
}
