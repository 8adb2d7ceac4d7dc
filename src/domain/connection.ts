import * as z from 'zod';
import type { Replica, ReplicaConnection } from '../features/replicas/storage/replica-store.ts';
import { clipped } from './errors.ts';
import { dayMs, iso } from './text.ts';

/** How long a character stays here after its server stopped sharing it. */
export const retentionMs = 7 * dayMs;
/** UTF-16 units of a reason that are shown. */
const maxReasonLength = 300;

const count = z.int();
const shownCharacter = z.object({
  id: z.string(),
  name: z.string(),
  waiting: count,
  refused: count,
  reasons: z.array(z.object({ reason: z.string(), memories: count })),
  problem: z.string().optional(),
  keeps: z.boolean(),
  deletedAt: z.string().optional(),
});
/** A server that characters of this store are replicated with, as it is shown. */
export const shownConnection = z.object({
  url: z.string(),
  member: z.string(),
  connectedAt: z.string(),
  contactedAt: z.string().optional(),
  problem: z.string().optional(),
  /** Over all its characters. */
  waiting: count,
  refused: count,
  characters: z.array(shownCharacter),
});
export type ShownConnection = z.output<typeof shownConnection>;

/** The short form for agents: their list of tools has a size limit. */
export const shortConnection = shownConnection
  .omit({ member: true, connectedAt: true, waiting: true, refused: true })
  .extend({ characters: z.array(shownCharacter.omit({ id: true, keeps: true })) });
type ShortConnection = z.output<typeof shortConnection>;

/** When a character that its server shares no more is deleted here (ms); undefined: it stays. */
export function deletionOf(
  { refusedSince }: Pick<ReplicaConnection, 'refusedSince'>,
  replica: Pick<Replica, 'refusedSince' | 'keeps'>,
): number | undefined {
  const since = Math.min(refusedSince ?? Number.POSITIVE_INFINITY, replica.refusedSince ?? Number.POSITIVE_INFINITY);
  return replica.keeps || since === Number.POSITIVE_INFINITY ? undefined : since + retentionMs;
}

export function shownOf(connection: ReplicaConnection): ShownConnection {
  const { url, member, connectedAt, contactedAt, problem, replicas } = connection;
  return {
    url,
    member,
    connectedAt: iso(connectedAt),
    ...(contactedAt !== undefined && { contactedAt: iso(contactedAt) }),
    ...(problem !== undefined && { problem: clipped(problem, maxReasonLength) }),
    waiting: replicas.reduce((sum, one) => sum + one.waiting, 0),
    refused: replicas.reduce((sum, one) => sum + one.refused, 0),
    characters: replicas.map((replica) => {
      const deletedAt = deletionOf(connection, replica);
      return {
        id: replica.characterId,
        name: replica.name,
        waiting: replica.waiting,
        refused: replica.refused,
        reasons: replica.reasons.map((one) => ({ ...one, reason: clipped(one.reason, maxReasonLength) })),
        ...(replica.problem !== undefined && { problem: clipped(replica.problem, maxReasonLength) }),
        keeps: replica.keeps,
        ...(deletedAt !== undefined && { deletedAt: iso(deletedAt) }),
      };
    }),
  };
}

/** The most servers, and characters of each, that get_tier shows; those with a problem come first. */
const [maxServers, maxCharacters] = [10, 20];

/** The connections in short. */
export function shortOf(connections: readonly ReplicaConnection[]): ShortConnection[] {
  return connections.slice(0, maxServers).map((connection) => {
    const shown = shownOf(connection);
    const urgency = ({ deletedAt, problem, refused, waiting }: ShownConnection['characters'][number]) =>
      deletedAt !== undefined ? 4 : problem !== undefined ? 3 : refused > 0 ? 2 : waiting > 0 ? 1 : 0;
    const characters = shown.characters.toSorted((a, b) => urgency(b) - urgency(a)).slice(0, maxCharacters);
    return shortConnection.parse({ ...shown, characters });
  });
}
