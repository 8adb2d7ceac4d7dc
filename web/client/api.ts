// Generated from the OpenAPI document by `npm run docs`; do not edit.

export type AgentConfig = { capabilities: string[]; status: ("IDLE" | "BUSY" | "FAILED" | "PAUSED"); maxConcurrentTasks?: number | undefined; preferredModel?: string | undefined; ownerId?: string | undefined; meta?: Record<string, unknown> | undefined };

export type Profile = { systemPrompt?: string | undefined; personality?: string | undefined; background?: string | undefined; rules: string[]; customFields: Record<string, string>; agentConfig?: AgentConfig | undefined };

export type Character = { id: string; name: string; status: ("ACTIVE" | "ARCHIVED"); categoryPreset: ("developer" | "standard"); visibility: ("PUBLIC" | "PRIVATE"); owner: { id: string; name: string }; access: ("READ" | "WRITE"); shares?: { member: { id: string; name: string }; access: ("READ" | "WRITE") }[] | undefined; externalId?: string | undefined; tags: string[]; aliases: { alias: string; sourceHint?: string | undefined }[]; profile: Profile; memoryCount: number; lastMemoryAt?: string | undefined; createdAt: string; updatedAt: string };

export type Memory = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; createdAt: string; updatedAt: string };

export type Revision = { revision: number; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED"); content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); changedBy: string; createdAt: string };

export type Category = { name: string; description: string; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); hints: string[]; isDefault: boolean; memoryCount: number };

export type FileRecord = { fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined };

/** What goes into each operation, path, query and body together, and what comes out. */
export interface Operations {
  listCharacters: { input: { page?: number | undefined; limit?: number | undefined; tag?: string | undefined; capability?: string | undefined; agentStatus?: ("IDLE" | "BUSY" | "FAILED" | "PAUSED") | undefined; visibility?: ("PUBLIC" | "PRIVATE") | undefined; status?: ("ACTIVE" | "ARCHIVED" | "ALL") | undefined; sortBy?: ("CREATED_AT" | "LAST_MEMORY_AT" | "MEMORY_COUNT" | "NAME") | undefined; sortOrder?: ("ASC" | "DESC") | undefined }; output: { characters: Character[]; total: number; page: number; limit: number } };
  createCharacter: { input: { name: string; categoryPreset?: ("developer" | "standard") | undefined; visibility?: ("PUBLIC" | "PRIVATE") | undefined; externalId?: string | undefined; tags?: string[] | undefined; profile?: { systemPrompt?: string | undefined; personality?: string | undefined; background?: string | undefined; rules?: string[] | undefined; customFields?: Record<string, string> | undefined } | undefined }; output: Character };
  listFiles: { input: { characterId: string; page?: number | undefined; limit?: number | undefined }; output: { files: FileRecord[]; total: number; page: number; limit: number } };
  getTier: { input: Record<string, never>; output: { tier: string; features: { autoRecallAvailable: boolean; autoCaptureAvailable: boolean; aiExtractionAvailable: boolean; directWriteAvailable: boolean; importPipelineAvailable: boolean; teamSharingEnabled: boolean; minSyncIntervalSeconds: number; maxRequestsPerMinute: number; maxMembers: number; maxApiKeys: number; maxCharacters: number; currentCharacterCount: number }; usage: { characters: number; memories: number; files: number; storageBytes: number; aiCalls: number; aiInputTokens: number; aiOutputTokens: number }; ai: { provider: string; model: string; configured: boolean; embedding: { model: string; pending: number; reason?: string | undefined } } } };
  whoami: { input: Record<string, never>; output: { member: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER") }; tenant: { id: string; name: string; tier: ("FREE" | "STARTER" | "DEVELOPER" | "BUSINESS") }; via: ("stdio" | "key" | "jwt" | "oauth" | "dashboard" | "system") } };
  listMembers: { input: Record<string, never>; output: { members: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string }[]; total: number } };
  addMember: { input: { name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); externalId?: string | undefined }; output: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string } };
  listKeys: { input: Record<string, never>; output: { keys: { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined; revokedAt?: string | undefined }[]; total: number } };
  createKey: { input: { name?: string | undefined; member?: string | undefined }; output: { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined; revokedAt?: string | undefined; key: string } };
  listSessions: { input: Record<string, never>; output: { sessions: { id: string; member: string; createdAt: string; lastUsedAt: string; current: boolean; userAgent: string }[] } };
  listChanges: { input: { characterId?: string | undefined; by?: ("model" | "user" | "file" | "system") | undefined; since?: string | undefined; cursor?: string | undefined; limit?: number | undefined }; output: { changes: { id: string; characterId: string; memoryId: string; revision: number; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED"); by: { kind: ("model" | "user" | "file" | "system"); name: string }; createdAt: string; content: string; previousContent?: string | undefined; seen: boolean }[]; nextCursor?: string | undefined } };
  listHookReceipts: { input: { limit?: number | undefined }; output: { hosts: { host: string; given: number; tokens: number; captured: number; leftOut: Record<string, number>; runs: number; lastAt: string }[]; latest: { host: string; given: number; tokens: number; captured: number; leftOut: Record<string, number>; at: string; event: string; characterId?: string | undefined }[] } };
  getStatistics: { input: { characterId?: string | undefined; from?: string | undefined; to?: string | undefined; timeline?: ("DAY" | "MONTH" | "YEAR") | undefined }; output: { byDay: { day: string; added: number; updated: number; deleted: number }[]; byCategory: { category: string; memories: number }[]; bySource: { kind: ("direct" | "extraction" | "file" | "import"); memories: number }[]; tokensByDay: { day: string; input: number; output: number }[]; recallsByDay: { day: string; recalls: number; empty: number }[]; waitingTurns: { turns: number; failed: number; error?: string | undefined }; timeline?: { at: string; category: string; memories: number }[] | undefined } };
  listRecalls: { input: { characterId?: string | undefined; empty?: boolean | undefined; since?: string | undefined; cursor?: string | undefined; limit?: number | undefined }; output: { recalls: { id: string; characterId: string; at: string; by: string; via: ("stdio" | "key" | "jwt" | "oauth" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); query: string; results: { memoryId: string; relevance?: number | undefined; rating?: ("useful" | "wrong") | undefined }[]; rating?: ("useful" | "wrong") | undefined }[]; nextCursor?: string | undefined } };
  getAiSettings: { input: Record<string, never>; output: { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; dailyTokens?: number | undefined; keySet: boolean; source: ("tenant" | "environment"); reason?: string | undefined } };
  setAiSettings: { input: { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; key?: string | null | undefined; dailyTokens?: number | undefined }; output: { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; dailyTokens?: number | undefined; keySet: boolean; source: ("tenant" | "environment"); reason?: string | undefined } };
  testAiSettings: { input: Record<string, never>; output: { ok: boolean; ms: number; message: string } };
  createWebhook: { input: { url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent?: boolean | undefined }; output: { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined; secret: string } };
  listWebhooks: { input: Record<string, never>; output: { webhooks: { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined }[]; total: number } };
  listAuditEvents: { input: { since?: string | undefined; until?: string | undefined; member?: string | undefined; action?: string | undefined; characterId?: string | undefined; outcome?: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable") | undefined; limit?: number | undefined; cursor?: string | undefined }; output: { events: { id: string; at: string; actor: { memberId: string; name: string; via: ("stdio" | "key" | "jwt" | "oauth" | "dashboard" | "system"); keyId?: string | undefined }; action: string; characterId?: string | undefined; targetId?: string | undefined; outcome: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable"); requestId?: string | undefined; address?: string | undefined; detail?: string[] | undefined }[]; nextCursor?: string | undefined } };
  checkHosts: { input: Record<string, never>; output: { hosts: { host: string; file: string; ok: boolean; detail: string; advice?: string | undefined; ms?: number | undefined }[] } };
  watchPath: { input: { characterId: string; path: string; label?: string | undefined; deleteMissing?: boolean | undefined }; output: { path: string; kind: ("file" | "directory"); characterId: string; label?: string | undefined; deleteMissing: boolean; files: number; watchedSince?: string | undefined; lastSyncAt?: string | undefined } };
  unwatchPath: { input: { path: string; characterId?: string | undefined }; output: { removed: number } };
  listWatchedPaths: { input: { characterId?: string | undefined }; output: { watches: { path: string; kind: ("file" | "directory"); characterId: string; label?: string | undefined; deleteMissing: boolean; files: number; watchedSince?: string | undefined; lastSyncAt?: string | undefined }[] } };
  syncNow: { input: { characterId?: string | undefined; confirm?: boolean | undefined }; output: { results: ({ fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined; changed: boolean; memoriesAdded: number; memoriesRemoved: number } | { path: string; error: { type: string; message: string; status: number } })[] } };
  searchMemories: { input: { characterId: string } & { query: string; limit?: number | undefined; category?: string | undefined; since?: string | undefined; until?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; file?: string | undefined; minRelevance?: number | undefined; explain?: boolean | undefined }; output: { memories: { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; createdAt: string; updatedAt: string; match: { lexical?: number | undefined; similarity?: number | undefined }; explain?: Record<string, unknown> | undefined }[]; total: number } };
  assembleContext: { input: { characterId: string } & { query?: string | undefined; maxTokens?: number | undefined; include?: ("profile" | "memories" | "recent")[] | undefined; category?: string | undefined }; output: { text: string; tokens: number; memories: { id: string; relevance?: number | undefined; revision: number }[]; omitted: number } };
  addMemory: { input: { characterId: string } & { content: string; category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; allowSecret?: boolean | undefined; sessionId?: string | undefined; occurredAt?: string | undefined }; output: { id?: string | undefined; characterId?: string | undefined; content?: string | undefined; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; state?: ("ACTIVE" | "DELETED") | undefined; revision?: number | undefined; source?: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined } | undefined; sessionId?: string | undefined; occurredAt?: string | undefined; createdAt?: string | undefined; updatedAt?: string | undefined; memories: Memory[]; operations: { operation: ("ADD" | "UPDATE" | "DELETE" | "NONE"); memoryId?: string | undefined; reason?: string | undefined }[]; extraction: ("ai" | "rules") } };
  listMemories: { input: { characterId: string; page?: number | undefined; limit?: number | undefined; category?: string | undefined; state?: ("ACTIVE" | "DELETED" | "ALL") | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; since?: string | undefined; until?: string | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined }; output: { memories: Memory[]; total: number; page: number; limit: number } };
  addMemoryDirect: { input: { characterId: string } & { content: string; category: string; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; allowSecret?: boolean | undefined; sessionId?: string | undefined; occurredAt?: string | undefined }; output: { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; createdAt: string; updatedAt: string; operation: ("ADD" | "NONE") } };
  getCharacter: { input: { characterId: string }; output: Character };
  updateProfile: { input: { characterId: string } & { systemPrompt?: string | null | undefined; personality?: string | null | undefined; background?: string | null | undefined; rules?: string[] | null | undefined; customFields?: Record<string, string> | null | undefined }; output: Character };
  updateAgentConfig: { input: { characterId: string } & { capabilities?: string[] | null | undefined; maxConcurrentTasks?: number | null | undefined; preferredModel?: string | null | undefined; ownerId?: string | null | undefined; meta?: Record<string, unknown> | null | undefined; status?: ("IDLE" | "BUSY" | "FAILED" | "PAUSED") | undefined }; output: Character };
  setAliases: { input: { characterId: string } & { aliases: (string | { alias: string; sourceHint?: string | undefined })[] }; output: Character };
  setTags: { input: { characterId: string } & { tags: string[] }; output: Character };
  setSharing: { input: { characterId: string } & { visibility?: ("PUBLIC" | "PRIVATE") | undefined; members?: { member: string; access: ("READ" | "WRITE") }[] | undefined; owner?: string | undefined }; output: Character };
  resolveAlias: { input: { alias: string }; output: Character };
  cloneCharacter: { input: { characterId: string } & { name: string; externalId?: string | undefined; copyTags?: boolean | undefined; copyMemories?: (false) | undefined }; output: { character: Character; memoriesCopied: number } };
  archiveCharacter: { input: { characterId: string }; output: Character };
  exportCharacter: { input: { characterId: string; category?: string | undefined }; output: string };
  listCategories: { input: { characterId: string }; output: { categories: Category[] } };
  addCategory: { input: { characterId: string } & { name: string; description?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; hints?: string[] | undefined }; output: Category };
  syncFile: { input: { characterId: string } & { filePath?: string | undefined; fileContent?: string | undefined; label?: string | undefined; encoding?: ("utf8" | "base64") | undefined; checksum?: string | undefined; baseVersion?: number | undefined; files?: { filePath: string; fileContent: string; label?: string | undefined; encoding?: ("utf8" | "base64") | undefined; checksum?: string | undefined; baseVersion?: number | undefined }[] | undefined }; output: { fileId?: string | undefined; characterId?: string | undefined; path?: string | undefined; label?: string | undefined; version?: number | undefined; contentHash?: string | undefined; sizeBytes?: number | undefined; capturedAt?: string | undefined; missingSince?: string | undefined; changed?: boolean | undefined; memoriesAdded?: number | undefined; memoriesRemoved?: number | undefined; results?: ({ fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined; changed: boolean; memoriesAdded: number; memoriesRemoved: number } | { path: string; error: { type: string; message: string; status: number } })[] | undefined } };
  getSyncStatus: { input: { characterId: string }; output: { characterId: string; totalFiles: number; totalSizeBytes: number; latestSyncAt?: string | undefined; files: FileRecord[]; capture: { pending: number; paused?: string | undefined; failed: { path: string; error: string; attempts: number; nextAttemptAt: string }[] }; watching?: { held: { path: string; files: number; reason: string }[]; failed: { path: string; error: string; attempts: number; nextAttemptAt?: string | undefined }[] } | undefined } };
  getFile: { input: { fileId: string; version?: number | undefined }; output: { fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined; content: string; encoding: ("utf8" | "base64") } };
  importDocument: { input: { characterId: string } & { fileName: string; fileContent: string; encoding?: ("utf8" | "base64") | undefined; format?: ("auto" | "markdown" | "text" | "html" | "json" | "jsonl" | "csv" | "pdf" | "docx") | undefined; category?: string | undefined; dryRun?: boolean | undefined; allowSecret?: boolean | undefined }; output: { importId: string; status: ("COMMITTED" | "PARSED"); totalParsed: number; memoriesAdded: number; duplicatesSkipped: number; fillerFiltered: number; rejectedCount: number; rejected: { line?: number | undefined; reason: string }[]; examples?: string[] | undefined; createdAt: string } };
  updateMember: { input: { memberId: string } & { name?: string | undefined; role?: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER") | undefined; status?: ("ACTIVE" | "SUSPENDED") | undefined; externalId?: string | null | undefined }; output: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string } };
  removeMember: { input: { memberId: string }; output: { id: string; removed: (true) } };
  revokeKey: { input: { keyId: string }; output: { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined; revokedAt?: string | undefined } };
  endSession: { input: { sessionId: string }; output: { ended: string } };
  reviewChange: { input: { changeId: string } & { verdict: ("kept" | "undone") }; output: { id: string; verdict: ("kept" | "undone") } };
  changeMemories: { input: { characterId: string } & { ids: string[]; change: { category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; salience?: number | undefined; state?: ("ACTIVE" | "DELETED") | undefined } }; output: { changed: number; failed: { id: string; error: { type: string; message: string } }[] } };
  addMemories: { input: { characterId: string } & { memories: { content: string; category: string; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; sessionId?: string | undefined; occurredAt?: string | undefined }[]; allowSecret?: boolean | undefined }; output: { added: number; results: { operation: ("ADD" | "NONE" | "ERROR"); id?: string | undefined; revision?: number | undefined; error?: { type: string; message: string } | undefined }[] } };
  rateRecall: { input: { recallId: string } & { memoryId?: string | undefined; rating: ("useful" | "wrong") }; output: { id: string; characterId: string; at: string; by: string; via: ("stdio" | "key" | "jwt" | "oauth" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); query: string; results: { memoryId: string; relevance?: number | undefined; rating?: ("useful" | "wrong") | undefined }[]; rating?: ("useful" | "wrong") | undefined } };
  getWebhook: { input: { webhookId: string }; output: { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined } };
  updateWebhook: { input: { webhookId: string } & { url?: string | undefined; events?: ("*" | "character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[] | undefined; characterIds?: string[] | null | undefined; description?: string | null | undefined; includeContent?: boolean | undefined; status?: ("ENABLED" | "DISABLED") | undefined }; output: { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined } };
  deleteWebhook: { input: { webhookId: string }; output: { id: string; deleted: (true) } };
  rotateWebhookSecret: { input: { webhookId: string }; output: { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined; secret: string; oldUntil: string } };
  testWebhook: { input: { webhookId: string }; output: { delivered: boolean; ms: number; httpStatus?: number | undefined; error?: string | undefined; text?: string | undefined } };
  listWebhookDeliveries: { input: { webhookId: string; status?: ("PENDING" | "DELIVERED" | "FAILED") | undefined; page?: number | undefined; limit?: number | undefined }; output: { deliveries: { id: string; eventId: string; type: ("character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test"); at: string; status: ("PENDING" | "DELIVERED" | "FAILED"); attempts: { at: string; ms: number; httpStatus?: number | undefined; error?: string | undefined }[]; nextAttemptAt?: string | undefined }[]; total: number; page: number; limit: number } };
  getMemory: { input: { characterId: string; memoryId: string }; output: Memory };
  updateMemory: { input: { characterId: string; memoryId: string } & { content?: string | undefined; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; allowSecret?: boolean | undefined; expectedRevision?: number | undefined }; output: Memory };
  deleteMemory: { input: { characterId: string; memoryId: string }; output: { id: string; state: ("DELETED") } };
  restoreMemory: { input: { characterId: string; memoryId: string }; output: Memory };
  getMemoryHistory: { input: { characterId: string; memoryId: string }; output: { memoryId: string; revisions: Revision[]; total: number } };
  explainMemory: { input: { characterId: string; memoryId: string } & { query: string }; output: { rank?: number | undefined; relevance: number; parts: { part: string; value: number; of?: string | undefined }[]; why: string } };
  updateCategory: { input: { characterId: string; name: string } & { description?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; hints?: string[] | undefined }; output: Category };
  deleteCategory: { input: { characterId: string; name: string; reassign_to?: string | undefined }; output: { deleted: string; reassignedTo?: string | undefined; memoriesReassigned: number } };
  revertMemory: { input: { characterId: string; memoryId: string } & { revision: number }; output: Memory };
  redeliverWebhook: { input: { webhookId: string; deliveryId: string }; output: { id: string; eventId: string; type: ("character.created" | "character.updated" | "character.archived" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test"); at: string; status: ("PENDING" | "DELIVERED" | "FAILED"); attempts: { at: string; ms: number; httpStatus?: number | undefined; error?: string | undefined }[]; nextAttemptAt?: string | undefined } };
  searchSeveral: { input: { characterIds: string[]; query: string; limit?: number | undefined; category?: string | undefined; since?: string | undefined; until?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; file?: string | undefined; minRelevance?: number | undefined; explain?: boolean | undefined }; output: { memories: { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; createdAt: string; updatedAt: string; match: { lexical?: number | undefined; similarity?: number | undefined }; explain?: Record<string, unknown> | undefined; characterName: string }[]; total: number } };
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
  listSessions: 'GET /v1/sessions',
  listChanges: 'GET /v1/changes',
  listHookReceipts: 'GET /v1/hook-receipts',
  getStatistics: 'GET /v1/statistics',
  listRecalls: 'GET /v1/recalls',
  getAiSettings: 'GET /v1/ai-settings',
  setAiSettings: 'PUT /v1/ai-settings',
  testAiSettings: 'POST /v1/ai-settings/test',
  createWebhook: 'POST /v1/webhooks',
  listWebhooks: 'GET /v1/webhooks',
  listAuditEvents: 'GET /v1/audit',
  checkHosts: 'POST /v1/hosts/check',
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
  revokeKey: 'DELETE /v1/keys/{keyId}',
  endSession: 'DELETE /v1/sessions/{sessionId}',
  reviewChange: 'POST /v1/changes/{changeId}/review',
  changeMemories: 'POST /v1/characters/{characterId}/memories/batch',
  addMemories: 'POST /v1/characters/{characterId}/memories/batch-add',
  rateRecall: 'POST /v1/recalls/{recallId}/rating',
  getWebhook: 'GET /v1/webhooks/{webhookId}',
  updateWebhook: 'PATCH /v1/webhooks/{webhookId}',
  deleteWebhook: 'DELETE /v1/webhooks/{webhookId}',
  rotateWebhookSecret: 'POST /v1/webhooks/{webhookId}/rotate-secret',
  testWebhook: 'POST /v1/webhooks/{webhookId}/test',
  listWebhookDeliveries: 'GET /v1/webhooks/{webhookId}/deliveries',
  getMemory: 'GET /v1/characters/{characterId}/memories/{memoryId}',
  updateMemory: 'PUT /v1/characters/{characterId}/memories/{memoryId}',
  deleteMemory: 'DELETE /v1/characters/{characterId}/memories/{memoryId}',
  restoreMemory: 'POST /v1/characters/{characterId}/memories/{memoryId}/restore',
  getMemoryHistory: 'GET /v1/characters/{characterId}/memories/{memoryId}/history',
  explainMemory: 'POST /v1/characters/{characterId}/memories/{memoryId}/explain',
  updateCategory: 'PUT /v1/characters/{characterId}/categories/{name}',
  deleteCategory: 'DELETE /v1/characters/{characterId}/categories/{name}',
  revertMemory: 'POST /v1/characters/{characterId}/memories/{memoryId}/revert',
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
  watchPath: 'MEMBER',
  unwatchPath: 'MEMBER',
  syncNow: 'MEMBER',
  addMemory: 'MEMBER',
  addMemoryDirect: 'MEMBER',
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
  reviewChange: 'MEMBER',
  changeMemories: 'MEMBER',
  addMemories: 'MEMBER',
  rateRecall: 'MEMBER',
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
  revertMemory: 'MEMBER',
  redeliverWebhook: 'ADMIN',
};
