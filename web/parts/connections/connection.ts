import type { Output } from '../../client/client.ts';

export type Connection = Output<'listConnections'>['connections'][number];
export type ConnectedCharacter = Connection['characters'][number];
export type RefusedMemory = Output<'listRefusedMemories'>['memories'][number];
