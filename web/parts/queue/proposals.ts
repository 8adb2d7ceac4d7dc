import type { Memory } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';

type Reference = Pick<Memory, 'id' | 'characterId'>;
type Decided = (client: Client, proposal: Reference) => Promise<unknown>;

const of = ({ id, characterId }: Reference) => ({ characterId, memoryId: id });

export const keep: Decided = (client, one) => client.call('restoreMemory', of(one));
/** Keeps it in the words of the user. Returns the batch of that. */
export async function keepAs(client: Client, { id, characterId }: Reference, content: string) {
  const change = { state: 'ACTIVE' as const, content };
  // The user has seen the text, so a stored credential stays.
  const asked = { characterId, ids: [id], change, allowSecret: true };
  const { batchId, failed } = await client.call('changeMemories', asked);
  if (batchId === undefined) throw new Error(failed[0]?.error.message);
  return { batchId };
}

export const reject: Decided = (client, one) => client.call('deleteMemory', of(one));

/** What was kept or rejected waits again. */
export const propose: Decided = (client, one) => client.call('restoreMemory', { ...of(one), asProposal: true });
