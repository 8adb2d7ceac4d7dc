import type { Memory } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';

type Reference = Pick<Memory, 'id' | 'characterId'>;
type Decided = (client: Client, proposal: Reference) => Promise<unknown>;

const of = ({ id, characterId }: Reference) => ({ characterId, memoryId: id });

export const keep: Decided = (client, one) => client.call('restoreMemory', of(one));
export const reject: Decided = (client, one) => client.call('deleteMemory', of(one));

/** What was kept or rejected waits again. */
export const propose: Decided = (client, one) => client.call('restoreMemory', { ...of(one), asProposal: true });
