// Generated from the OpenAPI document by `npm run docs`; do not edit.

import { type Operations as Shared, routes as shared } from '../../clients/typescript/operations.ts';

export type * from '../../clients/typescript/operations.ts';

export type CheckHostsAnswer = { hosts: { host: string; file: string; ok: boolean; detail: string; advice?: string | undefined; ms?: number | undefined }[] };

export type ConnectHostRequest = { host?: string | undefined; hooks?: boolean | undefined };

export type ConnectHostAnswer = { hosts: { host: string; title: string; isConnected: boolean }[]; files: string[]; problems: string[] };

export type BackUpStoreAnswer = { file: string; bytes: number; characters: number; memories: number };

export type ListConnectionsAnswer = { connections: { url: string; kind: ("server" | "ssh" | "folder"); member: string; connectedAt: string; machines: { name: string; heardAt: string }[]; contactedAt?: string | undefined; problem?: string | undefined; waiting: number; refused: number; characters: { id: string; name: string; waiting: number; refused: number; reasons: { reason: string; memories: number }[]; problem?: string | undefined; keeps: boolean; deletedAt?: string | undefined }[]; decides: { id: string; name: string }[] }[]; joins: { from: { id: string; name: string; memoryCount: number }; into: { id: string; name: string; memoryCount: number }; by: ("person" | "repository" | "name"); folder: string }[]; byName: { into: { id: string; name: string; memoryCount: number }; folder: string }[] };

export type ListRefusedMemoriesAnswer = { memories: { id: string; content: string; category: string; state: ("ACTIVE" | "DELETED" | "PROPOSED"); reason: string; refusedAt: string; isAtServer: boolean }[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type ExchangeNowRequest = { characterId?: string | undefined; url?: string | undefined; memoryIds?: string[] | undefined; folder?: string | undefined };

export type ExchangeNowAnswer = { exchanged: { url: string; character: string; problem?: string | undefined }[] };

export type WithdrawChangesRequest = { characterId: string; memoryIds: string[]; toCharacterId?: string | undefined };

export type WithdrawChangesAnswer = { moved: number; withdrawn: number };

export type JoinCharactersRequest = { characterId: string; otherId?: string | undefined; answer: ("join" | "apart" | "ask") };

export type JoinCharactersAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined };

export type KeepCharacterRequest = { characterId: string; keeps: boolean };

export type KeepCharacterAnswer = { characterId: string; keeps: boolean };

export type DisconnectCharactersRequest = { characterIds: string[]; remove?: boolean | undefined };

export type DisconnectCharactersAnswer = { disconnected: string[]; problems: string[] };

export type WatchPathRequest = { characterId: string; path: string; label?: string | undefined; deleteMissing?: boolean | undefined };

export type WatchPathAnswer = { path: string; kind: ("file" | "directory"); characterId: string; label?: string | undefined; deleteMissing: boolean; files: number; missing?: number | undefined; note?: string | undefined; watchedSince?: string | undefined; lastSyncAt?: string | undefined };

export type UnwatchPathAnswer = { removed: number };

export type ListWatchedPathsAnswer = { watches: { path: string; kind: ("file" | "directory"); characterId: string; label?: string | undefined; deleteMissing: boolean; files: number; missing?: number | undefined; note?: string | undefined; watchedSince?: string | undefined; lastSyncAt?: string | undefined }[] };

export type SyncNowRequest = { characterId?: string | undefined; confirm?: boolean | undefined };

export type SyncNowAnswer = { results: ({ fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined; changed: boolean; memoriesAdded: number; memoriesRemoved: number } | { path: string; error: { type: string; message: string; status: number } })[] };

/** What goes into each operation, path, query and body together, and what comes out. */
export interface Operations extends Shared {
  checkHosts: { input: Record<string, never>; output: CheckHostsAnswer };
  connectHost: { input: ConnectHostRequest; output: ConnectHostAnswer };
  backUpStore: { input: Record<string, never>; output: BackUpStoreAnswer };
  listConnections: { input: Record<string, never>; output: ListConnectionsAnswer };
  listRefusedMemories: { input: { characterId: string; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListRefusedMemoriesAnswer };
  exchangeNow: { input: ExchangeNowRequest; output: ExchangeNowAnswer };
  withdrawChanges: { input: WithdrawChangesRequest; output: WithdrawChangesAnswer };
  joinCharacters: { input: JoinCharactersRequest; output: JoinCharactersAnswer };
  keepCharacter: { input: KeepCharacterRequest; output: KeepCharacterAnswer };
  disconnectCharacters: { input: DisconnectCharactersRequest; output: DisconnectCharactersAnswer };
  watchPath: { input: WatchPathRequest; output: WatchPathAnswer };
  unwatchPath: { input: { path: string; characterId?: string | undefined }; output: UnwatchPathAnswer };
  listWatchedPaths: { input: { characterId?: string | undefined }; output: ListWatchedPathsAnswer };
  syncNow: { input: SyncNowRequest; output: SyncNowAnswer };
}

/** Method and path of each operation; those with a `!` change something. */
export const routes: Readonly<Record<keyof Operations, string>> = {
  ...shared,
  checkHosts: 'POST /v1/hosts/check',
  connectHost: 'POST /v1/hosts/connect',
  backUpStore: 'POST /v1/backups',
  listConnections: 'GET /v1/connections',
  listRefusedMemories: 'GET /v1/connections/refused',
  exchangeNow: 'POST /v1/connections/exchange',
  withdrawChanges: 'POST /v1/connections/withdraw',
  joinCharacters: 'POST /v1/connections/join',
  keepCharacter: 'PUT /v1/connections/keep',
  disconnectCharacters: 'POST /v1/connections/disconnect',
  watchPath: 'PUT /v1/watches',
  unwatchPath: 'DELETE /v1/watches',
  listWatchedPaths: 'GET /v1/watches',
  syncNow: 'POST /v1/watches/now',
};

/** The roles of members; each may do what the ones before it may. */
export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** The least role that may call an operation; those that are not named everybody may call. */
export const neededRoles: Readonly<Partial<Record<keyof Operations, Role>>> = {
  createCharacter: 'MEMBER',
  listMembers: 'ADMIN',
  addMember: 'OWNER',
  joinNames: 'MEMBER',
  eraseMemories: 'MEMBER',
  getAiSettings: 'OWNER',
  setAiSettings: 'OWNER',
  testAiSettings: 'OWNER',
  createWebhook: 'ADMIN',
  listWebhooks: 'ADMIN',
  listAuditEvents: 'ADMIN',
  checkHosts: 'OWNER',
  connectHost: 'OWNER',
  backUpStore: 'OWNER',
  listConnections: 'OWNER',
  listRefusedMemories: 'OWNER',
  exchangeNow: 'OWNER',
  withdrawChanges: 'OWNER',
  joinCharacters: 'OWNER',
  keepCharacter: 'OWNER',
  disconnectCharacters: 'OWNER',
  watchPath: 'MEMBER',
  unwatchPath: 'MEMBER',
  syncNow: 'MEMBER',
  addMemory: 'MEMBER',
  addMemoryDirect: 'MEMBER',
  deleteCharacter: 'ADMIN',
  updateProfile: 'MEMBER',
  updateAgentConfig: 'MEMBER',
  setAliases: 'MEMBER',
  setTags: 'MEMBER',
  setSharing: 'MEMBER',
  cloneCharacter: 'MEMBER',
  archiveCharacter: 'ADMIN',
  addCategory: 'MEMBER',
  syncFile: 'MEMBER',
  importDocument: 'MEMBER',
  updateMember: 'OWNER',
  removeMember: 'OWNER',
  createSignInLink: 'ADMIN',
  reviewCapture: 'MEMBER',
  reviewChange: 'MEMBER',
  changeMemories: 'MEMBER',
  mergeMemories: 'MEMBER',
  reviewForgetRequest: 'MEMBER',
  applyRetention: 'MEMBER',
  addMemories: 'MEMBER',
  renameCharacter: 'MEMBER',
  restoreCharacter: 'ADMIN',
  unarchiveCharacter: 'ADMIN',
  rateRecall: 'MEMBER',
  dismissQuestion: 'MEMBER',
  getWebhook: 'ADMIN',
  updateWebhook: 'ADMIN',
  deleteWebhook: 'ADMIN',
  rotateWebhookSecret: 'ADMIN',
  testWebhook: 'ADMIN',
  listWebhookDeliveries: 'ADMIN',
  updateMemory: 'MEMBER',
  deleteMemory: 'MEMBER',
  restoreMemory: 'MEMBER',
  updateCategory: 'MEMBER',
  deleteCategory: 'ADMIN',
  keepKind: 'MEMBER',
  revertMemory: 'MEMBER',
  keepBoth: 'MEMBER',
  undoBatch: 'MEMBER',
  muteMemory: 'MEMBER',
  renameCategory: 'MEMBER',
  redeliverWebhook: 'ADMIN',
  undoEverywhere: 'MEMBER',
};
