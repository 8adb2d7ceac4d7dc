import type { Category, Memory } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';

/** The API's maximum for one list and one change. */
const [mostListed, mostChanged] = [100, 500];

/** Moves the memories of a category to another one and deletes it. @returns the undo of both */
export async function deleteCategory(
  client: Client,
  characterId: string,
  category: Category,
  target: string,
): Promise<() => Promise<void>> {
  const ids = await idsIn(client, characterId, category.name);
  const given = { characterId, name: category.name, ...(ids.length > 0 && { reassign_to: target }) };
  await client.call('deleteCategory', given);
  const { name, description, importance, hints } = category;
  return async () => {
    await client.call('addCategory', { characterId, name, description, importance, hints });
    for (let at = 0; at < ids.length; at += mostChanged) {
      const part = ids.slice(at, at + mostChanged);
      await client.call('changeMemories', { characterId, ids: part, change: { category: name } });
    }
  };
}

async function idsIn(client: Client, characterId: string, category: string): Promise<Memory['id'][]> {
  const ids: string[] = [];
  for (let page = 0; ; page++) {
    const asked = { characterId, category, page, limit: mostListed };
    const { memories, total } = await client.call('listMemories', asked);
    ids.push(...memories.map(({ id }) => id));
    if (memories.length === 0 || ids.length >= total) return ids;
  }
}
