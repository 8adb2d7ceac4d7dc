import { type Character, newCharacterNamed } from '../../../domain/character.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { isRoot } from '../../../domain/project-rules.ts';
import { contentIdentity } from '../../../domain/text.ts';
import { hasFeature } from '../../../domain/tier.ts';
import { validated } from '../../../domain/validation.ts';
import { newCharacter } from '../../../service/characters.ts';
import { aboutOf } from '../../../text/about/about.ts';
import { stateAfter } from '../domain/rebase.ts';
import { identitiesIn, validFields } from '../domain/replicated-character.ts';
import type { ServerRevision } from '../domain/replication.ts';
import type { RemoteCharacter } from './answers.ts';
import type { HttpServer } from './http-server.ts';
import type { Replicating } from './replica.ts';

/** A character to connect, on both sides; one that is deleted here is restored. */
export interface Meeting {
  name: string;
  local: Character | undefined;
  remote: RemoteCharacter | undefined;
}

/** Counts of active memories on both sides, and of those with the same text; who has the character there. */
export interface MeetingCounts extends MeetingReaders {
  character: string;
  here: number;
  there: number;
  same: number;
  /** Texts of those here that are about a person, where somebody else may read them there. */
  aboutYou?: string[];
}

export interface MeetingReaders {
  owner?: string | undefined;
  visibility?: string | undefined;
  readers?: string | undefined;
}

/** Whose characters `all` pairs: those of this member, or everybody's on a machine of the user. */
export type Owning = { member: string } | 'everybody';

const most = 100_000;
const filter = { status: 'ACTIVE', sortBy: 'NAME', sortOrder: 'ASC', page: 0, limit: most } as const;
/** Names of readers that are shown. */
const maxReaders = 5;

/**
 * Pairs the characters of both sides: the named ones, or all that are the member's own there, or were connected before.
 * Other ones of the same name may be a stranger's, who would read what is here: they are `others`, to be named.
 * CharacterNotFound for a name that neither side has; ConflictUnresolved for all, when one is deleted here.
 */
export async function meetings(
  { store, principal, now }: Replicating,
  server: HttpServer,
  names: readonly string[] | 'all',
  { owning, url }: { owning: Owning; url: string },
): Promise<{ found: Meeting[]; others: Meeting[] }> {
  const remote = await server.characters();
  const local = (await store.characters.list(principal, filter)).characters;
  const all = [...new Set([...local, ...remote].map(({ name }) => name))].toSorted();
  const known = (await store.replicas.list(now())).find((one) => one.url === url)?.replicas ?? [];
  const isOther = ({ local: here, remote: there }: Meeting): boolean =>
    there !== undefined &&
    owning !== 'everybody' &&
    there.owner?.id !== owning.member &&
    !known.some(({ characterId, remoteId }) => characterId === here?.id && remoteId === there.id);
  const found: Meeting[] = [];
  const others: Meeting[] = [];
  for (const name of names === 'all' ? all : names) {
    const there = remote.find((one) => one.name === name);
    const here = local.find((one) => one.name === name);
    const deleted = here ? undefined : await store.characters.findDeleted(principal, name);
    const meeting: Meeting = { name, local: here ?? deleted, remote: there };
    if (names === 'all' && isOther(meeting)) {
      others.push(meeting);
      continue;
    }
    if (deleted && names === 'all') {
      const message = `"${name}" is deleted here. To restore it and connect it: --character "${name}".`;
      throw new ServiceError('ConflictUnresolved', message);
    }
    if (!here && !deleted && !there) {
      throw new ServiceError('CharacterNotFound', `Neither this store nor the server has a character "${name}".`);
    }
    found.push(meeting);
  }
  found.sort((a, b) => Number(b.remote !== undefined) - Number(a.remote !== undefined));
  return { found, others };
}

/** Who owns a character of the server, and who reads there what it holds. */
export function readersOf({ remote }: Meeting): MeetingReaders {
  if (!remote) return {};
  const { owner, visibility, shares = [] } = remote;
  const names = shares.map(({ member }) => member.name);
  const shown = [...names.slice(0, maxReaders), ...(names.length > maxReaders ? ['…'] : [])].join(', ');
  const readers = visibility === 'PUBLIC' ? 'all members' : shown === '' ? 'its owner' : `its owner, ${shown}`;
  return { owner: owner?.name, ...(visibility && { visibility, readers }) };
}

/** Whether somebody beside its owner reads a character there; one that is made there is private. */
function isReadThere({ remote }: Meeting): boolean {
  return remote !== undefined && (remote.visibility !== 'PRIVATE' || (remote.shares ?? []).length > 0);
}

/** Previews the characters of both sides. Changes nothing. */
export async function compare(
  { store, principal }: Replicating,
  server: HttpServer,
  meeting: Meeting,
): Promise<MeetingCounts> {
  const { name, local, remote } = meeting;
  const there = remote ? await currentTexts(server, remote.id) : [];
  const readers = readersOf(meeting);
  if (local?.status === 'DELETED') {
    return { character: name, here: local.memoryCount, there: there.length, same: 0, ...readers };
  }
  const here = local ? (await store.memories.forExport(principal, local.id, { state: 'ACTIVE' })).memories : [];
  const known = new Set(there.map(contentIdentity));
  const same = here.filter(({ content }) => known.has(contentIdentity(content))).length;
  const aboutYou = isReadThere(meeting) ? here.filter(({ content }) => aboutOf(content) === 'user') : [];
  return {
    ...{ character: name, here: here.length, there: there.length, same, ...readers },
    ...(aboutYou.length > 0 && { aboutYou: aboutYou.map(({ content }) => content) }),
  };
}

async function currentTexts(server: HttpServer, remoteId: string): Promise<string[]> {
  const texts = new Map<string, string>();
  const active = new Set<string>();
  for await (const { memoryId, content, changeType } of revisionsOf(server, remoteId)) {
    if (content !== undefined) texts.set(memoryId, content);
    if (stateAfter(changeType) === 'ACTIVE') active.add(memoryId);
    else active.delete(memoryId);
    if (texts.size === most) break;
  }
  return [...active].flatMap((id) => texts.get(id) ?? []);
}

/** All revisions of a character at the server, in order. */
export async function* revisionsOf(server: HttpServer, remoteId: string): AsyncGenerator<ServerRevision> {
  let after: string | undefined;
  for (let more = true; more; ) {
    const answer = await server.exchange(remoteId, { changes: [], after });
    yield* answer.revisions;
    // A position that does not move would have no end.
    more = answer.more && answer.after !== after;
    after = answer.after;
  }
}

/**
 * Connects both, and creates the character on the side that lacks it, unless one here is of the same repository, or of the
 * person. Those that the server has go first. Returns the id here.
 * @param identifies whether the server may say of which project or person the character is the memory
 */
export async function meet(
  context: Replicating & { newId: () => string },
  server: HttpServer,
  connection: { url: string; member: string; keyFile: string },
  { name, local, remote }: Meeting,
  identifies: boolean,
): Promise<string> {
  const { store, principal, now } = context;
  // It has met one of another name.
  if (!remote && local && (await store.replicas.serverOf(local.id)) === connection.url) return local.id;
  const there = remote ?? (await server.create({ name, categoryPreset: local?.categoryPreset ?? 'standard' }));
  const { storeId, character } = await server.exchange(there.id, { changes: [] });
  const identities = identifies ? identitiesIn(validFields(character ?? {}).fields) : [];
  const known = (await store.replicas.list(now())).find(({ url }) => url === connection.url);
  if (known && known.storeId !== storeId) {
    const message = `${connection.url} has another store than before; disconnect first if that is right.`;
    throw new ServiceError('ConflictUnresolved', message);
  }
  const here = local ?? (await sameHere(context, identities)) ?? (await makeHere(context, server, { ...there, name }));
  if (local?.status === 'DELETED') await store.characters.restore(principal, local.id, principal.tier, now());
  await store.replicas.connect(
    principal,
    { ...connection, storeId },
    [{ characterId: here.id, remoteId: there.id }],
    now(),
  );
  if (identities.length > 0) await store.replication.identify(principal, here.id, identities, now());
  return here.id;
}

/** The character here, not connected yet, of the repository or the person that identities are of. */
async function sameHere({ store, principal }: Replicating, identities: readonly string[]) {
  const unique = identities.filter((one) => !isRoot(one));
  if (unique.length === 0) return undefined;
  const { characters } = await store.characters.list(principal, filter);
  for (const one of characters) {
    const known = await store.replication.identities(principal, one.id);
    if (!known.some((identity) => unique.includes(identity))) continue;
    if ((await store.replicas.serverOf(one.id)) === undefined) return one;
  }
  return undefined;
}

/** A character as the server has it. Nobody else reads here what nobody else reads there. */
async function makeHere(
  context: Replicating & { newId: () => string },
  server: HttpServer,
  there: RemoteCharacter,
): Promise<Character> {
  const { store, principal, now } = context;
  // As in `makeTold`.
  const { name } = validated(newCharacterNamed, there);
  const isPrivate = !isReadThere({ name, local: undefined, remote: there });
  const visibility = isPrivate && hasFeature(principal.tier, 'teamSharing') ? 'PRIVATE' : 'PUBLIC';
  const made = {
    ...newCharacter(context, { name, categoryPreset: there.categoryPreset, visibility }),
    categories: await server.categories(there.id),
  };
  return store.characters.create(principal, made, principal.tier, now());
}
