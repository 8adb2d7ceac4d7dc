import type { Dashboard } from '../../shell/dashboard.ts';

/** The page size of changes, and the batch size of a change. */
const [mostListed, mostChanged] = [100, 500];

/**
 * The memories of a character that the signed-in user has stored since a time by the service's clock. Directly after an
 * import these are the imported ones, without those of agents and other members.
 */
export async function storedSince({ client, me }: Dashboard, characterId: string, since: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const asked = { characterId, by: 'user', since, cursor, limit: mostListed } as const;
    const { changes, nextCursor } = await client.call('listChanges', asked);
    for (const { changeType, memoryId, by } of changes) {
      if (changeType === 'CREATED' && by.name === me.value?.member.name) ids.push(memoryId);
    }
    cursor = nextCursor;
  } while (cursor !== undefined);
  return ids;
}

export async function deleteAll(dashboard: Dashboard, characterId: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += mostChanged) {
    const part = ids.slice(at, at + mostChanged);
    await dashboard.client.call('changeMemories', { characterId, ids: part, change: { state: 'DELETED' } });
  }
  dashboard.changed();
}
