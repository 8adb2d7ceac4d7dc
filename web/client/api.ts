// Generated from the OpenAPI document by `npm run docs`; do not edit.

export type AgentConfig = { capabilities: string[]; status: ("IDLE" | "BUSY" | "FAILED" | "PAUSED"); maxConcurrentTasks?: number | undefined; preferredModel?: string | undefined; ownerId?: string | undefined; meta?: Record<string, unknown> | undefined };

export type Profile = { systemPrompt?: string | undefined; personality?: string | undefined; background?: string | undefined; rules: string[]; customFields: Record<string, string>; agentConfig?: AgentConfig | undefined };

export type Character = { id: string; name: string; status: ("ACTIVE" | "ARCHIVED" | "DELETED"); categoryPreset: ("developer" | "standard"); visibility: ("PUBLIC" | "PRIVATE"); owner: { id: string; name: string }; access: ("READ" | "WRITE"); shares?: { member: { id: string; name: string }; access: ("READ" | "WRITE") }[] | undefined; externalId?: string | undefined; tags: string[]; aliases: { alias: string; sourceHint?: string | undefined }[]; profile: Profile; memoryCount: number; lastMemoryAt?: string | undefined; createdAt: string; updatedAt: string };

export type Memory = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; createdAt: string; updatedAt: string };

export type ListedMemory = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; createdAt: string; updatedAt: string; recalls?: number | undefined; ended?: string | undefined };

export type FoundMemory = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; createdAt: string; updatedAt: string; relevance: number; match: { lexical?: number | undefined; similarity?: number | undefined }; explain?: Record<string, unknown> | undefined; ended?: string | undefined };

export type FoundMemoryAmong = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; createdAt: string; updatedAt: string; relevance: number; match: { lexical?: number | undefined; similarity?: number | undefined }; explain?: Record<string, unknown> | undefined; ended?: string | undefined; characterName: string };

export type Revision = { revision: number; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED"); content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); validUntil?: string | undefined; supersededBy?: string | undefined; changedBy: string; client?: string | undefined; createdAt: string };

export type Category = { name: string; description: string; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); hints: string[]; isDefault: boolean; memoryCount: number };

export type FileRecord = { fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined };

export type ListCharactersAnswer = { characters: Character[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type CreateCharacterRequest = { name: string; categoryPreset?: ("developer" | "standard") | undefined; visibility?: ("PUBLIC" | "PRIVATE") | undefined; externalId?: string | undefined; tags?: string[] | undefined; profile?: { systemPrompt?: string | undefined; personality?: string | undefined; background?: string | undefined; rules?: string[] | undefined; customFields?: Record<string, string> | undefined } | undefined };

export type ListFilesAnswer = { files: FileRecord[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type GetTierAnswer = { tier: ("FREE" | "STARTER" | "DEVELOPER" | "BUSINESS"); unlimited: boolean; features: { autoRecallAvailable: boolean; autoCaptureAvailable: boolean; aiExtractionAvailable: boolean; directWriteAvailable: boolean; importPipelineAvailable: boolean; teamSharingEnabled: boolean; minSyncIntervalSeconds: number; maxRequestsPerMinute: number; maxMembers: number; maxApiKeys: number; maxCharacters: number; currentCharacterCount: number }; usage: { characters: number; memories: number; files: number; storageBytes: number; aiCalls: number; aiInputTokens: number; aiOutputTokens: number }; ai: { provider: string; model: string; configured: boolean; embedding: { model: string; pending: number; reason?: string | undefined } }; connections?: { url: string; contactedAt?: string | undefined; problem?: string | undefined; characters: { name: string; waiting: number; refused: number; reasons: { reason: string; memories: number }[]; problem?: string | undefined; deletedAt?: string | undefined }[] }[] | undefined };

export type WhoamiAnswer = { member: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER") }; tenant: { id: string; name: string; tier: ("FREE" | "STARTER" | "DEVELOPER" | "BUSINESS" | "UNLIMITED") }; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system") };

export type ListMembersAnswer = { members: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string }[]; total: number };

export type AddMemberRequest = { name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); externalId?: string | undefined };

export type AddMemberAnswer = { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string };

export type ListKeysAnswer = { keys: { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined; revokedAt?: string | undefined }[]; total: number };

export type CreateKeyRequest = { name?: string | undefined; member?: string | undefined };

export type CreateKeyAnswer = { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined; revokedAt?: string | undefined; key: string };

export type ListPasskeysAnswer = { passkeys: { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined }[]; total: number };

export type ListGrantsAnswer = { grants: { id: string; client: string; clientId: string; member: { id: string; name: string }; access: ("READ" | "WRITE" | "REPLICATE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt: string }[]; total: number };

export type ListSessionsAnswer = { sessions: { id: string; member: string; createdAt: string; lastUsedAt: string; current: boolean; userAgent: string; linkBy?: string | undefined }[] };

export type ListChangesAnswer = { changes: { id: string; characterId: string; memoryId: string; revision: number; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED"); by: { kind: ("model" | "user" | "file" | "system"); name: string; client?: string | undefined }; createdAt: string; content: string; previousContent?: string | undefined; seen: boolean; isConflict?: boolean | undefined }[]; nextCursor?: string | undefined };

export type ListHookReceiptsAnswer = { hosts: { host: string; given: number; tokens: number; captured: number; leftOut: Record<string, number>; runs: number; lastAt: string }[]; latest: { host: string; given: number; tokens: number; captured: number; leftOut: Record<string, number>; at: string; event: string; characterId?: string | undefined }[]; hostModel?: { perDay?: number | undefined; leftToday?: number | undefined; sessions: { at: string; host: string; session: string; characterId: string; turns: number; kept?: number | undefined; fault?: string | undefined }[] } | undefined; turns: { at: string; host?: string | undefined; session: string; characterId: string; speaker: ("user" | "assistant"); clauses: { id: string; text: string; outcome: ("kept" | "proposed" | "known" | "left out"); reason: string; kind?: ("rule" | "preference" | "decision" | "correction" | "fact") | undefined; memoryId?: string | undefined; state?: ("ACTIVE" | "DELETED" | "PROPOSED") | undefined }[] }[]; kinds: { characterId: string; kind: ("rule" | "preference" | "decision" | "correction" | "fact"); outcome: ("kept" | "proposed"); rejected: number; of: number; isOff: boolean }[] };

export type CountReviewsAnswer = { edits: number; proposals: number; characters: { characterId: string; edits: number; proposals: number }[] };

export type GetStatisticsAnswer = { byDay: { day: string; added: number; updated: number; deleted: number }[]; byCategory: { category: string; memories: number }[]; bySource: { kind: ("direct" | "extraction" | "file" | "import"); memories: number }[]; tokensByDay: { day: string; input: number; output: number }[]; recallsByDay: { day: string; recalls: number; empty: number; weak: number }[]; waitingTurns: { turns: number; failed: number; error?: string | undefined }; byClient: { client: string; asked: number; helped: number; tokens: number; stored: number }[]; timeline?: { at: string; category: string; memories: number }[] | undefined };

export type GetMemoryHealthAnswer = { memories: number; questions: { count: number; more: boolean; first: { recallId: string; characterId: string; query: string; outcome: ("given" | "weak" | "empty"); count: number }[] }; unrecalled: { count: number; first: { memoryId: string; characterId: string; text: string }[] }; pairs: { looked: number; count: number; first: { kind: ("duplicate" | "contradiction"); memories: { memoryId: string; characterId: string; text: string }[] }[] }; stale: { count: number; more: boolean; first: { memoryId: string; characterId: string; text: string; day: string }[] }; reviews: { edits: number; proposals: number }; waiting: number; learnt: { count: number; first: { memoryId: string; characterId: string; text: string }[] } };

export type ListDuplicatesAnswer = { pairs: { kind: ("duplicate" | "contradiction" | "outdated"); likeness: number; shared: string[]; memories: Memory[] }[]; looked: number; total: number; nextCursor?: string | undefined };

export type ListRecallsAnswer = { recalls: { id: string; characterId: string; at: string; by: string; client?: string | undefined; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); outcome: ("given" | "weak" | "empty"); gap: boolean; dismissed: boolean; tokens?: number | undefined; count?: number | undefined; query: string; results: { memoryId: string; relevance?: number | undefined; rating?: ("useful" | "wrong") | undefined }[]; rating?: ("useful" | "wrong") | undefined }[]; nextCursor?: string | undefined };

export type GetAiSettingsAnswer = { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; dailyTokens?: number | undefined; keySet: boolean; source: ("tenant" | "environment"); reason?: string | undefined };

export type SetAiSettingsRequest = { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; key?: string | null | undefined; dailyTokens?: number | undefined };

export type SetAiSettingsAnswer = { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; dailyTokens?: number | undefined; keySet: boolean; source: ("tenant" | "environment"); reason?: string | undefined };

export type TestAiSettingsAnswer = { ok: boolean; ms: number; message: string };

export type CreateWebhookRequest = { url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent?: boolean | undefined };

export type CreateWebhookAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined; secret: string };

export type ListWebhooksAnswer = { webhooks: { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined }[]; total: number };

export type ListAuditEventsAnswer = { events: { id: string; at: string; actor: { memberId: string; name: string; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); keyId?: string | undefined }; action: string; characterId?: string | undefined; targetId?: string | undefined; outcome: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "RequestInProgress" | "AnswerLost" | "IdempotencyKeyReused" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable"); requestId?: string | undefined; address?: string | undefined; detail?: string[] | undefined }[]; nextCursor?: string | undefined };

export type ListAuditEventsItem = { id: string; at: string; actor: { memberId: string; name: string; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); keyId?: string | undefined }; action: string; characterId?: string | undefined; targetId?: string | undefined; outcome: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "RequestInProgress" | "AnswerLost" | "IdempotencyKeyReused" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable"); requestId?: string | undefined; address?: string | undefined; detail?: string[] | undefined };

export type CheckHostsAnswer = { hosts: { host: string; file: string; ok: boolean; detail: string; advice?: string | undefined; ms?: number | undefined }[] };

export type ListConnectionsAnswer = { connections: { url: string; member: string; connectedAt: string; contactedAt?: string | undefined; problem?: string | undefined; waiting: number; refused: number; characters: { id: string; name: string; waiting: number; refused: number; reasons: { reason: string; memories: number }[]; problem?: string | undefined; keeps: boolean; deletedAt?: string | undefined }[] }[] };

export type ListRefusedMemoriesAnswer = { memories: { id: string; content: string; category: string; state: ("ACTIVE" | "DELETED" | "PROPOSED"); reason: string; refusedAt: string; isAtServer: boolean }[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type ExchangeNowRequest = { characterId?: string | undefined; memoryIds?: string[] | undefined };

export type ExchangeNowAnswer = { exchanged: { url: string; character: string; problem?: string | undefined }[] };

export type WithdrawChangesRequest = { characterId: string; memoryIds: string[]; toCharacterId?: string | undefined };

export type WithdrawChangesAnswer = { moved: number; withdrawn: number };

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

export type SearchMemoriesRequest = { query: string; limit?: number | undefined; category?: string | undefined; since?: string | undefined; until?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; file?: string | undefined; minRelevance?: number | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; explain?: boolean | undefined };

export type SearchMemoriesAnswer = { memories: FoundMemory[]; total: number; notice?: string | undefined };

export type AssembleContextRequest = { query?: string | undefined; maxTokens?: number | undefined; include?: ("profile" | "memories" | "recent")[] | undefined; category?: string | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined };

export type AssembleContextAnswer = { text: string; tokens: number; memories: { id: string; relevance?: number | undefined; revision: number }[]; omitted: number };

export type AddMemoryRequest = { content?: string | undefined; messages?: { role: ("user" | "assistant" | "system" | "tool"); content: string; name?: string | undefined; at?: string | undefined }[] | undefined; category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; timeZone?: string | undefined; allowSecret?: boolean | undefined; sessionId?: string | undefined; occurredAt?: string | undefined };

export type AddMemoryAnswer = { id?: string | undefined; characterId?: string | undefined; content?: string | undefined; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; state?: ("ACTIVE" | "DELETED" | "PROPOSED") | undefined; revision?: number | undefined; source?: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined } | undefined; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; createdAt?: string | undefined; updatedAt?: string | undefined; memories: Memory[]; operations: { operation: ("ADD" | "UPDATE" | "DELETE" | "END" | "REVIVE" | "NONE"); memoryId?: string | undefined; reason?: string | undefined }[]; extraction: ("ai" | "rules") };

export type AddMemoryDirectRequest = { content: string; category: string; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; allowSecret?: boolean | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; timeZone?: string | undefined; sessionId?: string | undefined; occurredAt?: string | undefined };

export type AddMemoryDirectAnswer = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; createdAt: string; updatedAt: string; operation: ("ADD" | "REVIVE" | "NONE") };

export type ListMemoriesAnswer = { memories: ListedMemory[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type UpdateProfileRequest = { systemPrompt?: string | null | undefined; personality?: string | null | undefined; background?: string | null | undefined; rules?: string[] | null | undefined; customFields?: Record<string, string> | null | undefined };

export type UpdateAgentConfigRequest = { capabilities?: string[] | null | undefined; maxConcurrentTasks?: number | null | undefined; preferredModel?: string | null | undefined; ownerId?: string | null | undefined; meta?: Record<string, unknown> | null | undefined; status?: ("IDLE" | "BUSY" | "FAILED" | "PAUSED") | undefined };

export type SetAliasesRequest = { aliases: (string | { alias: string; sourceHint?: string | undefined })[] };

export type SetTagsRequest = { tags: string[] };

export type SetSharingRequest = { visibility?: ("PUBLIC" | "PRIVATE") | undefined; members?: { member: string; access: ("READ" | "WRITE") }[] | undefined; owner?: string | undefined };

export type CloneCharacterRequest = { name: string; externalId?: string | undefined; copyTags?: boolean | undefined; copyMemories?: boolean | undefined; memories?: ("copy") | undefined };

export type CloneCharacterAnswer = { character: Character; memoriesCopied: number };

export type ListCategoriesAnswer = { categories: Category[] };

export type AddCategoryRequest = { name: string; description?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; hints?: string[] | undefined };

export type SyncFileRequest = { filePath?: string | undefined; fileContent?: string | undefined; label?: string | undefined; encoding?: ("utf8" | "base64") | undefined; checksum?: string | undefined; baseVersion?: number | undefined; files?: { filePath: string; fileContent: string; label?: string | undefined; encoding?: ("utf8" | "base64") | undefined; checksum?: string | undefined; baseVersion?: number | undefined }[] | undefined };

export type SyncFileAnswer = { fileId?: string | undefined; characterId?: string | undefined; path?: string | undefined; label?: string | undefined; version?: number | undefined; contentHash?: string | undefined; sizeBytes?: number | undefined; capturedAt?: string | undefined; missingSince?: string | undefined; changed?: boolean | undefined; memoriesAdded?: number | undefined; memoriesRemoved?: number | undefined; results?: ({ fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined; changed: boolean; memoriesAdded: number; memoriesRemoved: number } | { path: string; error: { type: string; message: string; status: number } })[] | undefined };

export type GetSyncStatusAnswer = { characterId: string; totalFiles: number; totalSizeBytes: number; latestSyncAt?: string | undefined; files: FileRecord[]; capture: { pending: number; paused?: string | undefined; failed: { path: string; error: string; attempts: number; nextAttemptAt: string }[] }; watching?: { held: { path: string; files: number; reason: string }[]; failed: { path: string; error: string; attempts: number; nextAttemptAt?: string | undefined }[] } | undefined };

export type GetFileAnswer = { fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined; content: string; encoding: ("utf8" | "base64") };

export type ImportDocumentRequest = { fileName: string; fileContent: string; encoding?: ("utf8" | "base64") | undefined; format?: ("auto" | "markdown" | "text" | "html" | "json" | "jsonl" | "csv" | "pdf" | "docx") | undefined; category?: string | undefined; dryRun?: boolean | undefined; allowSecret?: boolean | undefined };

export type ImportDocumentAnswer = { importId: string; status: ("COMMITTED" | "PARSED"); totalParsed: number; memoriesAdded: number; duplicatesSkipped: number; fillerFiltered: number; rejectedCount: number; rejected: { line?: number | undefined; reason: string }[]; leftOut?: { name: string; count: number }[] | undefined; examples?: string[] | undefined; createdAt: string };

export type UpdateMemberRequest = { name?: string | undefined; role?: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER") | undefined; status?: ("ACTIVE" | "SUSPENDED") | undefined; externalId?: string | null | undefined };

export type UpdateMemberAnswer = { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string };

export type RemoveMemberAnswer = { id: string; removed: (true) };

export type CreateSignInLinkRequest = { minutes?: number | undefined };

export type CreateSignInLinkAnswer = { member: { id: string; name: string }; url: string; expiresAt: string };

export type RemovePasskeyAnswer = { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined };

export type RevokeKeyAnswer = { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined; revokedAt?: string | undefined };

export type RevokeGrantAnswer = { id: string; client: string; clientId: string; member: { id: string; name: string }; access: ("READ" | "WRITE" | "REPLICATE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt: string };

export type EndSessionAnswer = { ended: string };

export type ReviewCaptureRequest = { verdict: ("kept" | "undone") };

export type ReviewCaptureAnswer = { id: string; content: string; state: ("ACTIVE" | "DELETED" | "PROPOSED") };

export type ReviewChangeRequest = { verdict: ("kept" | "undone") };

export type ReviewChangeAnswer = { id: string; verdict: ("kept" | "undone") };

export type ChangeMemoriesRequest = { ids?: string[] | undefined; filter?: { state?: ("ACTIVE" | "DELETED") | undefined; category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; batchId?: string | undefined; since?: string | undefined; until?: string | undefined } | undefined; change: { category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; salience?: number | undefined; state?: ("ACTIVE" | "DELETED") | undefined } };

export type ChangeMemoriesAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined };

export type ExportMemoriesRequest = { ids?: string[] | undefined; filter?: { state?: ("ACTIVE" | "DELETED") | undefined; category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; batchId?: string | undefined; since?: string | undefined; until?: string | undefined } | undefined };

export type MergeMemoriesRequest = { keepId: string; deleteId: string; content?: string | undefined; allowSecret?: boolean | undefined };

export type MergeMemoriesAnswer = { memory: Memory; deletedId: string; batchId: string };

export type PreviewRetentionAnswer = { memories: Memory[]; total: number; page: number; limit: number; nextCursor?: string | undefined; truncated?: (true) | undefined; next?: string | undefined };

export type ApplyRetentionRequest = { days: number };

export type ApplyRetentionAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined };

export type AddMemoriesRequest = { memories: { content: string; category: string; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; sessionId?: string | undefined; occurredAt?: string | undefined }[]; allowSecret?: boolean | undefined; timeZone?: string | undefined };

export type AddMemoriesAnswer = { added: number; results: { operation: ("ADD" | "REVIVE" | "NONE" | "ERROR"); id?: string | undefined; revision?: number | undefined; error?: { type: string; message: string } | undefined }[] };

export type RenameCharacterRequest = { name: string };

export type RateRecallRequest = { memoryId?: string | undefined; rating: ("useful" | "wrong") };

export type RateRecallAnswer = { id: string; characterId: string; at: string; by: string; client?: string | undefined; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); outcome: ("given" | "weak" | "empty"); gap: boolean; dismissed: boolean; tokens?: number | undefined; count?: number | undefined; query: string; results: { memoryId: string; relevance?: number | undefined; rating?: ("useful" | "wrong") | undefined }[]; rating?: ("useful" | "wrong") | undefined };

export type DismissQuestionRequest = { dismissed?: boolean | undefined };

export type DismissQuestionAnswer = { id: string; characterId: string; at: string; by: string; client?: string | undefined; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); outcome: ("given" | "weak" | "empty"); gap: boolean; dismissed: boolean; tokens?: number | undefined; count?: number | undefined; query: string; results: { memoryId: string; relevance?: number | undefined; rating?: ("useful" | "wrong") | undefined }[]; rating?: ("useful" | "wrong") | undefined };

export type GetWebhookAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined };

export type UpdateWebhookRequest = { url?: string | undefined; events?: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[] | undefined; characterIds?: string[] | null | undefined; description?: string | null | undefined; includeContent?: boolean | undefined; status?: ("ENABLED" | "DISABLED") | undefined };

export type UpdateWebhookAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined };

export type DeleteWebhookAnswer = { id: string; deleted: (true) };

export type RotateWebhookSecretAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined; secret: string; oldUntil: string };

export type TestWebhookAnswer = { delivered: boolean; ms: number; httpStatus?: number | undefined; error?: string | undefined; text?: string | undefined };

export type ListWebhookDeliveriesAnswer = { deliveries: { id: string; eventId: string; type: ("character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test"); at: string; status: ("PENDING" | "DELIVERED" | "FAILED"); attempts: { at: string; ms: number; httpStatus?: number | undefined; error?: string | undefined }[]; nextAttemptAt?: string | undefined }[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type ExchangeChangesRequest = { message: string };

export type ExchangeChangesAnswer = { message: string };

export type UpdateMemoryRequest = { content?: string | undefined; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; timeZone?: string | undefined; allowSecret?: boolean | undefined; expectedRevision?: number | undefined };

export type DeleteMemoryAnswer = { id: string; state: ("DELETED") };

export type GetMemoryHistoryAnswer = { memoryId: string; revisions: Revision[]; total: number };

export type ExplainMemoryRequest = { query: string };

export type ExplainMemoryAnswer = { rank?: number | undefined; relevance: number; parts: { part: string; value: number; of?: string | undefined }[]; why: string };

export type UpdateCategoryRequest = { description?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; hints?: string[] | undefined };

export type DeleteCategoryAnswer = { deleted: string; reassignedTo?: string | undefined; memoriesReassigned: number };

export type KeepKindAnswer = { characterId: string; kind: ("rule" | "preference" | "decision" | "correction" | "fact") };

export type RevertMemoryRequest = { revision: number };

export type KeepBothRequest = { otherId: string; answer?: ("changed" | "both" | "neither") | undefined; kept?: boolean | undefined };

export type KeepBothAnswer = { memoryIds: string[]; kept: boolean };

export type UndoBatchAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined; changedSince: number };

export type RenameCategoryRequest = { newName: string };

export type RedeliverWebhookAnswer = { id: string; eventId: string; type: ("character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test"); at: string; status: ("PENDING" | "DELIVERED" | "FAILED"); attempts: { at: string; ms: number; httpStatus?: number | undefined; error?: string | undefined }[]; nextAttemptAt?: string | undefined };

export type SearchSeveralRequest = { characterIds: string[]; query: string; limit?: number | undefined; category?: string | undefined; since?: string | undefined; until?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; file?: string | undefined; minRelevance?: number | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; explain?: boolean | undefined };

export type SearchSeveralAnswer = { memories: FoundMemoryAmong[]; total: number; notice?: string | undefined };

/** What goes into each operation, path, query and body together, and what comes out. */
export interface Operations {
  listCharacters: { input: { page?: number | undefined; limit?: number | undefined; cursor?: string | undefined; tag?: string | undefined; capability?: string | undefined; agentStatus?: ("IDLE" | "BUSY" | "FAILED" | "PAUSED") | undefined; visibility?: ("PUBLIC" | "PRIVATE") | undefined; status?: ("ACTIVE" | "ARCHIVED" | "DELETED" | "ALL") | undefined; sortBy?: ("CREATED_AT" | "LAST_MEMORY_AT" | "MEMORY_COUNT" | "NAME") | undefined; sortOrder?: ("ASC" | "DESC") | undefined }; output: ListCharactersAnswer };
  createCharacter: { input: CreateCharacterRequest; output: Character };
  listFiles: { input: { characterId: string; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListFilesAnswer };
  getTier: { input: Record<string, never>; output: GetTierAnswer };
  whoami: { input: Record<string, never>; output: WhoamiAnswer };
  listMembers: { input: Record<string, never>; output: ListMembersAnswer };
  addMember: { input: AddMemberRequest; output: AddMemberAnswer };
  listKeys: { input: Record<string, never>; output: ListKeysAnswer };
  createKey: { input: CreateKeyRequest; output: CreateKeyAnswer };
  listPasskeys: { input: Record<string, never>; output: ListPasskeysAnswer };
  listGrants: { input: Record<string, never>; output: ListGrantsAnswer };
  listSessions: { input: Record<string, never>; output: ListSessionsAnswer };
  listChanges: { input: { characterId?: string | undefined; by?: ("model" | "user" | "file" | "system") | undefined; client?: string | undefined; toReview?: boolean | undefined; since?: string | undefined; cursor?: string | undefined; limit?: number | undefined }; output: ListChangesAnswer };
  listHookReceipts: { input: { limit?: number | undefined; session?: string | undefined }; output: ListHookReceiptsAnswer };
  countReviews: { input: Record<string, never>; output: CountReviewsAnswer };
  getStatistics: { input: { characterId?: string | undefined; from?: string | undefined; to?: string | undefined; timeline?: ("DAY" | "MONTH" | "YEAR") | undefined }; output: GetStatisticsAnswer };
  getMemoryHealth: { input: { characterId?: string | undefined; limit?: number | undefined }; output: GetMemoryHealthAnswer };
  listDuplicates: { input: { characterId?: string | undefined; limit?: number | undefined; kept?: boolean | undefined; cursor?: string | undefined }; output: ListDuplicatesAnswer };
  listRecalls: { input: { characterId?: string | undefined; empty?: boolean | undefined; weak?: boolean | undefined; gap?: boolean | undefined; dismissed?: boolean | undefined; client?: string | undefined; kind?: ("search" | "context" | "hook") | undefined; words?: string | undefined; grouped?: boolean | undefined; since?: string | undefined; until?: string | undefined; cursor?: string | undefined; limit?: number | undefined }; output: ListRecallsAnswer };
  getAiSettings: { input: Record<string, never>; output: GetAiSettingsAnswer };
  setAiSettings: { input: SetAiSettingsRequest; output: SetAiSettingsAnswer };
  testAiSettings: { input: Record<string, never>; output: TestAiSettingsAnswer };
  createWebhook: { input: CreateWebhookRequest; output: CreateWebhookAnswer };
  listWebhooks: { input: Record<string, never>; output: ListWebhooksAnswer };
  listAuditEvents: { input: { since?: string | undefined; until?: string | undefined; member?: string | undefined; action?: string | undefined; characterId?: string | undefined; outcome?: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "RequestInProgress" | "AnswerLost" | "IdempotencyKeyReused" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable") | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListAuditEventsAnswer };
  checkHosts: { input: Record<string, never>; output: CheckHostsAnswer };
  listConnections: { input: Record<string, never>; output: ListConnectionsAnswer };
  listRefusedMemories: { input: { characterId: string; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListRefusedMemoriesAnswer };
  exchangeNow: { input: ExchangeNowRequest; output: ExchangeNowAnswer };
  withdrawChanges: { input: WithdrawChangesRequest; output: WithdrawChangesAnswer };
  keepCharacter: { input: KeepCharacterRequest; output: KeepCharacterAnswer };
  disconnectCharacters: { input: DisconnectCharactersRequest; output: DisconnectCharactersAnswer };
  watchPath: { input: WatchPathRequest; output: WatchPathAnswer };
  unwatchPath: { input: { path: string; characterId?: string | undefined }; output: UnwatchPathAnswer };
  listWatchedPaths: { input: { characterId?: string | undefined }; output: ListWatchedPathsAnswer };
  syncNow: { input: SyncNowRequest; output: SyncNowAnswer };
  searchMemories: { input: { characterId: string } & SearchMemoriesRequest; output: SearchMemoriesAnswer };
  assembleContext: { input: { characterId: string } & AssembleContextRequest; output: AssembleContextAnswer };
  addMemory: { input: { characterId: string } & AddMemoryRequest; output: AddMemoryAnswer };
  listMemories: { input: { characterId: string; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined; category?: string | undefined; state?: ("ACTIVE" | "DELETED" | "PROPOSED" | "ALL") | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; since?: string | undefined; until?: string | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; batchId?: string | undefined; sort?: ("newest" | "oldest" | "importance" | "recalled" | "changed") | undefined }; output: ListMemoriesAnswer };
  addMemoryDirect: { input: { characterId: string } & AddMemoryDirectRequest; output: AddMemoryDirectAnswer };
  getCharacter: { input: { characterId: string }; output: Character };
  deleteCharacter: { input: { characterId: string }; output: Character };
  updateProfile: { input: { characterId: string } & UpdateProfileRequest; output: Character };
  updateAgentConfig: { input: { characterId: string } & UpdateAgentConfigRequest; output: Character };
  setAliases: { input: { characterId: string } & SetAliasesRequest; output: Character };
  setTags: { input: { characterId: string } & SetTagsRequest; output: Character };
  setSharing: { input: { characterId: string } & SetSharingRequest; output: Character };
  resolveAlias: { input: { alias: string }; output: Character };
  cloneCharacter: { input: { characterId: string } & CloneCharacterRequest; output: CloneCharacterAnswer };
  archiveCharacter: { input: { characterId: string }; output: Character };
  exportCharacter: { input: { characterId: string; category?: string | undefined }; output: string };
  listCategories: { input: { characterId: string }; output: ListCategoriesAnswer };
  addCategory: { input: { characterId: string } & AddCategoryRequest; output: Category };
  syncFile: { input: { characterId: string } & SyncFileRequest; output: SyncFileAnswer };
  getSyncStatus: { input: { characterId: string }; output: GetSyncStatusAnswer };
  getFile: { input: { fileId: string; version?: number | undefined }; output: GetFileAnswer };
  importDocument: { input: { characterId: string } & ImportDocumentRequest; output: ImportDocumentAnswer };
  updateMember: { input: { memberId: string } & UpdateMemberRequest; output: UpdateMemberAnswer };
  removeMember: { input: { memberId: string }; output: RemoveMemberAnswer };
  createSignInLink: { input: { memberId: string } & CreateSignInLinkRequest; output: CreateSignInLinkAnswer };
  removePasskey: { input: { passkeyId: string }; output: RemovePasskeyAnswer };
  revokeKey: { input: { keyId: string }; output: RevokeKeyAnswer };
  revokeGrant: { input: { grantId: string }; output: RevokeGrantAnswer };
  endSession: { input: { sessionId: string }; output: EndSessionAnswer };
  reviewCapture: { input: { clauseId: string } & ReviewCaptureRequest; output: ReviewCaptureAnswer };
  reviewChange: { input: { changeId: string } & ReviewChangeRequest; output: ReviewChangeAnswer };
  changeMemories: { input: { characterId: string } & ChangeMemoriesRequest; output: ChangeMemoriesAnswer };
  exportMemories: { input: { characterId: string } & ExportMemoriesRequest; output: string };
  mergeMemories: { input: { characterId: string } & MergeMemoriesRequest; output: MergeMemoriesAnswer };
  previewRetention: { input: { characterId: string; days: number; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: PreviewRetentionAnswer };
  applyRetention: { input: { characterId: string } & ApplyRetentionRequest; output: ApplyRetentionAnswer };
  addMemories: { input: { characterId: string } & AddMemoriesRequest; output: AddMemoriesAnswer };
  renameCharacter: { input: { characterId: string } & RenameCharacterRequest; output: Character };
  restoreCharacter: { input: { characterId: string }; output: Character };
  unarchiveCharacter: { input: { characterId: string }; output: Character };
  rateRecall: { input: { recallId: string } & RateRecallRequest; output: RateRecallAnswer };
  dismissQuestion: { input: { recallId: string } & DismissQuestionRequest; output: DismissQuestionAnswer };
  getWebhook: { input: { webhookId: string }; output: GetWebhookAnswer };
  updateWebhook: { input: { webhookId: string } & UpdateWebhookRequest; output: UpdateWebhookAnswer };
  deleteWebhook: { input: { webhookId: string }; output: DeleteWebhookAnswer };
  rotateWebhookSecret: { input: { webhookId: string }; output: RotateWebhookSecretAnswer };
  testWebhook: { input: { webhookId: string }; output: TestWebhookAnswer };
  listWebhookDeliveries: { input: { webhookId: string; status?: ("PENDING" | "DELIVERED" | "FAILED") | undefined; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListWebhookDeliveriesAnswer };
  exchangeChanges: { input: { characterId: string } & ExchangeChangesRequest; output: ExchangeChangesAnswer };
  getMemory: { input: { characterId: string; memoryId: string }; output: Memory };
  updateMemory: { input: { characterId: string; memoryId: string } & UpdateMemoryRequest; output: Memory };
  deleteMemory: { input: { characterId: string; memoryId: string }; output: DeleteMemoryAnswer };
  restoreMemory: { input: { characterId: string; memoryId: string }; output: Memory };
  getMemoryHistory: { input: { characterId: string; memoryId: string }; output: GetMemoryHistoryAnswer };
  explainMemory: { input: { characterId: string; memoryId: string } & ExplainMemoryRequest; output: ExplainMemoryAnswer };
  updateCategory: { input: { characterId: string; name: string } & UpdateCategoryRequest; output: Category };
  deleteCategory: { input: { characterId: string; name: string; reassign_to?: string | undefined }; output: DeleteCategoryAnswer };
  keepKind: { input: { characterId: string; kind: ("rule" | "preference" | "decision" | "correction" | "fact") }; output: KeepKindAnswer };
  revertMemory: { input: { characterId: string; memoryId: string } & RevertMemoryRequest; output: Memory };
  keepBoth: { input: { characterId: string; memoryId: string } & KeepBothRequest; output: KeepBothAnswer };
  undoBatch: { input: { characterId: string; batchId: string }; output: UndoBatchAnswer };
  renameCategory: { input: { characterId: string; name: string } & RenameCategoryRequest; output: Category };
  redeliverWebhook: { input: { webhookId: string; deliveryId: string }; output: RedeliverWebhookAnswer };
  searchSeveral: { input: SearchSeveralRequest; output: SearchSeveralAnswer };
}

/** Method and path of each operation. */
export const routes: Readonly<Record<keyof Operations, string>> = {
  listCharacters: 'GET /v1/characters',
  createCharacter: 'POST /v1/characters',
  listFiles: 'GET /v1/files',
  getTier: 'GET /v1/tier',
  whoami: 'GET /v1/whoami',
  listMembers: 'GET /v1/members',
  addMember: 'POST /v1/members',
  listKeys: 'GET /v1/keys',
  createKey: 'POST /v1/keys',
  listPasskeys: 'GET /v1/passkeys',
  listGrants: 'GET /v1/grants',
  listSessions: 'GET /v1/sessions',
  listChanges: 'GET /v1/changes',
  listHookReceipts: 'GET /v1/hook-receipts',
  countReviews: 'GET /v1/reviews',
  getStatistics: 'GET /v1/statistics',
  getMemoryHealth: 'GET /v1/memory-health',
  listDuplicates: 'GET /v1/duplicates',
  listRecalls: 'GET /v1/recalls',
  getAiSettings: 'GET /v1/ai-settings',
  setAiSettings: 'PUT /v1/ai-settings',
  testAiSettings: 'POST /v1/ai-settings/test',
  createWebhook: 'POST /v1/webhooks',
  listWebhooks: 'GET /v1/webhooks',
  listAuditEvents: 'GET /v1/audit',
  checkHosts: 'POST /v1/hosts/check',
  listConnections: 'GET /v1/connections',
  listRefusedMemories: 'GET /v1/connections/refused',
  exchangeNow: 'POST /v1/connections/exchange',
  withdrawChanges: 'POST /v1/connections/withdraw',
  keepCharacter: 'PUT /v1/connections/keep',
  disconnectCharacters: 'POST /v1/connections/disconnect',
  watchPath: 'PUT /v1/watches',
  unwatchPath: 'DELETE /v1/watches',
  listWatchedPaths: 'GET /v1/watches',
  syncNow: 'POST /v1/watches/now',
  searchMemories: 'POST /v1/characters/{characterId}/memories/search',
  assembleContext: 'POST /v1/characters/{characterId}/context',
  addMemory: 'POST /v1/characters/{characterId}/memories',
  listMemories: 'GET /v1/characters/{characterId}/memories',
  addMemoryDirect: 'POST /v1/characters/{characterId}/memories/direct',
  getCharacter: 'GET /v1/characters/{characterId}',
  deleteCharacter: 'DELETE /v1/characters/{characterId}',
  updateProfile: 'PATCH /v1/characters/{characterId}/profile',
  updateAgentConfig: 'PATCH /v1/characters/{characterId}/agent-config',
  setAliases: 'PUT /v1/characters/{characterId}/aliases',
  setTags: 'PUT /v1/characters/{characterId}/tags',
  setSharing: 'PUT /v1/characters/{characterId}/sharing',
  resolveAlias: 'GET /v1/characters/resolve/{alias}',
  cloneCharacter: 'POST /v1/characters/{characterId}/clone',
  archiveCharacter: 'POST /v1/characters/{characterId}/archive',
  exportCharacter: 'GET /v1/characters/{characterId}/export',
  listCategories: 'GET /v1/characters/{characterId}/categories',
  addCategory: 'POST /v1/characters/{characterId}/categories',
  syncFile: 'POST /v1/characters/{characterId}/sync',
  getSyncStatus: 'GET /v1/characters/{characterId}/sync/status',
  getFile: 'GET /v1/files/{fileId}',
  importDocument: 'POST /v1/characters/{characterId}/import',
  updateMember: 'PATCH /v1/members/{memberId}',
  removeMember: 'DELETE /v1/members/{memberId}',
  createSignInLink: 'POST /v1/members/{memberId}/sign-in-link',
  removePasskey: 'DELETE /v1/passkeys/{passkeyId}',
  revokeKey: 'DELETE /v1/keys/{keyId}',
  revokeGrant: 'DELETE /v1/grants/{grantId}',
  endSession: 'DELETE /v1/sessions/{sessionId}',
  reviewCapture: 'POST /v1/captured-clauses/{clauseId}/review',
  reviewChange: 'POST /v1/changes/{changeId}/review',
  changeMemories: 'POST /v1/characters/{characterId}/memories/batch',
  exportMemories: 'POST /v1/characters/{characterId}/memories/export',
  mergeMemories: 'POST /v1/characters/{characterId}/memories/merge',
  previewRetention: 'GET /v1/characters/{characterId}/retention',
  applyRetention: 'POST /v1/characters/{characterId}/retention',
  addMemories: 'POST /v1/characters/{characterId}/memories/batch-add',
  renameCharacter: 'POST /v1/characters/{characterId}/rename',
  restoreCharacter: 'POST /v1/characters/{characterId}/restore',
  unarchiveCharacter: 'POST /v1/characters/{characterId}/unarchive',
  rateRecall: 'POST /v1/recalls/{recallId}/rating',
  dismissQuestion: 'POST /v1/recalls/{recallId}/dismissal',
  getWebhook: 'GET /v1/webhooks/{webhookId}',
  updateWebhook: 'PATCH /v1/webhooks/{webhookId}',
  deleteWebhook: 'DELETE /v1/webhooks/{webhookId}',
  rotateWebhookSecret: 'POST /v1/webhooks/{webhookId}/rotate-secret',
  testWebhook: 'POST /v1/webhooks/{webhookId}/test',
  listWebhookDeliveries: 'GET /v1/webhooks/{webhookId}/deliveries',
  exchangeChanges: 'POST /v1/characters/{characterId}/exchange',
  getMemory: 'GET /v1/characters/{characterId}/memories/{memoryId}',
  updateMemory: 'PUT /v1/characters/{characterId}/memories/{memoryId}',
  deleteMemory: 'DELETE /v1/characters/{characterId}/memories/{memoryId}',
  restoreMemory: 'POST /v1/characters/{characterId}/memories/{memoryId}/restore',
  getMemoryHistory: 'GET /v1/characters/{characterId}/memories/{memoryId}/history',
  explainMemory: 'POST /v1/characters/{characterId}/memories/{memoryId}/explain',
  updateCategory: 'PUT /v1/characters/{characterId}/categories/{name}',
  deleteCategory: 'DELETE /v1/characters/{characterId}/categories/{name}',
  keepKind: 'POST /v1/characters/{characterId}/captured-kinds/{kind}/keep',
  revertMemory: 'POST /v1/characters/{characterId}/memories/{memoryId}/revert',
  keepBoth: 'POST /v1/characters/{characterId}/memories/{memoryId}/keep-both',
  undoBatch: 'POST /v1/characters/{characterId}/batches/{batchId}/undo',
  renameCategory: 'POST /v1/characters/{characterId}/categories/{name}/rename',
  redeliverWebhook: 'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  searchSeveral: 'POST /v1/search',
};

/** The roles of members; each may do what the ones before it may. */
export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** The least role that may call an operation; those that are not named everybody may call. */
export const neededRoles: Readonly<Partial<Record<keyof Operations, Role>>> = {
  createCharacter: 'MEMBER',
  listMembers: 'ADMIN',
  addMember: 'OWNER',
  getAiSettings: 'OWNER',
  setAiSettings: 'OWNER',
  testAiSettings: 'OWNER',
  createWebhook: 'ADMIN',
  listWebhooks: 'ADMIN',
  listAuditEvents: 'ADMIN',
  checkHosts: 'OWNER',
  listConnections: 'OWNER',
  listRefusedMemories: 'OWNER',
  exchangeNow: 'OWNER',
  withdrawChanges: 'OWNER',
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
  renameCategory: 'MEMBER',
  redeliverWebhook: 'ADMIN',
};
