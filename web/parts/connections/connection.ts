import type { Output } from '../../client/client.ts';

export type Connection = Output<'listConnections'>['connections'][number];
export type Join = Output<'listConnections'>['joins'][number];
export type NamedFolder = Output<'listConnections'>['byName'][number];
export type ConnectedCharacter = Connection['characters'][number];
export type RefusedMemory = Output<'listRefusedMemories'>['memories'][number];
