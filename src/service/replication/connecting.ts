import type { Character } from '../../domain/character.ts';
import { ServiceError } from '../../domain/errors.ts';
import { stateAfter } from '../../domain/rebase.ts';
import { contentIdentity } from '../../domain/text.ts';
import { newCharacter } from '../characters.ts';
import type { HttpServer } from './http-server.ts';
import type { Replicating } from './replica.ts';

/** A character to connect, on both sides; one that is deleted here is restored. */
export interface Meeting {
  name: string;
  local: Character | undefined;
  remote: Character | undefined;
}

/** Counts of active memories on both sides, and of those with the same text. */
export interface MeetingCounts {
  character: string;
  here: number;
  there: number;
  same: number;
}

const most = 100_000;

/**
 * Pairs the characters of both sides: the named ones, or all. CharacterNotFound for a name that neither side has;
 * ConflictUnresolved for all, when one is deleted here.
 */
export async function meetings(
  { store, principal }: Replicating,
  server: HttpServer,
  names: readonly string[] | 'all',
): Promise<Meeting[]> {
  const remote = await server.characters();
  const filter = { status: 'ACTIVE', sortBy: 'NAME', sortOrder: 'ASC', page: 0, limit: most } as const;
  const local = (await store.characters.list(principal, filter)).characters;
  const all = [...new Set([...local, ...remote].map(({ name }) => name))].toSorted();
  const found: Meeting[] = [];
  for (const name of names === 'all' ? all : names) {
    const there = remote.find((one) => one.name === name);
    const here = local.find((one) => one.name === name);
    const deleted = here ? undefined : await store.characters.findDeleted(principal, name);
    if (deleted && names === 'all') {
      const message = `"${name}" is deleted here. To restore it and connect it: --character "${name}".`;
      throw new ServiceError('ConflictUnresolved', message);
    }
    if (!here && !deleted && !there) {
      throw new ServiceError('CharacterNotFound', `Neither this store nor the server has a character "${name}".`);
    }
    found.push({ name, local: here ?? deleted, remote: there });
  }
  return found;
}

/** Previews the characters of both sides. Changes nothing. */
export async function compare(
  { store, principal }: Replicating,
  server: HttpServer,
  { name, local, remote }: Meeting,
): Promise<MeetingCounts> {
  const there = remote ? await currentTexts(server, remote.id) : [];
  if (local?.status === 'DELETED') return { character: name, here: local.memoryCount, there: there.length, same: 0 };
  const here = local ? await store.memories.forExport(principal, local.id, { state: 'ACTIVE' }) : [];
  const known = new Set(there.map(contentIdentity));
  const same = here.filter(({ content }) => known.has(contentIdentity(content))).length;
  return { character: name, here: here.length, there: there.length, same };
}

async function currentTexts(server: HttpServer, remoteId: string): Promise<string[]> {
  const texts = new Map<string, string>();
  const active = new Set<string>();
  for (let after: string | undefined, more = true; more; ) {
    const answer = await server.exchange(remoteId, { changes: [], after });
    for (const { memoryId, content, changeType } of answer.revisions) {
      if (content !== undefined) texts.set(memoryId, content);
      if (stateAfter(changeType) === 'ACTIVE') active.add(memoryId);
      else active.delete(memoryId);
    }
    ({ after, more } = answer);
  }
  return [...active].flatMap((id) => texts.get(id) ?? []);
}

/** Creates the character on the side that lacks it, and connects both. */
export async function meet(
  context: Replicating & { newId: () => string },
  server: HttpServer,
  connection: { url: string; member: string; keyFile: string },
  { name, local, remote }: Meeting,
): Promise<string> {
  const { store, principal, now } = context;
  const there = remote ?? (await server.create({ name, categoryPreset: local?.categoryPreset ?? 'standard' }));
  const { storeId } = await server.exchange(there.id, { changes: [] });
  const known = (await store.replicas.list(now())).find(({ url }) => url === connection.url);
  if (known && known.storeId !== storeId) {
    const message = `${connection.url} has another store than before; disconnect first if that is right.`;
    throw new ServiceError('ConflictUnresolved', message);
  }
  const made = {
    ...newCharacter(context, { name, categoryPreset: there.categoryPreset }),
    ...(remote && { categories: await server.categories(there.id) }),
  };
  const here = local ?? (await store.characters.create(principal, made, principal.tier, now()));
  if (local?.status === 'DELETED') await store.characters.restore(principal, local.id, principal.tier, now());
  await store.replicas.connect(
    principal,
    { ...connection, storeId },
    [{ characterId: here.id, remoteId: there.id }],
    now(),
  );
  return here.id;
}
