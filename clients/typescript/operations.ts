// Generated from the declarations of operations by `npm run docs`; do not edit.

export type AgentConfig = { capabilities: string[]; status: ("IDLE" | "BUSY" | "FAILED" | "PAUSED"); maxConcurrentTasks?: number | undefined; preferredModel?: string | undefined; ownerId?: string | undefined; meta?: Record<string, unknown> | undefined };

export type Profile = { systemPrompt?: string | undefined; personality?: string | undefined; background?: string | undefined; rules: string[]; customFields: Record<string, string>; personalData?: string | undefined; agentConfig?: AgentConfig | undefined };

export type Character = { id: string; name: string; status: ("ACTIVE" | "ARCHIVED" | "DELETED"); categoryPreset: ("developer" | "standard"); visibility: ("PUBLIC" | "PRIVATE"); owner: { id: string; name: string }; access: ("READ" | "WRITE"); shares?: { member: { id: string; name: string }; access: ("READ" | "WRITE") }[] | undefined; externalId?: string | undefined; tags: string[]; aliases: { alias: string; sourceHint?: string | undefined }[]; profile: Profile; memoryCount: number; lastMemoryAt?: string | undefined; createdAt: string; updatedAt: string };

export type Memory = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined };

export type ListedMemory = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; recalls?: number | undefined; personal?: string[] | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined };

export type FoundMemory = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; relevance: number; match: { lexical?: number | undefined; similarity?: number | undefined }; explain?: Record<string, unknown> | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined };

export type FoundMemoryAmong = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; relevance: number; match: { lexical?: number | undefined; similarity?: number | undefined }; explain?: Record<string, unknown> | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined; characterName: string };

export type Revision = { revision: number; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED"); content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); validUntil?: string | undefined; supersededBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; changedBy: string; client?: string | undefined; createdAt: string; moved?: string | undefined; document?: string | undefined; mergedWith?: string | undefined; isUndone?: boolean | undefined };

export type Category = { name: string; description: string; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); hints: string[]; isDefault: boolean; memoryCount: number };

export type FileRecord = { fileId: string; characterId: string; path: string; label?: string | undefined; version: number; contentHash: string; sizeBytes: number; capturedAt: string; missingSince?: string | undefined };

export type ListOwnStatementsAnswer = { projects: { characterId: string; characterName: string; total: number; memories: Memory[] }[] };

export type ListCharactersAnswer = { characters: Character[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type CreateCharacterRequest = { name: string; categoryPreset?: ("developer" | "standard") | undefined; visibility?: ("PUBLIC" | "PRIVATE") | undefined; externalId?: string | undefined; tags?: string[] | undefined; profile?: { systemPrompt?: string | undefined; personality?: string | undefined; background?: string | undefined; rules?: string[] | undefined; customFields?: Record<string, string> | undefined; personalData?: ("store" | "mark" | "redact" | "refuse") | undefined } | undefined; ifExists?: ("error" | "return") | undefined };

export type CreateCharacterAnswer = { id: string; name: string; status: ("ACTIVE" | "ARCHIVED" | "DELETED"); categoryPreset: ("developer" | "standard"); visibility: ("PUBLIC" | "PRIVATE"); owner: { id: string; name: string }; access: ("READ" | "WRITE"); shares?: { member: { id: string; name: string }; access: ("READ" | "WRITE") }[] | undefined; externalId?: string | undefined; tags: string[]; aliases: { alias: string; sourceHint?: string | undefined }[]; profile: Profile; memoryCount: number; lastMemoryAt?: string | undefined; createdAt: string; updatedAt: string; existed?: (true) | undefined };

export type ListFilesAnswer = { files: FileRecord[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type GetTierAnswer = { tier: ("FREE" | "STARTER" | "DEVELOPER" | "BUSINESS"); unlimited: boolean; features: { autoRecallAvailable: boolean; autoCaptureAvailable: boolean; aiExtractionAvailable: boolean; directWriteAvailable: boolean; importPipelineAvailable: boolean; teamSharingEnabled: boolean; minSyncIntervalSeconds: number; maxRequestsPerMinute: number; maxMembers: number; maxApiKeys: number; maxCharacters: number; currentCharacterCount: number }; usage: { characters: number; memories: number; files: number; storageBytes: number; aiCalls: number; aiInputTokens: number; aiOutputTokens: number }; ai: { provider: string; model: string; configured: boolean; embedding: { model: string; pending: number; reason?: string | undefined } }; connections?: { url: string; contactedAt?: string | undefined; problem?: string | undefined; characters: { name: string; waiting: number; refused: number; reasons: { reason: string; memories: number }[]; problem?: string | undefined; deletedAt?: string | undefined }[] }[] | undefined; store?: { file: string; lastBackup?: { file: string; at: string } | undefined } | undefined };

export type WhoamiAnswer = { member: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER") }; tenant: { id: string; name: string; tier: ("FREE" | "STARTER" | "DEVELOPER" | "BUSINESS" | "UNLIMITED") }; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); ownCharacter?: string | undefined };

export type ListMembersAnswer = { members: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string }[]; total: number };

export type AddMemberRequest = { name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); externalId?: string | undefined };

export type AddMemberAnswer = { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string };

export type ListKeysAnswer = { keys: { id: string; name: string; member: { id: string; name: string }; access: ("READ" | "WRITE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt?: string | undefined; revokedAt?: string | undefined }[]; total: number };

export type CreateKeyRequest = { name?: string | undefined; member?: string | undefined; expiresAt?: string | undefined; access?: ("READ" | "WRITE") | undefined; characterIds?: string[] | undefined };

export type CreateKeyAnswer = { id: string; name: string; member: { id: string; name: string }; access: ("READ" | "WRITE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt?: string | undefined; revokedAt?: string | undefined; key: string };

export type ListPasskeysAnswer = { passkeys: { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined }[]; total: number };

export type ListGrantsAnswer = { grants: { id: string; client: string; clientId: string; member: { id: string; name: string }; access: ("READ" | "WRITE" | "REPLICATE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt: string }[]; total: number };

export type ListSessionsAnswer = { sessions: { id: string; member: string; createdAt: string; lastUsedAt: string; current: boolean; userAgent: string; linkBy?: string | undefined }[] };

export type ListChangesAnswer = { changes: { id: string; characterId: string; memoryId: string; revision: number; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED"); by: { kind: ("model" | "user" | "file" | "system"); name: string; client?: string | undefined }; createdAt: string; content: string; previousContent?: string | undefined; category: string; previousCategory?: string | undefined; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); previousImportance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; seen: boolean; changedSince: boolean; isConflict?: boolean | undefined }[]; nextCursor?: string | undefined };

export type ListHookReceiptsAnswer = { hosts: { host: string; given: number; tokens: number; captured: number; leftOut: Record<string, number>; runs: number; lastAt: string }[]; latest: { host: string; given: number; tokens: number; captured: number; leftOut: Record<string, number>; at: string; event: string; characterId?: string | undefined }[]; hostModel?: { perDay?: number | undefined; leftToday?: number | undefined; sessions: { at: string; host: string; session: string; characterId: string; turns: number; kept?: number | undefined; fault?: string | undefined }[] } | undefined; turns: { at: string; host?: string | undefined; session: string; characterId: string; speaker: ("user" | "assistant"); clauses: { id: string; text: string; outcome: ("kept" | "proposed" | "known" | "left out"); reason: string; kind?: ("rule" | "preference" | "decision" | "correction" | "fact") | undefined; memoryId?: string | undefined; characterId?: string | undefined; state?: ("ACTIVE" | "DELETED" | "PROPOSED") | undefined; batchId?: string | undefined }[] }[]; nextCursor?: string | undefined; kinds: { characterId: string; kind: ("rule" | "preference" | "decision" | "correction" | "fact"); outcome: ("kept" | "proposed"); rejected: number; of: number; isOff: boolean }[] };

export type CountReviewsAnswer = { edits: number; proposals: number; characters: { characterId: string; edits: number; proposals: number }[] };

export type GetStatisticsAnswer = { byDay: { day: string; added: number; updated: number; deleted: number }[]; byCharacter: { characterId: string; added: number }[]; byCategory: { category: string; memories: number }[]; bySource: { kind: ("direct" | "extraction" | "file" | "import"); memories: number }[]; tokensByDay: { day: string; input: number; output: number }[]; recallsByDay: { day: string; recalls: number; empty: number; weak: number; offered: number; given: number }[]; waitingTurns: { turns: number; failed: number; error?: string | undefined }; byClient: { client: string; asked: number; helped: number; offered: number; given: number; used: number; unanswered: number; tokens: number; stored: number }[]; timeline?: { at: string; category: string; memories: number }[] | undefined };

export type GetMemoryHealthAnswer = { memories: number; questions: { count: number; more: boolean; first: { recallId: string; characterId: string; query: string; outcome: ("given" | "weak" | "empty"); count: number }[] }; unrecalled: { count: number; first: { memoryId: string; characterId: string; text: string }[] }; ended: { count: number; first: { memoryId: string; characterId: string; text: string; end: string }[] }; ending: { count: number; first: { memoryId: string; characterId: string; text: string; end: string }[] }; pairs: { looked: number; count: number; first: { kind: ("duplicate" | "contradiction"); memories: { memoryId: string; characterId: string; text: string }[] }[] }; stale: { count: number; more: boolean; first: { memoryId: string; characterId: string; text: string; day: string }[] }; lost: { count: number; first: { memoryId: string; characterId: string; text: string; lost: string }[] }; reviews: { edits: number; proposals: number }; waiting: number; learnt: { count: number; more: boolean; first: { memoryId: string; characterId: string; text: string }[] } };

export type ListNamesAnswer = { names: { name: string; kind: ("person" | "thing"); memories: number; ended: number; passing: number; first: string; last: string; changed: string; characterIds: string[]; same?: string | undefined }[]; count: number; none: string[]; people: number; read: number; total: number };

export type DescribeNameAnswer = { name: string; kind: ("person" | "thing"); memories: number; ended: number; passing: number; first?: string | undefined; last?: string | undefined; changed?: string | undefined; characterIds: string[]; spellings: string[]; joined: string[]; perhaps: { name: string; alias: string; memories: number; why: ("short" | "renamed" | "sound") }[]; months: { month: string; memories: number }[]; with: { name: string; memories: number }[]; doubted: { newer: Memory; older: Memory; remains?: string | undefined; edit?: { from: string; to: string } | undefined }[]; what?: { id: string; characterId: string; content: string } | undefined; renamed: { earlier: string; name: string; memoryId: string; at: string }[]; holding: { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined; said?: string | undefined; earlier?: (true) | undefined }[]; about: { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined; said?: string | undefined }[]; page: number; read: number; total: number };

export type JoinNamesRequest = { characterId?: string | undefined; name?: string | undefined; alias: string; joined?: boolean | undefined };

export type JoinNamesAnswer = { name?: string | undefined; alias: string; joined: boolean; characterIds: string[] };

export type ListDuplicatesAnswer = { pairs: { kind: ("duplicate" | "contradiction" | "outdated"); likeness: number; shared: string[]; memories: Memory[]; weak?: boolean | undefined; remains?: string | undefined; edit?: { from: string; to: string } | undefined }[]; counts: { duplicate: number; contradiction: number }; weak: { duplicate: number; contradiction: number }; looked: number; total: number; nextCursor?: string | undefined };

export type ListForgetRequestsAnswer = { requests: { characterId: string; what: string; askedAt: string; memories: Memory[] }[] };

export type EraseMemoriesRequest = { characterId?: string | undefined; everywhere?: boolean | undefined; ids?: string[] | undefined; filter?: { category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; leastImportance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; author?: string | undefined; batchId?: string | undefined; sessionId?: string | undefined; since?: string | undefined; until?: string | undefined; storedSince?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined } | undefined; naming?: string[] | undefined; also?: string[] | undefined; except?: string[] | undefined; confirm?: boolean | undefined };

export type EraseMemoriesAnswer = { total: number; memories: { id: string; characterId: string; state: ("ACTIVE" | "DELETED" | "PROPOSED"); content: string; named?: ("text" | "several" | "heading" | "earlier" | "near") | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[]; alike: string[]; traces: { kind: ("recall" | "captured turn" | "waiting turn" | "webhook delivery" | "request to forget" | "dismissed question" | "joined name" | "document name" | "file version" | "watched file" | "character" | "category" | "file name" | "webhook" | "replica" | "backup" | "copy"); count: number; names?: string[] | undefined; stays: boolean }[]; characters: { id: string; name: string; memories: number; traces: { kind: ("recall" | "captured turn" | "waiting turn" | "webhook delivery" | "request to forget" | "dismissed question" | "joined name" | "document name" | "file version" | "watched file" | "character" | "category" | "file name" | "webhook" | "replica" | "backup" | "copy"); count: number; names?: string[] | undefined; stays: boolean }[]; stays: boolean }[]; erasures: { id: string; characterId: string; erasedAt: string; erasedBy: string; memories: number; removed: Record<string, number>; doneAt?: string | undefined; unconfirmed?: string[] | undefined }[] };

export type ListErasuresAnswer = { erasures: { id: string; characterId: string; erasedAt: string; erasedBy: string; memories: number; removed: Record<string, number>; doneAt?: string | undefined; unconfirmed?: string[] | undefined }[] };

export type ListBatchesAnswer = { batches: { batchId: string; characterId: string; createdAt: string; by: { kind: ("model" | "user" | "file" | "system"); name: string; client?: string | undefined }; memories: number; added?: number | undefined; learntIn?: string | undefined; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED"); content: string; replacedBy?: string | undefined; memoryId: string; moved?: string | undefined; merged?: boolean | undefined; kept?: boolean | undefined; documents?: string[] | undefined; forgotten?: string | undefined; undoes?: string | undefined; changedSince: boolean }[]; nextCursor?: string | undefined };

export type ListRecallsAnswer = { recalls: { id: string; characterId: string; at: string; by: string; client?: string | undefined; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); outcome: ("given" | "weak" | "empty"); gap: boolean; dismissed: boolean; order?: boolean | undefined; tokens?: number | undefined; count?: number | undefined; query: string; results: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[]; held?: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] | undefined; known?: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] | undefined; answer?: { memoryId: string; characterId?: string | undefined; content?: string | undefined; deleted?: boolean | undefined } | undefined; reopened?: boolean | undefined; rating?: ("useful" | "wrong") | undefined }[]; nextCursor?: string | undefined };

export type GetAiSettingsAnswer = { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; dailyTokens?: number | undefined; keySet: boolean; source: ("tenant" | "environment"); reason?: string | undefined };

export type SetAiSettingsRequest = { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; key?: string | null | undefined; dailyTokens?: number | undefined };

export type SetAiSettingsAnswer = { provider: ("openai" | "anthropic"); model?: string | undefined; baseUrl?: string | undefined; dailyTokens?: number | undefined; keySet: boolean; source: ("tenant" | "environment"); reason?: string | undefined };

export type TestAiSettingsAnswer = { ok: boolean; ms: number; message: string };

export type CreateWebhookRequest = { url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent?: boolean | undefined };

export type CreateWebhookAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined; secret: string };

export type ListWebhooksAnswer = { webhooks: { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined }[]; total: number };

export type ListAuditEventsAnswer = { events: { id: string; at: string; actor: { memberId: string; name: string; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); keyId?: string | undefined }; action: string; characterId?: string | undefined; targetId?: string | undefined; outcome: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "RequestInProgress" | "AnswerLost" | "IdempotencyKeyReused" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable"); requestId?: string | undefined; address?: string | undefined; detail?: string[] | undefined }[]; nextCursor?: string | undefined };

export type ListAuditEventsItem = { id: string; at: string; actor: { memberId: string; name: string; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); keyId?: string | undefined }; action: string; characterId?: string | undefined; targetId?: string | undefined; outcome: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "RequestInProgress" | "AnswerLost" | "IdempotencyKeyReused" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable"); requestId?: string | undefined; address?: string | undefined; detail?: string[] | undefined };

export type SearchMemoriesRequest = { query: string; limit?: number | undefined; category?: string | undefined; since?: string | undefined; until?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; file?: string | undefined; minRelevance?: number | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; explain?: boolean | undefined; author?: string | undefined; client?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined; having?: string[] | undefined; narrow?: boolean | undefined; page?: number | undefined };

export type SearchMemoriesAnswer = { memories: FoundMemory[]; total: number; notice?: string | undefined; understood?: { time?: { since: string; until: string; isApplied: boolean; isOffered?: boolean | undefined } | undefined; words: { word: string; memories: number }[] } | undefined };

export type AssembleContextRequest = { query?: string | undefined; maxTokens?: number | undefined; include?: ("profile" | "memories" | "recent")[] | undefined; category?: string | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; author?: string | undefined; since?: string | undefined; until?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined };

export type AssembleContextAnswer = { text: string; tokens: number; memories: { id: string; characterId?: string | undefined; relevance?: number | undefined; revision: number }[]; omitted: number };

export type AddMemoryRequest = { content?: string | undefined; messages?: { role: ("user" | "assistant" | "system" | "tool"); content: string; name?: string | undefined; at?: string | undefined }[] | undefined; category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; timeZone?: string | undefined; allowSecret?: boolean | undefined; sessionId?: string | undefined; occurredAt?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; categoryPreset?: ("developer" | "standard") | undefined };

export type AddMemoryAnswer = { id?: string | undefined; characterId?: string | undefined; content?: string | undefined; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; state?: ("ACTIVE" | "DELETED" | "PROPOSED") | undefined; revision?: number | undefined; source?: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined } | undefined; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt?: string | undefined; updatedAt?: string | undefined; origin?: string | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined; memories: { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[]; operations: { operation: ("ADD" | "UPDATE" | "DELETE" | "END" | "REVIVE" | "NONE"); memoryId?: string | undefined; reason?: string | undefined }[]; extraction: ("ai" | "rules") };

export type AddMemoryDirectRequest = { content: string; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; allowSecret?: boolean | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; timeZone?: string | undefined; sessionId?: string | undefined; occurredAt?: string | undefined; categoryPreset?: ("developer" | "standard") | undefined };

export type AddMemoryDirectAnswer = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined; operation: ("ADD" | "REVIVE" | "NONE") };

export type ListMemoriesAnswer = { memories: ListedMemory[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type ExplainPromptRequest = { prompt: string; askedAt?: string | undefined };

export type ExplainPromptAnswer = { least: number; asks: boolean; allowed: boolean; layers: { id: string; name: string; isOwn: boolean; memories: { id: string; characterId: string; content: string; relevance: number; later?: (true) | undefined; outcome: ("given" | "weak" | "ended" | "held" | "muted" | "wrong" | "proposed" | "forgetting" | "room"); lacks: string[]; answers?: (true) | undefined; was?: { state: ("elsewhere" | "changed" | "proposed" | "deleted" | "ended"); said?: string | undefined } | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] }[]; elsewhere: { id: string; characterId: string; content: string; relevance: number; later?: (true) | undefined; characterName: string }[] };

export type UpdateProfileRequest = { systemPrompt?: string | null | undefined; personality?: string | null | undefined; background?: string | null | undefined; rules?: string[] | null | undefined; customFields?: Record<string, string> | null | undefined; personalData?: ("store" | "mark" | "redact" | "refuse") | null | undefined };

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

export type ImportDocumentRequest = { fileName: string; fileContent: string; encoding?: ("utf8" | "base64") | undefined; format?: ("auto" | "markdown" | "text" | "html" | "json" | "jsonl" | "csv" | "pdf" | "docx") | undefined; category?: string | undefined; dryRun?: boolean | undefined; allowSecret?: boolean | undefined; conversations?: string[] | undefined; batchId?: string | undefined; answers?: boolean | undefined; passing?: boolean | undefined; without?: string[] | undefined; examples?: number | undefined };

export type ImportDocumentAnswer = { importId: string; status: ("COMMITTED" | "PARSED"); totalParsed: number; memoriesAdded: number; duplicatesSkipped: number; fillerFiltered: number; rejectedCount: number; rejected: { line?: number | undefined; reason: string }[]; leftOut?: { name: string; count: number }[] | undefined; examples?: string[] | undefined; recognised: { format: string; product?: string | undefined; conversations?: number | undefined }; createdAt: string; conversations?: { id: string; title?: string | undefined; at?: string | undefined; said: number; answers: number; added?: number | undefined; passing?: number | undefined; examples?: string[] | undefined }[] | undefined };

export type UpdateMemberRequest = { name?: string | undefined; role?: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER") | undefined; status?: ("ACTIVE" | "SUSPENDED") | undefined; externalId?: string | null | undefined };

export type UpdateMemberAnswer = { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED"); externalId?: string | undefined; createdAt: string };

export type RemoveMemberAnswer = { id: string; removed: (true) };

export type CreateSignInLinkRequest = { minutes?: number | undefined };

export type CreateSignInLinkAnswer = { member: { id: string; name: string }; url: string; expiresAt: string };

export type RemovePasskeyAnswer = { id: string; name: string; member: { id: string; name: string }; createdAt: string; lastUsedAt?: string | undefined };

export type RotateKeyRequest = { overlapMinutes?: number | undefined; expiresAt?: string | undefined };

export type RotateKeyAnswer = { id: string; name: string; member: { id: string; name: string }; access: ("READ" | "WRITE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt?: string | undefined; revokedAt?: string | undefined; key: string };

export type RevokeKeyAnswer = { id: string; name: string; member: { id: string; name: string }; access: ("READ" | "WRITE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt?: string | undefined; revokedAt?: string | undefined };

export type RevokeGrantAnswer = { id: string; client: string; clientId: string; member: { id: string; name: string }; access: ("READ" | "WRITE" | "REPLICATE"); characterIds?: string[] | undefined; createdAt: string; lastUsedAt?: string | undefined; expiresAt: string };

export type EndSessionAnswer = { ended: string };

export type ReviewCaptureRequest = { verdict: ("kept" | "undone") };

export type ReviewCaptureAnswer = { id: string; content: string; state: ("ACTIVE" | "DELETED" | "PROPOSED") };

export type ReviewChangeRequest = { verdict: ("kept" | "undone" | "open") };

export type ReviewChangeAnswer = { id: string; verdict: ("kept" | "undone" | "open") };

export type GetPageAnswer = { name: string; sections: { heading: string; memories: { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] }[]; omitted: number };

export type ChangeMemoriesRequest = { ids?: string[] | undefined; filter?: { state?: ("ACTIVE" | "DELETED") | undefined; category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; leastImportance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; author?: string | undefined; batchId?: string | undefined; sessionId?: string | undefined; since?: string | undefined; until?: string | undefined; storedSince?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined } | undefined; change: { category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; salience?: number | undefined; state?: ("ACTIVE" | "DELETED") | undefined; moveTo?: string | undefined; content?: string | undefined }; batchId?: string | undefined; forgotten?: string | undefined; allowSecret?: boolean | undefined };

export type ChangeMemoriesAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined; joined?: { id: string; into: string }[] | undefined; recategorized?: { id: string; category: string }[] | undefined };

export type ExportMemoriesRequest = { ids?: string[] | undefined; filter?: { state?: ("ACTIVE" | "DELETED") | undefined; category?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; leastImportance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; author?: string | undefined; batchId?: string | undefined; sessionId?: string | undefined; since?: string | undefined; until?: string | undefined; storedSince?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined } | undefined };

export type MergeMemoriesRequest = { keepId: string; deleteId: string; content?: string | undefined; allowSecret?: boolean | undefined };

export type MergeMemoriesAnswer = { memory: Memory; deletedId: string; batchId: string };

export type ReviewForgetRequestRequest = { memoryIds: string[]; decision: ("delete" | "keep" | "ask" | "erase"); what?: string | undefined };

export type ReviewForgetRequestAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined };

export type PreviewRetentionAnswer = { memories: Memory[]; total: number; page: number; limit: number; nextCursor?: string | undefined; truncated?: (true) | undefined; next?: string | undefined };

export type ApplyRetentionRequest = { days: number };

export type ApplyRetentionAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined };

export type AddMemoriesRequest = { memories: { content: string; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; tags?: string[] | undefined; metadata?: Record<string, unknown> | undefined; sessionId?: string | undefined; occurredAt?: string | undefined }[]; allowSecret?: boolean | undefined; timeZone?: string | undefined; categoryPreset?: ("developer" | "standard") | undefined };

export type AddMemoriesAnswer = { added: number; results: { operation: ("ADD" | "REVIVE" | "NONE" | "ERROR"); id?: string | undefined; revision?: number | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined; error?: { type: string; message: string } | undefined }[] };

export type RenameCharacterRequest = { name: string };

export type RateRecallRequest = { memoryId?: string | undefined; rating: ("useful" | "wrong" | "none") };

export type RateRecallAnswer = { id: string; characterId: string; at: string; by: string; client?: string | undefined; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); outcome: ("given" | "weak" | "empty"); gap: boolean; dismissed: boolean; order?: boolean | undefined; tokens?: number | undefined; count?: number | undefined; query: string; results: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[]; held?: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] | undefined; known?: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] | undefined; answer?: { memoryId: string; characterId?: string | undefined; content?: string | undefined; deleted?: boolean | undefined } | undefined; reopened?: boolean | undefined; rating?: ("useful" | "wrong") | undefined };

export type DismissQuestionRequest = { dismissed?: boolean | undefined; memoryId?: string | undefined };

export type DismissQuestionAnswer = { id: string; characterId: string; at: string; by: string; client?: string | undefined; via: ("stdio" | "key" | "jwt" | "oauth" | "grant" | "dashboard" | "system"); kind: ("search" | "context" | "hook"); outcome: ("given" | "weak" | "empty"); gap: boolean; dismissed: boolean; order?: boolean | undefined; tokens?: number | undefined; count?: number | undefined; query: string; results: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[]; held?: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] | undefined; known?: { memoryId: string; characterId?: string | undefined; relevance?: number | undefined; revision?: number | undefined; rating?: ("useful" | "wrong") | undefined; used?: boolean | undefined; usedIn?: string | undefined; line?: string | undefined; tokens?: number | undefined; now?: string | undefined; deleted?: boolean | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined }[] | undefined; answer?: { memoryId: string; characterId?: string | undefined; content?: string | undefined; deleted?: boolean | undefined } | undefined; reopened?: boolean | undefined; rating?: ("useful" | "wrong") | undefined };

export type GetWebhookAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined };

export type UpdateWebhookRequest = { url?: string | undefined; events?: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[] | undefined; characterIds?: string[] | null | undefined; description?: string | null | undefined; includeContent?: boolean | undefined; status?: ("ENABLED" | "DISABLED") | undefined };

export type UpdateWebhookAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined };

export type DeleteWebhookAnswer = { id: string; deleted: (true) };

export type RotateWebhookSecretAnswer = { id: string; url: string; events: ("*" | "character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test")[]; characterIds?: string[] | undefined; description?: string | undefined; includeContent: boolean; status: ("ENABLED" | "DISABLED"); createdAt: string; failingSince?: string | undefined; secret: string; oldUntil: string };

export type TestWebhookAnswer = { delivered: boolean; ms: number; httpStatus?: number | undefined; error?: string | undefined; text?: string | undefined };

export type ListWebhookDeliveriesAnswer = { deliveries: { id: string; eventId: string; type: ("character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test"); at: string; status: ("PENDING" | "DELIVERED" | "FAILED"); attempts: { at: string; ms: number; httpStatus?: number | undefined; error?: string | undefined }[]; nextAttemptAt?: string | undefined }[]; total: number; page: number; limit: number; nextCursor?: string | undefined };

export type ExchangeChangesRequest = { message: string };

export type ExchangeChangesAnswer = { message: string };

export type GetMemoryAnswer = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; personal?: string[] | undefined; doubt?: string | undefined; lost?: string | undefined; muted?: boolean | undefined; held?: boolean | undefined; trusted?: boolean | undefined };

export type UpdateMemoryRequest = { content?: string | undefined; category?: string | undefined; salience?: number | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; validUntil?: string | undefined; supersedes?: string[] | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; timeZone?: string | undefined; allowSecret?: boolean | undefined; expectedRevision?: number | undefined };

export type UpdateMemoryAnswer = { id: string; characterId: string; content: string; category: string; salience: number; importance: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW"); state: ("ACTIVE" | "DELETED" | "PROPOSED"); revision: number; source: { kind: ("direct" | "extraction" | "file" | "import"); fileId?: string | undefined }; sessionId?: string | undefined; occurredAt?: string | undefined; validUntil?: string | undefined; supersededBy?: string | undefined; supersedes?: string[] | undefined; mayBeOutdatedBy?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, (string | number)> | undefined; createdAt: string; updatedAt: string; origin?: string | undefined; ended?: string | undefined; doubt?: string | undefined; holdsUntil?: string | undefined; lost?: string | undefined };

export type DeleteMemoryAnswer = { id: string; state: ("DELETED") };

export type RestoreMemoryRequest = { asProposal?: boolean | undefined };

export type GetMemoryHistoryAnswer = { memoryId: string; revisions: Revision[]; total: number };

export type ExplainMemoryRequest = { query: string };

export type ExplainMemoryAnswer = { rank?: number | undefined; relevance: number; parts: { part: string; value: number; of?: string | undefined }[]; why: string };

export type UpdateCategoryRequest = { description?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; hints?: string[] | undefined };

export type DeleteCategoryAnswer = { deleted: string; reassignedTo?: string | undefined; memoriesReassigned: number };

export type KeepKindAnswer = { characterId: string; kind: ("rule" | "preference" | "decision" | "correction" | "fact") };

export type RevertMemoryRequest = { revision: number };

export type KeepBothRequest = { otherId: string; answer?: ("changed" | "both" | "neither") | undefined; remains?: string | undefined; batchId?: string | undefined; allowSecret?: boolean | undefined; kept?: boolean | undefined };

export type KeepBothAnswer = { memoryIds: string[]; kept: boolean; remains?: string | undefined; batchId?: string | undefined };

export type UndoBatchAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined; changedSince: number; left: { characterId: string; memoryId: string; content: string; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED"); by: { kind: ("model" | "user" | "file" | "system"); name: string; client?: string | undefined }; createdAt: string }[] };

export type MuteMemoryRequest = { muted?: boolean | undefined; trusted?: boolean | undefined };

export type MuteMemoryAnswer = { memoryId: string; muted: boolean; trusted: boolean };

export type RenameCategoryRequest = { newName: string };

export type RedeliverWebhookAnswer = { id: string; eventId: string; type: ("character.created" | "character.updated" | "character.archived" | "character.deleted" | "character.restored" | "character.shared" | "memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended" | "memory.erased" | "memory.batch" | "file.synced" | "import.committed" | "extraction.failed" | "member.changed" | "key.created" | "key.revoked" | "tier.changed" | "webhook.disabled" | "webhook.test"); at: string; status: ("PENDING" | "DELIVERED" | "FAILED"); attempts: { at: string; ms: number; httpStatus?: number | undefined; error?: string | undefined }[]; nextAttemptAt?: string | undefined };

export type SearchSeveralRequest = { characterIds?: string[] | undefined; everywhere?: boolean | undefined; query: string; limit?: number | undefined; category?: string | undefined; since?: string | undefined; until?: string | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; file?: string | undefined; minRelevance?: number | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; explain?: boolean | undefined; author?: string | undefined; client?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined; having?: string[] | undefined; narrow?: boolean | undefined; page?: number | undefined };

export type SearchSeveralAnswer = { memories: FoundMemoryAmong[]; total: number; notice?: string | undefined; understood?: { time?: { since: string; until: string; isApplied: boolean; isOffered?: boolean | undefined } | undefined; words: { word: string; memories: number }[] } | undefined };

export type ListEverywhereAnswer = { memories: ListedMemory[]; total: number; page: number; limit: number; nextCursor?: string | undefined; counts: { characterId: string; memories: number }[] };

export type UndoEverywhereAnswer = { changed: number; failed: { id: string; error: { type: string; message: string } }[]; batchId?: string | undefined; changedSince: number; left: { characterId: string; memoryId: string; content: string; changeType: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED"); by: { kind: ("model" | "user" | "file" | "system"); name: string; client?: string | undefined }; createdAt: string }[] };

export type CharacterCreatedEvent = { type: ("character.created"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string } } };

export type CharacterUpdatedEvent = { type: ("character.updated"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; fields: string[] } };

export type CharacterArchivedEvent = { type: ("character.archived"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string } } };

export type CharacterDeletedEvent = { type: ("character.deleted"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string } } };

export type CharacterRestoredEvent = { type: ("character.restored"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string } } };

export type CharacterSharedEvent = { type: ("character.shared"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string } } };

export type MemoryCreatedEvent = { type: ("memory.created"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; memory: { id: string; category: string; revision: number; content?: string | undefined } } };

export type MemoryUpdatedEvent = { type: ("memory.updated"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; memory: { id: string; category: string; revision: number; content?: string | undefined } } };

export type MemoryDeletedEvent = { type: ("memory.deleted"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; memory: { id: string; category: string; revision: number; content?: string | undefined } } };

export type MemoryRestoredEvent = { type: ("memory.restored"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; memory: { id: string; category: string; revision: number; content?: string | undefined } } };

export type MemoryEndedEvent = { type: ("memory.ended"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; memory: { id: string; category: string; revision: number; content?: string | undefined } } };

export type MemoryErasedEvent = { type: ("memory.erased"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; erasure: { id: string }; memories: string[] } };

export type MemoryBatchEvent = { type: ("memory.batch"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; of: ("memory.created" | "memory.updated" | "memory.deleted" | "memory.restored" | "memory.ended"); memories: { id: string; category: string; revision: number; content?: string | undefined }[] } };

export type FileSyncedEvent = { type: ("file.synced"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; file: { id: string; version: number }; memoriesAdded: number; memoriesRemoved: number } };

export type ImportCommittedEvent = { type: ("import.committed"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; memoriesAdded: number; duplicatesSkipped: number } };

export type ExtractionFailedEvent = { type: ("extraction.failed"); timestamp: string; data: { character: { id: string; name: string }; member: { id: string; name: string }; attempts: number; nextAttemptAt: string; fileId?: string | undefined } };

export type MemberChangedEvent = { type: ("member.changed"); timestamp: string; data: { member: { id: string; name: string }; changed: { id: string; name: string; role: ("VIEWER" | "MEMBER" | "ADMIN" | "OWNER"); status: ("ACTIVE" | "SUSPENDED" | "REMOVED") } } };

export type KeyCreatedEvent = { type: ("key.created"); timestamp: string; data: { member: { id: string; name: string }; key: { id: string; name: string; member: string } } };

export type KeyRevokedEvent = { type: ("key.revoked"); timestamp: string; data: { member: { id: string; name: string }; key: { id: string; name: string; member: string } } };

export type TierChangedEvent = { type: ("tier.changed"); timestamp: string; data: { member: { id: string; name: string }; tier: ("FREE" | "STARTER" | "DEVELOPER" | "BUSINESS" | "UNLIMITED"); previous: ("FREE" | "STARTER" | "DEVELOPER" | "BUSINESS" | "UNLIMITED") } };

export type WebhookDisabledEvent = { type: ("webhook.disabled"); timestamp: string; data: { member: { id: string; name: string }; webhook: { id: string; url: string }; reason: ("GONE" | "FAILING") } };

export type WebhookTestEvent = { type: ("webhook.test"); timestamp: string; data: { member: { id: string; name: string }; webhook: { id: string } } };

/** What goes into each operation, path, query and body together, and what comes out. */
export interface Operations {
  /** List statements about the user in projects: What is surely about the user in memories of projects, by project; change_memories with moveTo `me` moves it to their own memory. */
  listOwnStatements: { input: Record<string, never>; output: ListOwnStatementsAnswer };
  /** List characters: List the characters (people, agents, projects) that have a memory, with ids, profiles and memory counts. */
  listCharacters: { input: { page?: number | undefined; limit?: number | undefined; cursor?: string | undefined; tag?: string | undefined; capability?: string | undefined; agentStatus?: ("IDLE" | "BUSY" | "FAILED" | "PAUSED") | undefined; visibility?: ("PUBLIC" | "PRIVATE") | undefined; status?: ("ACTIVE" | "ARCHIVED" | "DELETED" | "ALL") | undefined; sortBy?: ("CREATED_AT" | "LAST_MEMORY_AT" | "MEMORY_COUNT" | "NAME") | undefined; sortOrder?: ("ASC" | "DESC") | undefined }; output: ListCharactersAnswer };
  /** Create a character: Make a memory for one person, agent or project (preset developer). Use list_characters first. */
  createCharacter: { input: CreateCharacterRequest; output: CreateCharacterAnswer };
  /** List files: List the synced files of a memory, by path. */
  listFiles: { input: { characterId: string; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListFilesAnswer };
  /** Get tier and usage: See the plan: tier, features, limits, memory used, setup of extraction and embeddings, connections with servers. */
  getTier: { input: Record<string, never>; output: GetTierAnswer };
  /** Who am I: See as which member, role, team and tier you act, how you signed in, and which memory is your own. */
  whoami: { input: Record<string, never>; output: WhoamiAnswer };
  /** List members: See who belongs to the team, with roles and whether suspended; oldest first. */
  listMembers: { input: Record<string, never>; output: ListMembersAnswer };
  /** Add a member: Add a person or program to the team; create_key then gives it a key. externalId: its sub at the sign-in. */
  addMember: { input: AddMemberRequest; output: AddMemberAnswer };
  /** List API keys: See your API keys, or as OWNER those of the whole team, revoked ones too; never their texts. */
  listKeys: { input: Record<string, never>; output: ListKeysAnswer };
  /** Create an API key: Make an API key for yourself, or as OWNER for a member (id or name). It may end, only read, or have some characters alone. The answer alone holds its text. */
  createKey: { input: CreateKeyRequest; output: CreateKeyAnswer };
  /** List passkeys: See the passkeys with which you sign in to the dashboard, or as OWNER those of the whole team. */
  listPasskeys: { input: Record<string, never>; output: ListPasskeysAnswer };
  /** List allowed clients: See which clients you have allowed in by signing in, or as OWNER those of the whole team, and what each may do. */
  listGrants: { input: Record<string, never>; output: ListGrantsAnswer };
  /** List sessions: See where you are signed in to the dashboard, or as OWNER where anyone of the team is. */
  listSessions: { input: Record<string, never>; output: ListSessionsAnswer };
  /** List changes: See changes of memories, newest first: over all characters, or of one. */
  listChanges: { input: { characterId?: string | undefined; by?: ("model" | "user" | "file" | "system") | undefined; client?: string | undefined; member?: string | undefined; changeType?: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED") | undefined; batchId?: string | undefined; toReview?: boolean | undefined; only?: ("edits" | "learnt" | "noted" | "single") | undefined; since?: string | undefined; cursor?: string | undefined; limit?: number | undefined }; output: ListChangesAnswer };
  /** List hook receipts: See the latest runs of hooks: memories given, turns captured; of each turn the statements kept, proposed and left out, and why. */
  listHookReceipts: { input: { limit?: number | undefined; session?: string | undefined; characterId?: string | undefined; cursor?: string | undefined }; output: ListHookReceiptsAnswer };
  /** Count waiting reviews: How many edits of models and proposals wait for a person: in all, and of each character with some. */
  countReviews: { input: Record<string, never>; output: CountReviewsAnswer };
  /** Statistics: Count memories by day, category and source, AI tokens and recalls by day, and turns that wait: of all characters, or of one. */
  getStatistics: { input: { characterId?: string | undefined; from?: string | undefined; to?: string | undefined; timeline?: ("DAY" | "MONTH" | "YEAR") | undefined; leastImportance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined }; output: GetStatisticsAnswer };
  /** Memory health: How good the memory of a character is, or of all: questions without an answer; memories never recalled, alike, about a past day or a lost file, or that ended or end within a week; tasks for a person; what was learnt this week. */
  getMemoryHealth: { input: { characterId?: string | undefined; limit?: number | undefined }; output: GetMemoryHealthAnswer };
  /** People and things: The names of people, then of things, in at least two memories of one character or of all; those that most memories say first. describe_name tells more of one. */
  listNames: { input: { characterId?: string | undefined; kind?: ("person" | "thing") | undefined; words?: string | undefined; limit?: number | undefined }; output: ListNamesAnswer };
  /** A person or thing: What memories say of a person or thing of list_names: what it is, what holds, by month, with whom, what may be outdated, and the memories, latest first. */
  describeName: { input: { characterId?: string | undefined; name: string; page?: number | undefined; limit?: number | undefined }; output: DescribeNameAnswer };
  /** Join two names: Say that two names of list_names are of one person or thing, such as a short form: the alias counts as the name; or that one is no name. No memory changes. */
  joinNames: { input: JoinNamesRequest; output: JoinNamesAnswer };
  /** List likely duplicates: Pairs of memories that say about the same, contradict each other or of which the newer one may say what holds instead, the surest first: of one character or of all. Those marked weak are only alike: each says something of its own. Pairs are found in the background. merge_memories merges two, keep_both says that both are right. */
  listDuplicates: { input: { characterId?: string | undefined; limit?: number | undefined; kept?: boolean | undefined; cursor?: string | undefined }; output: ListDuplicatesAnswer };
  /** List requests to forget: What the user asked to forget, with the memories about it, the latest first: of one character or of all. review_forget_request deletes or keeps them. */
  listForgetRequests: { input: { characterId?: string | undefined }; output: ListForgetRequestsAnswer };
  /** Erase memories for good: Remove memories for good, with their history and what else in the store holds their texts; nothing brings them back. Without confirm a preview, with what else holds them. */
  eraseMemories: { input: EraseMemoriesRequest; output: EraseMemoriesAnswer };
  /** List erasures: The receipts of what was erased for good, the latest first: of one character or of all. */
  listErasures: { input: { characterId?: string | undefined }; output: ListErasuresAnswer };
  /** List batches: Batches of changes, newest first: deletions, moves, imports, merges, what hooks learnt, undos and answers that keep both memories of pairs, of one character or of all, each with its first change, an undo with what it undoes. undo_batch undoes one. */
  listBatches: { input: { characterId?: string | undefined; by?: ("model" | "user" | "file" | "system") | undefined; client?: string | undefined; changeType?: ("CREATED" | "UPDATED" | "DELETED" | "RESTORED" | "PROPOSED" | "REJECTED" | "ENDED" | "REVIVED") | undefined; cursor?: string | undefined; limit?: number | undefined }; output: ListBatchesAnswer };
  /** List recalls: See the queries of agents and the memories they received, newest first: over all characters, or of one. */
  listRecalls: { input: { characterId?: string | undefined; recallId?: string | undefined; empty?: boolean | undefined; weak?: boolean | undefined; helped?: boolean | undefined; used?: boolean | undefined; gap?: boolean | undefined; dismissed?: boolean | undefined; asked?: boolean | undefined; lines?: boolean | undefined; client?: string | undefined; kind?: ("search" | "context" | "hook") | undefined; words?: string | undefined; grouped?: boolean | undefined; since?: string | undefined; until?: string | undefined; cursor?: string | undefined; limit?: number | undefined }; output: ListRecallsAnswer };
  /** Get AI settings: See which AI provider your tenant uses, whether by settings of its own; never the key. */
  getAiSettings: { input: Record<string, never>; output: GetAiSettingsAnswer };
  /** Set AI settings: Choose your tenant's AI provider, in place of the server's; an omitted field goes back to its default. */
  setAiSettings: { input: SetAiSettingsRequest; output: SetAiSettingsAnswer };
  /** Test AI settings: Ask your tenant's AI provider for one small extraction: whether it answers, how fast, and any fault. */
  testAiSettings: { input: Record<string, never>; output: TestAiSettingsAnswer };
  /** Create a webhook: Have events sent to an https address, signed as Standard Webhooks says; docs/webhooks.md has the events. The answer alone holds the secret. BUSINESS tier. */
  createWebhook: { input: CreateWebhookRequest; output: CreateWebhookAnswer };
  /** List webhooks: See the webhooks of the team, oldest first. BUSINESS tier. */
  listWebhooks: { input: Record<string, never>; output: ListWebhooksAnswer };
  /** List audit events: See who changed what, when and from where, and which calls were refused: newest first. A page may be short, or empty, while there is a nextCursor. BUSINESS tier. */
  listAuditEvents: { input: { since?: string | undefined; until?: string | undefined; member?: string | undefined; action?: string | undefined; characterId?: string | undefined; outcome?: ("OK" | "CharacterNotFound" | "MemoryNotFound" | "FileNotFound" | "InvalidContent" | "InvalidInput" | "DuplicateCharacterName" | "CategoryNotConfigured" | "InvalidPreset" | "VisibilityChangeNotAllowed" | "ValidationError" | "Unauthorized" | "AccessDenied" | "FeatureNotAvailable" | "InsufficientRole" | "TierLimitExceeded" | "CharacterLimitExceeded" | "ConflictUnresolved" | "SnapshotConflict" | "NameTaken" | "CharacterArchived" | "RequestInProgress" | "AnswerLost" | "IdempotencyKeyReused" | "ExtractionFailed" | "SyncFailed" | "InternalError" | "NotImplemented" | "NotFound" | "MethodNotAllowed" | "PayloadTooLarge" | "UnsupportedMediaType" | "Cancelled" | "ServiceUnavailable") | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListAuditEventsAnswer };
  /** Search memories: Recall from memory what is known: facts, preferences, decisions, what was said earlier or last time. Ask in plain words of any language; names, dates ("last week") and identifiers work. Call it before you answer from memory or store something. Best first; low relevance or none: nothing is known. */
  searchMemories: { input: { characterId: string } & SearchMemoriesRequest; output: SearchMemoriesAnswer };
  /** Assemble context: Everything from memory that a task needs, within a budget of tokens: the profile, memories relevant to a query (or the most important), the latest ones. */
  assembleContext: { input: { characterId: string } & AssembleContextRequest; output: AssembleContextAnswer };
  /** Remember a text: Remember a text or chat for later conversations: facts, preferences, decisions, plans. It is split into single memories, sorted into categories; nothing is stored twice. Best when in doubt; one finished statement: add_memory_direct. Returns all `memories` and the `operations` done. */
  addMemory: { input: { characterId: string } & AddMemoryRequest; output: AddMemoryAnswer };
  /** Remember as written: Remember one finished, self-contained statement word for word, such as a preference or decision, in a category you choose. What is stored already is answered with operation NONE. */
  addMemoryDirect: { input: { characterId: string } & AddMemoryDirectRequest; output: AddMemoryDirectAnswer };
  /** List memories: Browse memories newest first, by category (such as preferences or decisions), importance or time, deleted ones too. To find something: search_memories. */
  listMemories: { input: { characterId: string; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined; category?: string | undefined; state?: ("ACTIVE" | "DELETED" | "PROPOSED" | "ALL") | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; since?: string | undefined; until?: string | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; leastImportance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; author?: string | undefined; batchId?: string | undefined; sessionId?: string | undefined; storedSince?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined; sort?: ("newest" | "oldest" | "importance" | "recalled" | "changed") | undefined }; output: ListMemoriesAnswer };
  /** Explain a prompt: What hooks would give at a prompt now, and why not more: of the character, and of the own memory beside it. */
  explainPrompt: { input: { characterId: string } & ExplainPromptRequest; output: ExplainPromptAnswer };
  /** Get a character: Read one character, the owner of a memory: profile, agent config, aliases, tags, memory count. */
  getCharacter: { input: { characterId: string }; output: Character };
  /** Update a profile: Change whose memory it is: prompt, personality, background, rules, custom fields. Null clears; lists and customFields are replaced. */
  updateProfile: { input: { characterId: string } & UpdateProfileRequest; output: Character };
  /** Update agent config: Change capabilities, status, model, owner or meta of an agent with a memory, for routing work. Null clears a field; meta is replaced whole. DEVELOPER tier and above. */
  updateAgentConfig: { input: { characterId: string } & UpdateAgentConfigRequest; output: Character };
  /** Set aliases: Replace the other names (aliases) that the owner of a memory answers to; every characterId takes them. */
  setAliases: { input: { characterId: string } & SetAliasesRequest; output: Character };
  /** Set tags: Replace the tags of a character, by which list_characters filters memory owners. */
  setTags: { input: { characterId: string } & SetTagsRequest; output: Character };
  /** Set sharing: Choose who in the team sees a character and its memory. */
  setSharing: { input: { characterId: string } & SetSharingRequest; output: Character };
  /** Resolve an alias: Find the character whose memory an alias (nickname) means, in any case. */
  resolveAlias: { input: { alias: string }; output: Character };
  /** Clone a character: Copy the profile, categories and, when asked, memories of a character to a new one. DEVELOPER tier and above. */
  cloneCharacter: { input: { characterId: string } & CloneCharacterRequest; output: CloneCharacterAnswer };
  /** Archive a character: Retire a character: its memory is readable and exportable, no more writes, its name stays taken until unarchived. */
  archiveCharacter: { input: { characterId: string }; output: Character };
  /** Export memories: Export all memories of a character as Markdown, which import_document reads back. */
  exportCharacter: { input: { characterId: string; category?: string | undefined; author?: string | undefined; since?: string | undefined; until?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined }; output: string };
  /** List categories: The categories that sort a memory, what belongs in each and how many memories it holds. */
  listCategories: { input: { characterId: string }; output: ListCategoriesAnswer };
  /** Add a category: Add a category of memories; description and hints (words that speak for it) tell add_memory what belongs there. */
  addCategory: { input: { characterId: string } & AddCategoryRequest; output: Category };
  /** Sync a file: Keep a file in memory in step: each list item, paragraph and table row becomes a memory, secrets redacted. Send the whole file: unchanged lines keep their memory, vanished ones lose it. A finished document: import_document. */
  syncFile: { input: { characterId: string } & SyncFileRequest; output: SyncFileAnswer };
  /** Sync status: The state of syncing files into memory: counts, the latest 100, waiting, failed. */
  getSyncStatus: { input: { characterId: string }; output: GetSyncStatusAnswer };
  /** Get a file: Read a file synced into memory, by default the latest of its 20 stored versions. */
  getFile: { input: { fileId: string; version?: number | undefined }; output: GetFileAnswer };
  /** Import a document: Import a document: notes, PDF, DOCX, chats, memory exports. All or nothing; known things and small talk skipped, secrets redacted; dryRun counts. A file that changes: sync_file. */
  importDocument: { input: { characterId: string } & ImportDocumentRequest; output: ImportDocumentAnswer };
  /** Change a member: Change name, role, sign-in id (externalId; null clears it) or status of a team member; SUSPENDED shuts it out at once. */
  updateMember: { input: { memberId: string } & UpdateMemberRequest; output: UpdateMemberAnswer };
  /** Remove a member: Remove a member for good and revoke its keys; what it wrote stays until erase_memories removes it (filter: author). */
  removeMember: { input: { memberId: string }; output: RemoveMemberAnswer };
  /** Create a sign-in link: Make a link that signs a member (id or name) in to the dashboard once. It ends an earlier one. For others: OWNER. */
  createSignInLink: { input: { memberId: string } & CreateSignInLinkRequest; output: CreateSignInLinkAnswer };
  /** Remove a passkey: Remove a passkey of yours, or as OWNER of anyone in the team. The sessions that it opened end at once. */
  removePasskey: { input: { passkeyId: string }; output: RemovePasskeyAnswer };
  /** Rotate an API key: Make a key in the place of one of yours, or as OWNER of any member: with the same name and scope. The old one ends at once, or after `overlapMinutes`. The answer alone holds the new text. */
  rotateKey: { input: { keyId: string } & RotateKeyRequest; output: RotateKeyAnswer };
  /** Revoke an API key: End an API key of yours, or as OWNER of any member, at once and for good. */
  revokeKey: { input: { keyId: string }; output: RevokeKeyAnswer };
  /** Revoke a client: Revoke a client that you, or as OWNER anyone of the team, had allowed: all its tokens end at once. */
  revokeGrant: { input: { grantId: string }; output: RevokeGrantAnswer };
  /** End a session: Sign a browser out of the dashboard: one of yours, or as OWNER any of the team. */
  endSession: { input: { sessionId: string }; output: EndSessionAnswer };
  /** Review a capture: Keep a statement that a hook left out or only proposed, or forget one that it stored. Kinds that people reject often are no longer stored. */
  reviewCapture: { input: { clauseId: string } & ReviewCaptureRequest; output: ReviewCaptureAnswer };
  /** Review a change: Record that a person has reviewed a change: it was kept, or undone; or that it is to be reviewed again. */
  reviewChange: { input: { changeId: string } & ReviewChangeRequest; output: ReviewChangeAnswer };
  /** What is known: A page of what holds of a character: the most useful memories under headings, near-equal ones once. For agents assemble_context without a query is shorter. */
  getPage: { input: { characterId: string; maxTokens?: number | undefined }; output: GetPageAnswer };
  /** Change many memories: Change category, importance, salience or state (deleted, restored) of up to 500 memories, or of all that a filter means, or move them to another character, as one batch; undo_batch undoes it. */
  changeMemories: { input: { characterId: string } & ChangeMemoriesRequest; output: ChangeMemoriesAnswer };
  /** Export some memories: Export up to 500 memories of a character, or all that a filter means, as Markdown, which import_document reads back. */
  exportMemories: { input: { characterId: string } & ExportMemoriesRequest; output: string };
  /** Merge two memories: Make one memory of two that say the same: keepId gets the merged text as a new revision, deleteId is deleted and can be restored; undo_batch undoes both. */
  mergeMemories: { input: { characterId: string } & MergeMemoriesRequest; output: MergeMemoriesAnswer };
  /** Answer a request to forget: What a person says of memories that the user asked to forget (list_forget_requests): delete all of them (undo_batch takes that back), erase them for good, keep them, or ask again. */
  reviewForgetRequest: { input: { characterId: string } & ReviewForgetRequestRequest; output: ReviewForgetRequestAnswer };
  /** Preview retention: List the memories that apply_retention would delete, the newest first: never recalled in so many days. */
  previewRetention: { input: { characterId: string; days: number; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: PreviewRetentionAnswer };
  /** Forget memories never recalled: Delete the memories that are older than a number of days and that no recall has given since, except CRITICAL ones, as one batch; undo_batch undoes it. */
  applyRetention: { input: { characterId: string } & ApplyRetentionRequest; output: ApplyRetentionAnswer };
  /** Remember many as written: Remember up to 500 finished statements word for word. Each has its own result, in order: ADD, NONE if it is stored already, or ERROR. */
  addMemories: { input: { characterId: string } & AddMemoriesRequest; output: AddMemoriesAnswer };
  /** Rename a character: Give a character another name; its id, aliases and memories stay. */
  renameCharacter: { input: { characterId: string } & RenameCharacterRequest; output: Character };
  /** Delete a character: Delete a character with its memories: they are hidden until restore_character, and the name stays taken. */
  deleteCharacter: { input: { characterId: string }; output: Character };
  /** Restore a character: Bring a deleted character back as it was, with all its memories; an active one counts for the tier. */
  restoreCharacter: { input: { characterId: string }; output: Character };
  /** Take a character out of the archive: Make an archived character active again, with all its memories; it counts for the tier. */
  unarchiveCharacter: { input: { characterId: string }; output: Character };
  /** Rate a recall: Rate the memories that an agent received, all or one of them, as useful or wrong. Hooks leave out what was wrong when its question is asked again. */
  rateRecall: { input: { recallId: string } & RateRecallRequest; output: RateRecallAnswer };
  /** Dismiss a question: Say that the question of a recall needs no memory, or which one answers it since: it and equal ones are no gaps, now and later. */
  dismissQuestion: { input: { recallId: string } & DismissQuestionRequest; output: DismissQuestionAnswer };
  /** Get a webhook: See one webhook: its address, its events, and since when it fails. BUSINESS tier. */
  getWebhook: { input: { webhookId: string }; output: GetWebhookAnswer };
  /** Update a webhook: Change where a webhook sends and what, or enable or disable it; what waits is sent once it is enabled. Null clears a field. Its maker or an OWNER may. BUSINESS tier. */
  updateWebhook: { input: { webhookId: string } & UpdateWebhookRequest; output: UpdateWebhookAnswer };
  /** Delete a webhook: Remove a webhook and its deliveries; waiting ones are not sent. BUSINESS tier. */
  deleteWebhook: { input: { webhookId: string }; output: DeleteWebhookAnswer };
  /** Rotate a webhook's secret: Give a webhook a new secret, shown only now; for 24 hours, until oldUntil, the one before signs as well. BUSINESS tier. */
  rotateWebhookSecret: { input: { webhookId: string }; output: RotateWebhookSecretAnswer };
  /** Test a webhook: Send the event webhook.test to a webhook now, once, and see the response. BUSINESS tier. */
  testWebhook: { input: { webhookId: string }; output: TestWebhookAnswer };
  /** List a webhook's deliveries: See the deliveries of a webhook in the last 30 days and the responses, newest first. BUSINESS tier. */
  listWebhookDeliveries: { input: { webhookId: string; status?: ("PENDING" | "DELIVERED" | "FAILED") | undefined; page?: number | undefined; limit?: number | undefined; cursor?: string | undefined }; output: ListWebhookDeliveriesAnswer };
  /** Exchange changes with a replica: For stores that replicate a character (`connect`): takes the changes made there, answers those that are not there yet. No agent needs it. */
  exchangeChanges: { input: { characterId: string } & ExchangeChangesRequest; output: ExchangeChangesAnswer };
  /** Get a memory: One memory by its id. */
  getMemory: { input: { characterId: string; memoryId: string }; output: GetMemoryAnswer };
  /** Correct a memory: Correct a memory that is wrong or outdated, instead of adding a second one: its text, category, salience or importance. The earlier version stays in its history. */
  updateMemory: { input: { characterId: string; memoryId: string } & UpdateMemoryRequest; output: UpdateMemoryAnswer };
  /** Forget a memory: Forget a memory that is wrong or unwanted; restore_memory brings it back. */
  deleteMemory: { input: { characterId: string; memoryId: string }; output: DeleteMemoryAnswer };
  /** Restore a memory: Bring a deleted (forgotten) memory back under its old id. */
  restoreMemory: { input: { characterId: string; memoryId: string } & RestoreMemoryRequest; output: Memory };
  /** Memory history: See every version of a memory, oldest first, with author and time; of deleted ones too. */
  getMemoryHistory: { input: { characterId: string; memoryId: string }; output: GetMemoryHistoryAnswer };
  /** Explain a rank: Why a search finds a memory at its rank, or not. */
  explainMemory: { input: { characterId: string; memoryId: string } & ExplainMemoryRequest; output: ExplainMemoryAnswer };
  /** Update a category: Change a memory category's description, importance or hints; its name stays. */
  updateCategory: { input: { characterId: string; name: string } & UpdateCategoryRequest; output: Category };
  /** Delete a category: Remove a category; its memories move to reassignTo, required while it holds any. */
  deleteCategory: { input: { characterId: string; name: string; reassignTo?: string | undefined }; output: DeleteCategoryAnswer };
  /** Keep a kind again: Let hooks keep a kind of statement again that people rejected: verdicts up to now no longer count. */
  keepKind: { input: { characterId: string; kind: ("rule" | "preference" | "decision" | "correction" | "fact") }; output: KeepKindAnswer };
  /** Restore a revision: Make an earlier version of a memory its newest one, as its history has it; a deleted memory comes back with it. */
  revertMemory: { input: { characterId: string; memoryId: string } & RevertMemoryRequest; output: Memory };
  /** Keep both memories: Say that two memories that look alike are both right: list_duplicates leaves them out until one of the texts changes. Or, of a newer one that may say what holds instead, what a person says: it changed, or neither holds. */
  keepBoth: { input: { characterId: string; memoryId: string } & KeepBothRequest; output: KeepBothAnswer };
  /** Undo a batch: Undo a batch: its memories get their earlier state back, unless they were changed since. The undo is a batch too. */
  undoBatch: { input: { characterId: string; batchId: string }; output: UndoBatchAnswer };
  /** Mute a memory: Choose whether hooks give a memory to agents; searches find it in any case. */
  muteMemory: { input: { characterId: string; memoryId: string } & MuteMemoryRequest; output: MuteMemoryAnswer };
  /** Rename a category: Give a memory category another name; its memories stay in it. */
  renameCategory: { input: { characterId: string; name: string } & RenameCategoryRequest; output: Category };
  /** Deliver again: Send a delivery of a webhook again, whatever its result, with the same webhook-id. BUSINESS tier. */
  redeliverWebhook: { input: { webhookId: string; deliveryId: string }; output: RedeliverWebhookAnswer };
  /** Search memories: Recall from memory what is known: facts, preferences, decisions, what was said earlier or last time. Ask in plain words of any language; names, dates ("last week") and identifiers work. Call it before you answer from memory or store something. Best first; low relevance or none: nothing is known. */
  searchSeveral: { input: SearchSeveralRequest; output: SearchSeveralAnswer };
  /** List memories: Browse memories newest first, by category (such as preferences or decisions), importance or time, deleted ones too. To find something: search_memories. */
  listEverywhere: { input: { page?: number | undefined; limit?: number | undefined; cursor?: string | undefined; category?: string | undefined; state?: ("ACTIVE" | "DELETED" | "PROPOSED" | "ALL") | undefined; importance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; since?: string | undefined; until?: string | undefined; holds?: ("true" | "false" | "any") | undefined; asOf?: string | undefined; timeZone?: string | undefined; leastImportance?: ("CRITICAL" | "HIGH" | "NORMAL" | "LOW") | undefined; source?: ("direct" | "extraction" | "file" | "import") | undefined; fileId?: string | undefined; client?: string | undefined; author?: string | undefined; batchId?: string | undefined; sessionId?: string | undefined; storedSince?: string | undefined; tags?: (string[] | { in: string[] } | { exists: boolean }) | undefined; metadata?: Record<string, (string | number | { equals?: (string | number) | undefined; in?: (string | number)[] | undefined; exists?: boolean | undefined; gt?: (string | number) | undefined; gte?: (string | number) | undefined; lt?: (string | number) | undefined; lte?: (string | number) | undefined })> | undefined; sort?: ("newest" | "oldest" | "importance" | "recalled" | "changed") | undefined }; output: ListEverywhereAnswer };
  /** Undo a batch: Undo a batch: its memories get their earlier state back, unless they were changed since. The undo is a batch too. */
  undoEverywhere: { input: { batchId: string }; output: UndoEverywhereAnswer };
}

/** Method and path of each operation; those with a `!` change something. */
export const routes: Readonly<Record<keyof Operations, string>> = {
  listOwnStatements: 'GET /v1/own-statements',
  listCharacters: 'GET /v1/characters',
  createCharacter: '!POST /v1/characters',
  listFiles: 'GET /v1/files',
  getTier: 'GET /v1/tier',
  whoami: 'GET /v1/whoami',
  listMembers: 'GET /v1/members',
  addMember: '!POST /v1/members',
  listKeys: 'GET /v1/keys',
  createKey: '!POST /v1/keys',
  listPasskeys: 'GET /v1/passkeys',
  listGrants: 'GET /v1/grants',
  listSessions: 'GET /v1/sessions',
  listChanges: 'GET /v1/changes',
  listHookReceipts: 'GET /v1/hook-receipts',
  countReviews: 'GET /v1/reviews',
  getStatistics: 'GET /v1/statistics',
  getMemoryHealth: 'GET /v1/memory-health',
  listNames: 'GET /v1/names',
  describeName: 'GET /v1/names/described',
  joinNames: '!POST /v1/names/joined',
  listDuplicates: 'GET /v1/duplicates',
  listForgetRequests: 'GET /v1/forget-requests',
  eraseMemories: '!POST /v1/erasures',
  listErasures: 'GET /v1/erasures',
  listBatches: 'GET /v1/batches',
  listRecalls: 'GET /v1/recalls',
  getAiSettings: 'GET /v1/ai-settings',
  setAiSettings: '!PUT /v1/ai-settings',
  testAiSettings: '!POST /v1/ai-settings/test',
  createWebhook: '!POST /v1/webhooks',
  listWebhooks: 'GET /v1/webhooks',
  listAuditEvents: 'GET /v1/audit',
  searchMemories: 'POST /v1/characters/{characterId}/memories/search',
  assembleContext: 'POST /v1/characters/{characterId}/context',
  addMemory: '!POST /v1/characters/{characterId}/memories',
  addMemoryDirect: '!POST /v1/characters/{characterId}/memories/direct',
  listMemories: 'GET /v1/characters/{characterId}/memories',
  explainPrompt: 'POST /v1/characters/{characterId}/explain',
  getCharacter: 'GET /v1/characters/{characterId}',
  updateProfile: '!PATCH /v1/characters/{characterId}/profile',
  updateAgentConfig: '!PATCH /v1/characters/{characterId}/agent-config',
  setAliases: '!PUT /v1/characters/{characterId}/aliases',
  setTags: '!PUT /v1/characters/{characterId}/tags',
  setSharing: '!PUT /v1/characters/{characterId}/sharing',
  resolveAlias: 'GET /v1/characters/resolve/{alias}',
  cloneCharacter: '!POST /v1/characters/{characterId}/clone',
  archiveCharacter: '!POST /v1/characters/{characterId}/archive',
  exportCharacter: 'GET /v1/characters/{characterId}/export',
  listCategories: 'GET /v1/characters/{characterId}/categories',
  addCategory: '!POST /v1/characters/{characterId}/categories',
  syncFile: '!POST /v1/characters/{characterId}/sync',
  getSyncStatus: 'GET /v1/characters/{characterId}/sync/status',
  getFile: 'GET /v1/files/{fileId}',
  importDocument: '!POST /v1/characters/{characterId}/import',
  updateMember: '!PATCH /v1/members/{memberId}',
  removeMember: '!DELETE /v1/members/{memberId}',
  createSignInLink: '!POST /v1/members/{memberId}/sign-in-link',
  removePasskey: '!DELETE /v1/passkeys/{passkeyId}',
  rotateKey: '!POST /v1/keys/{keyId}/rotate',
  revokeKey: '!DELETE /v1/keys/{keyId}',
  revokeGrant: '!DELETE /v1/grants/{grantId}',
  endSession: '!DELETE /v1/sessions/{sessionId}',
  reviewCapture: '!POST /v1/captured-clauses/{clauseId}/review',
  reviewChange: '!POST /v1/changes/{changeId}/review',
  getPage: 'GET /v1/characters/{characterId}/page',
  changeMemories: '!POST /v1/characters/{characterId}/memories/batch',
  exportMemories: 'POST /v1/characters/{characterId}/memories/export',
  mergeMemories: '!POST /v1/characters/{characterId}/memories/merge',
  reviewForgetRequest: '!POST /v1/characters/{characterId}/forget-requests/review',
  previewRetention: 'GET /v1/characters/{characterId}/retention',
  applyRetention: '!POST /v1/characters/{characterId}/retention',
  addMemories: '!POST /v1/characters/{characterId}/memories/batch-add',
  renameCharacter: '!POST /v1/characters/{characterId}/rename',
  deleteCharacter: '!DELETE /v1/characters/{characterId}',
  restoreCharacter: '!POST /v1/characters/{characterId}/restore',
  unarchiveCharacter: '!POST /v1/characters/{characterId}/unarchive',
  rateRecall: '!POST /v1/recalls/{recallId}/rating',
  dismissQuestion: '!POST /v1/recalls/{recallId}/dismissal',
  getWebhook: 'GET /v1/webhooks/{webhookId}',
  updateWebhook: '!PATCH /v1/webhooks/{webhookId}',
  deleteWebhook: '!DELETE /v1/webhooks/{webhookId}',
  rotateWebhookSecret: '!POST /v1/webhooks/{webhookId}/rotate-secret',
  testWebhook: '!POST /v1/webhooks/{webhookId}/test',
  listWebhookDeliveries: 'GET /v1/webhooks/{webhookId}/deliveries',
  exchangeChanges: '!POST /v1/characters/{characterId}/exchange',
  getMemory: 'GET /v1/characters/{characterId}/memories/{memoryId}',
  updateMemory: '!PUT /v1/characters/{characterId}/memories/{memoryId}',
  deleteMemory: '!DELETE /v1/characters/{characterId}/memories/{memoryId}',
  restoreMemory: '!POST /v1/characters/{characterId}/memories/{memoryId}/restore',
  getMemoryHistory: 'GET /v1/characters/{characterId}/memories/{memoryId}/history',
  explainMemory: 'POST /v1/characters/{characterId}/memories/{memoryId}/explain',
  updateCategory: '!PUT /v1/characters/{characterId}/categories/{name}',
  deleteCategory: '!DELETE /v1/characters/{characterId}/categories/{name}',
  keepKind: '!POST /v1/characters/{characterId}/captured-kinds/{kind}/keep',
  revertMemory: '!POST /v1/characters/{characterId}/memories/{memoryId}/revert',
  keepBoth: '!POST /v1/characters/{characterId}/memories/{memoryId}/keep-both',
  undoBatch: '!POST /v1/characters/{characterId}/batches/{batchId}/undo',
  muteMemory: '!POST /v1/characters/{characterId}/memories/{memoryId}/muting',
  renameCategory: '!POST /v1/characters/{characterId}/categories/{name}/rename',
  redeliverWebhook: '!POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  searchSeveral: 'POST /v1/search',
  listEverywhere: 'GET /v1/memories',
  undoEverywhere: '!POST /v1/batches/{batchId}/undo',
};

/** The lists that go on over several pages, with the field of their items. */
export const lists = {
  listCharacters: 'characters',
  listFiles: 'files',
  listChanges: 'changes',
  listHookReceipts: 'hosts',
  describeName: 'characterIds',
  listDuplicates: 'pairs',
  listBatches: 'batches',
  listRecalls: 'recalls',
  listAuditEvents: 'events',
  searchMemories: 'memories',
  listMemories: 'memories',
  previewRetention: 'memories',
  listWebhookDeliveries: 'deliveries',
  searchSeveral: 'memories',
  listEverywhere: 'memories',
} as const satisfies Partial<Record<keyof Operations, string>>;

/** Fields with another name in a query. */
export const renamed: Readonly<Record<string, string>> = {"reassignTo":"reassign_to"};
