import { type ShortConnection, type ShownConnection, shortConnection } from '../../../domain/connection.ts';
import { clipped } from '../../../domain/errors.ts';
import { dayMs, iso } from '../../../domain/text.ts';
import { connectionKind, type Replica, type ReplicaConnection } from '../storage/replica-store.ts';

/** How long a character stays here after its server stopped sharing it. */
export const retentionMs = 7 * dayMs;
/** UTF-16 units of a reason that are shown. */
const maxReasonLength = 300;

/** When a character that its server shares no more is deleted here (ms); undefined: it stays. */
export function deletionOf(
  { refusedSince }: Pick<ReplicaConnection, 'refusedSince'>,
  replica: Pick<Replica, 'refusedSince' | 'keeps'>,
): number | undefined {
  const since = Math.min(refusedSince ?? Number.POSITIVE_INFINITY, replica.refusedSince ?? Number.POSITIVE_INFINITY);
  return replica.keeps || since === Number.POSITIVE_INFINITY ? undefined : since + retentionMs;
}

export function shownOf(connection: ReplicaConnection): ShownConnection {
  const { url, member, connectedAt, contactedAt, problem, replicas, decides, machines } = connection;
  return {
    url,
    kind: connectionKind(connection),
    member,
    connectedAt: iso(connectedAt),
    machines: machines.map(({ machine, heardAt }) => ({ name: machine, heardAt: iso(heardAt) })),
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
    decides: decides.map(({ characterId, name }) => ({ id: characterId, name })),
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
