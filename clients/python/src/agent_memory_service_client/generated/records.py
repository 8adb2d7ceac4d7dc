"""Generated from the declarations of operations by `npm run docs`; do not edit."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict


class MemorySource(TypedDict):
    kind: Literal["direct", "extraction", "file", "import"]
    fileId: NotRequired[str]


class Memory(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]


class ListOwnStatementsAnswerProjectsItem(TypedDict):
    characterId: str
    characterName: str
    total: int
    memories: list[Memory]


class ListOwnStatementsAnswer(TypedDict):
    projects: list[ListOwnStatementsAnswerProjectsItem]


class CharacterOwner(TypedDict):
    id: str
    name: str


class CharacterSharesItem(TypedDict):
    member: CharacterOwner
    access: Literal["READ", "WRITE"]


class CharacterAliasesItem(TypedDict):
    alias: str
    sourceHint: NotRequired[str]


class AgentConfig(TypedDict):
    capabilities: list[str]
    status: Literal["IDLE", "BUSY", "FAILED", "PAUSED"]
    maxConcurrentTasks: NotRequired[int]
    preferredModel: NotRequired[str]
    ownerId: NotRequired[str]
    meta: NotRequired[dict[str, Any]]


class Profile(TypedDict):
    systemPrompt: NotRequired[str]
    personality: NotRequired[str]
    background: NotRequired[str]
    rules: list[str]
    customFields: dict[str, str]
    personalData: NotRequired[str]
    agentConfig: NotRequired[AgentConfig]


class Character(TypedDict):
    id: str
    name: str
    status: Literal["ACTIVE", "ARCHIVED", "DELETED"]
    categoryPreset: Literal["developer", "standard"]
    visibility: Literal["PUBLIC", "PRIVATE"]
    owner: CharacterOwner
    access: Literal["READ", "WRITE"]
    shares: NotRequired[list[CharacterSharesItem]]
    externalId: NotRequired[str]
    tags: list[str]
    aliases: list[CharacterAliasesItem]
    profile: Profile
    memoryCount: int
    lastMemoryAt: NotRequired[str]
    createdAt: str
    updatedAt: str


class ListCharactersAnswer(TypedDict):
    characters: list[Character]
    total: int
    page: int
    limit: int
    nextCursor: NotRequired[str]


class CreateCharacterProfile(TypedDict):
    systemPrompt: NotRequired[str]
    personality: NotRequired[str]
    background: NotRequired[str]
    rules: NotRequired[list[str]]
    customFields: NotRequired[dict[str, str]]
    personalData: NotRequired[Literal["store", "mark", "redact", "refuse"]]


class CreateCharacterAnswer(TypedDict):
    id: str
    name: str
    status: Literal["ACTIVE", "ARCHIVED", "DELETED"]
    categoryPreset: Literal["developer", "standard"]
    visibility: Literal["PUBLIC", "PRIVATE"]
    owner: CharacterOwner
    access: Literal["READ", "WRITE"]
    shares: NotRequired[list[CharacterSharesItem]]
    externalId: NotRequired[str]
    tags: list[str]
    aliases: list[CharacterAliasesItem]
    profile: Profile
    memoryCount: int
    lastMemoryAt: NotRequired[str]
    createdAt: str
    updatedAt: str
    existed: NotRequired[Literal[True]]


class FileRecord(TypedDict):
    fileId: str
    characterId: str
    path: str
    label: NotRequired[str]
    version: int
    contentHash: str
    sizeBytes: int
    capturedAt: str
    missingSince: NotRequired[str]


class ListFilesAnswer(TypedDict):
    files: list[FileRecord]
    total: int
    page: int
    limit: int
    nextCursor: NotRequired[str]


class GetTierAnswerFeatures(TypedDict):
    autoRecallAvailable: bool
    autoCaptureAvailable: bool
    aiExtractionAvailable: bool
    directWriteAvailable: bool
    importPipelineAvailable: bool
    teamSharingEnabled: bool
    minSyncIntervalSeconds: int
    maxRequestsPerMinute: int
    maxMembers: int
    maxApiKeys: int
    maxCharacters: int
    currentCharacterCount: int


class GetTierAnswerUsage(TypedDict):
    characters: int
    memories: int
    files: int
    storageBytes: int
    aiCalls: int
    aiInputTokens: int
    aiOutputTokens: int


class GetTierAnswerAiEmbedding(TypedDict):
    model: str
    pending: int
    reason: NotRequired[str]


class GetTierAnswerAi(TypedDict):
    provider: str
    model: str
    configured: bool
    embedding: GetTierAnswerAiEmbedding


class GetTierAnswerConnectionsItemCharactersItemReasonsItem(TypedDict):
    reason: str
    memories: int


class GetTierAnswerConnectionsItemCharactersItem(TypedDict):
    name: str
    waiting: int
    refused: int
    reasons: list[GetTierAnswerConnectionsItemCharactersItemReasonsItem]
    problem: NotRequired[str]
    deletedAt: NotRequired[str]


class GetTierAnswerConnectionsItem(TypedDict):
    url: str
    contactedAt: NotRequired[str]
    problem: NotRequired[str]
    characters: list[GetTierAnswerConnectionsItemCharactersItem]


class GetTierAnswerStoreLastBackup(TypedDict):
    file: str
    at: str


class GetTierAnswerStore(TypedDict):
    file: str
    lastBackup: NotRequired[GetTierAnswerStoreLastBackup]


class GetTierAnswer(TypedDict):
    tier: Literal["FREE", "STARTER", "DEVELOPER", "BUSINESS"]
    unlimited: bool
    features: GetTierAnswerFeatures
    usage: GetTierAnswerUsage
    ai: GetTierAnswerAi
    connections: NotRequired[list[GetTierAnswerConnectionsItem]]
    store: NotRequired[GetTierAnswerStore]


class WhoamiAnswerMember(TypedDict):
    id: str
    name: str
    role: Literal["VIEWER", "MEMBER", "ADMIN", "OWNER"]


class WhoamiAnswerTenant(TypedDict):
    id: str
    name: str
    tier: Literal["FREE", "STARTER", "DEVELOPER", "BUSINESS", "UNLIMITED"]


class WhoamiAnswer(TypedDict):
    member: WhoamiAnswerMember
    tenant: WhoamiAnswerTenant
    via: Literal["stdio", "key", "jwt", "oauth", "grant", "dashboard", "system"]
    ownCharacter: NotRequired[str]


class ListMembersAnswerMembersItem(TypedDict):
    id: str
    name: str
    role: Literal["VIEWER", "MEMBER", "ADMIN", "OWNER"]
    status: Literal["ACTIVE", "SUSPENDED"]
    externalId: NotRequired[str]
    createdAt: str


class ListMembersAnswer(TypedDict):
    members: list[ListMembersAnswerMembersItem]
    total: int


class AddMemberAnswer(TypedDict):
    id: str
    name: str
    role: Literal["VIEWER", "MEMBER", "ADMIN", "OWNER"]
    status: Literal["ACTIVE", "SUSPENDED"]
    externalId: NotRequired[str]
    createdAt: str


class ListKeysAnswerKeysItem(TypedDict):
    id: str
    name: str
    member: CharacterOwner
    access: Literal["READ", "WRITE"]
    characterIds: NotRequired[list[str]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: NotRequired[str]
    revokedAt: NotRequired[str]


class ListKeysAnswer(TypedDict):
    keys: list[ListKeysAnswerKeysItem]
    total: int


class CreateKeyAnswer(TypedDict):
    id: str
    name: str
    member: CharacterOwner
    access: Literal["READ", "WRITE"]
    characterIds: NotRequired[list[str]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: NotRequired[str]
    revokedAt: NotRequired[str]
    key: str


class ListPasskeysAnswerPasskeysItem(TypedDict):
    id: str
    name: str
    member: CharacterOwner
    createdAt: str
    lastUsedAt: NotRequired[str]


class ListPasskeysAnswer(TypedDict):
    passkeys: list[ListPasskeysAnswerPasskeysItem]
    total: int


class ListGrantsAnswerGrantsItem(TypedDict):
    id: str
    client: str
    clientId: str
    member: CharacterOwner
    access: Literal["READ", "WRITE", "REPLICATE"]
    characterIds: NotRequired[list[str]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: str


class ListGrantsAnswer(TypedDict):
    grants: list[ListGrantsAnswerGrantsItem]
    total: int


class ListSessionsAnswerSessionsItem(TypedDict):
    id: str
    member: str
    createdAt: str
    lastUsedAt: str
    current: bool
    userAgent: str
    linkBy: NotRequired[str]


class ListSessionsAnswer(TypedDict):
    sessions: list[ListSessionsAnswerSessionsItem]


class ListChangesAnswerChangesItemBy(TypedDict):
    kind: Literal["model", "user", "file", "system"]
    name: str
    client: NotRequired[str]


class ListChangesAnswerChangesItem(TypedDict):
    id: str
    characterId: str
    memoryId: str
    revision: int
    changeType: Literal["CREATED", "UPDATED", "DELETED", "RESTORED", "PROPOSED", "REJECTED", "ENDED", "REVIVED"]
    by: ListChangesAnswerChangesItemBy
    createdAt: str
    content: str
    previousContent: NotRequired[str]
    category: str
    previousCategory: NotRequired[str]
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    previousImportance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    seen: bool
    changedSince: bool
    isConflict: NotRequired[bool]


class ListChangesAnswer(TypedDict):
    changes: list[ListChangesAnswerChangesItem]
    nextCursor: NotRequired[str]


class ListHookReceiptsAnswerHostsItem(TypedDict):
    host: str
    given: int
    tokens: int
    captured: int
    leftOut: dict[str, int]
    runs: int
    lastAt: str


class ListHookReceiptsAnswerLatestItem(TypedDict):
    host: str
    given: int
    tokens: int
    captured: int
    leftOut: dict[str, int]
    at: str
    event: str
    characterId: NotRequired[str]


class ListHookReceiptsAnswerHostModelSessionsItem(TypedDict):
    at: str
    host: str
    session: str
    characterId: str
    turns: int
    kept: NotRequired[int]
    fault: NotRequired[str]


class ListHookReceiptsAnswerHostModel(TypedDict):
    perDay: NotRequired[int]
    leftToday: NotRequired[int]
    sessions: list[ListHookReceiptsAnswerHostModelSessionsItem]


class ListHookReceiptsAnswerTurnsItemClausesItem(TypedDict):
    id: str
    text: str
    outcome: Literal["kept", "proposed", "known", "left out"]
    reason: str
    kind: NotRequired[Literal["rule", "preference", "decision", "correction", "fact"]]
    memoryId: NotRequired[str]
    characterId: NotRequired[str]
    state: NotRequired[Literal["ACTIVE", "DELETED", "PROPOSED"]]
    batchId: NotRequired[str]


class ListHookReceiptsAnswerTurnsItem(TypedDict):
    at: str
    host: NotRequired[str]
    session: str
    characterId: str
    speaker: Literal["user", "assistant"]
    clauses: list[ListHookReceiptsAnswerTurnsItemClausesItem]


class ListHookReceiptsAnswerKindsItem(TypedDict):
    characterId: str
    kind: Literal["rule", "preference", "decision", "correction", "fact"]
    outcome: Literal["kept", "proposed"]
    rejected: int
    of: int
    isOff: bool


class ListHookReceiptsAnswer(TypedDict):
    hosts: list[ListHookReceiptsAnswerHostsItem]
    latest: list[ListHookReceiptsAnswerLatestItem]
    hostModel: NotRequired[ListHookReceiptsAnswerHostModel]
    turns: list[ListHookReceiptsAnswerTurnsItem]
    nextCursor: NotRequired[str]
    kinds: list[ListHookReceiptsAnswerKindsItem]


class CountReviewsAnswerCharactersItem(TypedDict):
    characterId: str
    edits: int
    proposals: int


class CountReviewsAnswer(TypedDict):
    edits: int
    proposals: int
    characters: list[CountReviewsAnswerCharactersItem]


class GetStatisticsAnswerByDayItem(TypedDict):
    day: str
    added: int
    updated: int
    deleted: int


class GetStatisticsAnswerByCharacterItem(TypedDict):
    characterId: str
    added: int


class GetStatisticsAnswerByCategoryItem(TypedDict):
    category: str
    memories: int


class GetStatisticsAnswerBySourceItem(TypedDict):
    kind: Literal["direct", "extraction", "file", "import"]
    memories: int


class GetStatisticsAnswerTokensByDayItem(TypedDict):
    day: str
    input: int
    output: int


class GetStatisticsAnswerRecallsByDayItem(TypedDict):
    day: str
    recalls: int
    empty: int
    weak: int
    offered: int
    given: int


class GetStatisticsAnswerWaitingTurns(TypedDict):
    turns: int
    failed: int
    error: NotRequired[str]


class GetStatisticsAnswerByClientItem(TypedDict):
    client: str
    asked: int
    helped: int
    offered: int
    given: int
    used: int
    unanswered: int
    tokens: int
    stored: int


class GetStatisticsAnswerTimelineItem(TypedDict):
    at: str
    category: str
    memories: int


class GetStatisticsAnswer(TypedDict):
    byDay: list[GetStatisticsAnswerByDayItem]
    byCharacter: list[GetStatisticsAnswerByCharacterItem]
    byCategory: list[GetStatisticsAnswerByCategoryItem]
    bySource: list[GetStatisticsAnswerBySourceItem]
    tokensByDay: list[GetStatisticsAnswerTokensByDayItem]
    recallsByDay: list[GetStatisticsAnswerRecallsByDayItem]
    waitingTurns: GetStatisticsAnswerWaitingTurns
    byClient: list[GetStatisticsAnswerByClientItem]
    timeline: NotRequired[list[GetStatisticsAnswerTimelineItem]]


class GetMemoryHealthAnswerQuestionsFirstItem(TypedDict):
    recallId: str
    characterId: str
    query: str
    outcome: Literal["given", "weak", "empty"]
    count: int


class GetMemoryHealthAnswerQuestions(TypedDict):
    count: int
    more: bool
    first: list[GetMemoryHealthAnswerQuestionsFirstItem]


class GetMemoryHealthAnswerUnrecalledFirstItem(TypedDict):
    memoryId: str
    characterId: str
    text: str


class GetMemoryHealthAnswerUnrecalled(TypedDict):
    count: int
    first: list[GetMemoryHealthAnswerUnrecalledFirstItem]


class GetMemoryHealthAnswerEndedFirstItem(TypedDict):
    memoryId: str
    characterId: str
    text: str
    end: str


class GetMemoryHealthAnswerEnded(TypedDict):
    count: int
    first: list[GetMemoryHealthAnswerEndedFirstItem]


class GetMemoryHealthAnswerPairsFirstItem(TypedDict):
    kind: Literal["duplicate", "contradiction"]
    memories: list[GetMemoryHealthAnswerUnrecalledFirstItem]


class GetMemoryHealthAnswerPairs(TypedDict):
    looked: int
    count: int
    first: list[GetMemoryHealthAnswerPairsFirstItem]


class GetMemoryHealthAnswerStaleFirstItem(TypedDict):
    memoryId: str
    characterId: str
    text: str
    day: str


class GetMemoryHealthAnswerStale(TypedDict):
    count: int
    more: bool
    first: list[GetMemoryHealthAnswerStaleFirstItem]


class GetMemoryHealthAnswerLostFirstItem(TypedDict):
    memoryId: str
    characterId: str
    text: str
    lost: str


class GetMemoryHealthAnswerLost(TypedDict):
    count: int
    first: list[GetMemoryHealthAnswerLostFirstItem]


class GetMemoryHealthAnswerReviews(TypedDict):
    edits: int
    proposals: int


class GetMemoryHealthAnswerLearnt(TypedDict):
    count: int
    more: bool
    first: list[GetMemoryHealthAnswerUnrecalledFirstItem]


class GetMemoryHealthAnswer(TypedDict):
    memories: int
    questions: GetMemoryHealthAnswerQuestions
    unrecalled: GetMemoryHealthAnswerUnrecalled
    ended: GetMemoryHealthAnswerEnded
    ending: GetMemoryHealthAnswerEnded
    pairs: GetMemoryHealthAnswerPairs
    stale: GetMemoryHealthAnswerStale
    lost: GetMemoryHealthAnswerLost
    reviews: GetMemoryHealthAnswerReviews
    waiting: int
    learnt: GetMemoryHealthAnswerLearnt


class ListNamesAnswerNamesItem(TypedDict):
    name: str
    kind: Literal["person", "thing"]
    memories: int
    ended: int
    passing: int
    first: str
    last: str
    changed: str
    characterIds: list[str]
    same: NotRequired[str]


class ListNamesAnswer(TypedDict):
    names: list[ListNamesAnswerNamesItem]
    count: int
    none: list[str]
    people: int
    read: int
    total: int


class DescribeNameAnswerPerhapsItem(TypedDict):
    name: str
    alias: str
    memories: int
    why: Literal["short", "renamed", "sound"]


class DescribeNameAnswerMonthsItem(TypedDict):
    month: str
    memories: int


class DescribeNameAnswerWithItem(TypedDict):
    name: str
    memories: int


DescribeNameAnswerDoubtedItemEdit = TypedDict('DescribeNameAnswerDoubtedItemEdit', {
    'from': str,
    'to': str,
})


class DescribeNameAnswerDoubtedItem(TypedDict):
    newer: Memory
    older: Memory
    remains: NotRequired[str]
    edit: NotRequired[DescribeNameAnswerDoubtedItemEdit]


class DescribeNameAnswerWhat(TypedDict):
    id: str
    characterId: str
    content: str


class DescribeNameAnswerRenamedItem(TypedDict):
    earlier: str
    name: str
    memoryId: str
    at: str


class DescribeNameAnswerHoldingItem(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]
    said: NotRequired[str]
    earlier: NotRequired[Literal[True]]


class DescribeNameAnswerAboutItem(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]
    said: NotRequired[str]


DescribeNameAnswer = TypedDict('DescribeNameAnswer', {
    'name': str,
    'kind': Literal["person", "thing"],
    'memories': int,
    'ended': int,
    'passing': int,
    'first': NotRequired[str],
    'last': NotRequired[str],
    'changed': NotRequired[str],
    'characterIds': list[str],
    'spellings': list[str],
    'joined': list[str],
    'perhaps': list[DescribeNameAnswerPerhapsItem],
    'months': list[DescribeNameAnswerMonthsItem],
    'with': list[DescribeNameAnswerWithItem],
    'doubted': list[DescribeNameAnswerDoubtedItem],
    'what': NotRequired[DescribeNameAnswerWhat],
    'renamed': list[DescribeNameAnswerRenamedItem],
    'holding': list[DescribeNameAnswerHoldingItem],
    'about': list[DescribeNameAnswerAboutItem],
    'page': int,
    'read': int,
    'total': int,
})


class JoinNamesAnswer(TypedDict):
    name: NotRequired[str]
    alias: str
    joined: bool
    characterIds: list[str]


class ListDuplicatesAnswerPairsItem(TypedDict):
    kind: Literal["duplicate", "contradiction", "outdated"]
    likeness: float
    shared: list[str]
    memories: list[Memory]
    weak: NotRequired[bool]
    remains: NotRequired[str]
    edit: NotRequired[DescribeNameAnswerDoubtedItemEdit]


class ListDuplicatesAnswerCounts(TypedDict):
    duplicate: int
    contradiction: int


class ListDuplicatesAnswer(TypedDict):
    pairs: list[ListDuplicatesAnswerPairsItem]
    counts: ListDuplicatesAnswerCounts
    weak: ListDuplicatesAnswerCounts
    looked: int
    total: int
    nextCursor: NotRequired[str]


class ListForgetRequestsAnswerRequestsItem(TypedDict):
    characterId: str
    what: str
    askedAt: str
    memories: list[Memory]


class ListForgetRequestsAnswer(TypedDict):
    requests: list[ListForgetRequestsAnswerRequestsItem]


EraseMemoriesFilterTags2 = TypedDict('EraseMemoriesFilterTags2', {
    'in': list[str],
})


class EraseMemoriesFilterTags3(TypedDict):
    exists: bool


EraseMemoriesFilterMetadata3 = TypedDict('EraseMemoriesFilterMetadata3', {
    'equals': NotRequired[str | float],
    'in': NotRequired[list[str | float]],
    'exists': NotRequired[bool],
    'gt': NotRequired[str | float],
    'gte': NotRequired[str | float],
    'lt': NotRequired[str | float],
    'lte': NotRequired[str | float],
})


class EraseMemoriesFilter(TypedDict):
    category: NotRequired[str]
    importance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    leastImportance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    source: NotRequired[Literal["direct", "extraction", "file", "import"]]
    fileId: NotRequired[str]
    client: NotRequired[str]
    author: NotRequired[str]
    batchId: NotRequired[str]
    sessionId: NotRequired[str]
    since: NotRequired[str]
    until: NotRequired[str]
    storedSince: NotRequired[str]
    tags: NotRequired[list[str] | EraseMemoriesFilterTags2 | EraseMemoriesFilterTags3]
    metadata: NotRequired[dict[str, str | float | EraseMemoriesFilterMetadata3]]


class EraseMemoriesAnswerMemoriesItem(TypedDict):
    id: str
    characterId: str
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    content: str
    named: NotRequired[Literal["text", "several", "heading", "earlier", "near"]]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]


class EraseMemoriesAnswerTracesItem(TypedDict):
    kind: Literal["recall", "captured turn", "waiting turn", "webhook delivery", "request to forget", "dismissed question", "joined name", "document name", "file version", "watched file", "character", "category", "file name", "webhook", "replica", "backup", "copy"]
    count: int
    names: NotRequired[list[str]]
    stays: bool


class EraseMemoriesAnswerCharactersItem(TypedDict):
    id: str
    name: str
    memories: int
    traces: list[EraseMemoriesAnswerTracesItem]
    stays: bool


class EraseMemoriesAnswerErasuresItem(TypedDict):
    id: str
    characterId: str
    erasedAt: str
    erasedBy: str
    memories: int
    removed: dict[str, int]
    doneAt: NotRequired[str]
    unconfirmed: NotRequired[list[str]]


class EraseMemoriesAnswer(TypedDict):
    total: int
    memories: list[EraseMemoriesAnswerMemoriesItem]
    alike: list[str]
    traces: list[EraseMemoriesAnswerTracesItem]
    characters: list[EraseMemoriesAnswerCharactersItem]
    erasures: list[EraseMemoriesAnswerErasuresItem]


class ListErasuresAnswer(TypedDict):
    erasures: list[EraseMemoriesAnswerErasuresItem]


class ListBatchesAnswerBatchesItem(TypedDict):
    batchId: str
    characterId: str
    createdAt: str
    by: ListChangesAnswerChangesItemBy
    memories: int
    added: NotRequired[int]
    learntIn: NotRequired[str]
    changeType: Literal["CREATED", "UPDATED", "DELETED", "RESTORED", "PROPOSED", "REJECTED", "ENDED", "REVIVED"]
    content: str
    replacedBy: NotRequired[str]
    memoryId: str
    moved: NotRequired[str]
    merged: NotRequired[bool]
    kept: NotRequired[bool]
    documents: NotRequired[list[str]]
    forgotten: NotRequired[str]
    undoes: NotRequired[str]
    changedSince: bool


class ListBatchesAnswer(TypedDict):
    batches: list[ListBatchesAnswerBatchesItem]
    nextCursor: NotRequired[str]


class ListRecallsAnswerRecallsItemResultsItem(TypedDict):
    memoryId: str
    characterId: NotRequired[str]
    relevance: NotRequired[float]
    revision: NotRequired[int]
    rating: NotRequired[Literal["useful", "wrong"]]
    used: NotRequired[bool]
    usedIn: NotRequired[str]
    line: NotRequired[str]
    tokens: NotRequired[int]
    now: NotRequired[str]
    deleted: NotRequired[bool]
    muted: NotRequired[bool]
    held: NotRequired[bool]
    trusted: NotRequired[bool]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]


class ListRecallsAnswerRecallsItemAnswer(TypedDict):
    memoryId: str
    characterId: NotRequired[str]
    content: NotRequired[str]
    deleted: NotRequired[bool]


class ListRecallsAnswerRecallsItem(TypedDict):
    id: str
    characterId: str
    at: str
    by: str
    client: NotRequired[str]
    via: Literal["stdio", "key", "jwt", "oauth", "grant", "dashboard", "system"]
    kind: Literal["search", "context", "hook"]
    outcome: Literal["given", "weak", "empty"]
    gap: bool
    dismissed: bool
    order: NotRequired[bool]
    tokens: NotRequired[int]
    count: NotRequired[int]
    query: str
    results: list[ListRecallsAnswerRecallsItemResultsItem]
    held: NotRequired[list[ListRecallsAnswerRecallsItemResultsItem]]
    known: NotRequired[list[ListRecallsAnswerRecallsItemResultsItem]]
    answer: NotRequired[ListRecallsAnswerRecallsItemAnswer]
    reopened: NotRequired[bool]
    rating: NotRequired[Literal["useful", "wrong"]]


class ListRecallsAnswer(TypedDict):
    recalls: list[ListRecallsAnswerRecallsItem]
    nextCursor: NotRequired[str]


class GetAiSettingsAnswer(TypedDict):
    provider: Literal["openai", "anthropic"]
    model: NotRequired[str]
    baseUrl: NotRequired[str]
    dailyTokens: NotRequired[int]
    keySet: bool
    source: Literal["tenant", "environment"]
    reason: NotRequired[str]


class SetAiSettingsAnswer(TypedDict):
    provider: Literal["openai", "anthropic"]
    model: NotRequired[str]
    baseUrl: NotRequired[str]
    dailyTokens: NotRequired[int]
    keySet: bool
    source: Literal["tenant", "environment"]
    reason: NotRequired[str]


class TestAiSettingsAnswer(TypedDict):
    ok: bool
    ms: int
    message: str


class CreateWebhookAnswer(TypedDict):
    id: str
    url: str
    events: list[Literal["*", "character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]]
    characterIds: NotRequired[list[str]]
    description: NotRequired[str]
    includeContent: bool
    status: Literal["ENABLED", "DISABLED"]
    createdAt: str
    failingSince: NotRequired[str]
    secret: str


class ListWebhooksAnswerWebhooksItem(TypedDict):
    id: str
    url: str
    events: list[Literal["*", "character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]]
    characterIds: NotRequired[list[str]]
    description: NotRequired[str]
    includeContent: bool
    status: Literal["ENABLED", "DISABLED"]
    createdAt: str
    failingSince: NotRequired[str]


class ListWebhooksAnswer(TypedDict):
    webhooks: list[ListWebhooksAnswerWebhooksItem]
    total: int


class ListAuditEventsAnswerEventsItemActor(TypedDict):
    memberId: str
    name: str
    via: Literal["stdio", "key", "jwt", "oauth", "grant", "dashboard", "system"]
    keyId: NotRequired[str]


class ListAuditEventsAnswerEventsItem(TypedDict):
    id: str
    at: str
    actor: ListAuditEventsAnswerEventsItemActor
    action: str
    characterId: NotRequired[str]
    targetId: NotRequired[str]
    outcome: Literal["OK", "CharacterNotFound", "MemoryNotFound", "FileNotFound", "InvalidContent", "InvalidInput", "DuplicateCharacterName", "CategoryNotConfigured", "InvalidPreset", "VisibilityChangeNotAllowed", "ValidationError", "Unauthorized", "AccessDenied", "FeatureNotAvailable", "InsufficientRole", "TierLimitExceeded", "CharacterLimitExceeded", "ConflictUnresolved", "SnapshotConflict", "NameTaken", "CharacterArchived", "RequestInProgress", "AnswerLost", "IdempotencyKeyReused", "ExtractionFailed", "SyncFailed", "InternalError", "NotImplemented", "NotFound", "MethodNotAllowed", "PayloadTooLarge", "UnsupportedMediaType", "Cancelled", "ServiceUnavailable"]
    requestId: NotRequired[str]
    address: NotRequired[str]
    detail: NotRequired[list[str]]


class ListAuditEventsAnswer(TypedDict):
    events: list[ListAuditEventsAnswerEventsItem]
    nextCursor: NotRequired[str]


class FoundMemoryMatch(TypedDict):
    lexical: NotRequired[float]
    similarity: NotRequired[float]


class FoundMemory(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    relevance: float
    match: FoundMemoryMatch
    explain: NotRequired[dict[str, Any]]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]


class SearchMemoriesAnswerUnderstoodTime(TypedDict):
    since: str
    until: str
    isApplied: bool
    isOffered: NotRequired[bool]


class SearchMemoriesAnswerUnderstoodWordsItem(TypedDict):
    word: str
    memories: int


class SearchMemoriesAnswerUnderstood(TypedDict):
    time: NotRequired[SearchMemoriesAnswerUnderstoodTime]
    words: list[SearchMemoriesAnswerUnderstoodWordsItem]


class SearchMemoriesAnswer(TypedDict):
    memories: list[FoundMemory]
    total: int
    notice: NotRequired[str]
    understood: NotRequired[SearchMemoriesAnswerUnderstood]


class AssembleContextAnswerMemoriesItem(TypedDict):
    id: str
    characterId: NotRequired[str]
    relevance: NotRequired[float]
    revision: int


class AssembleContextAnswer(TypedDict):
    text: str
    tokens: int
    memories: list[AssembleContextAnswerMemoriesItem]
    omitted: int


class AddMemoryMessagesItem(TypedDict):
    role: Literal["user", "assistant", "system", "tool"]
    content: str
    name: NotRequired[str]
    at: NotRequired[str]


class AddMemoryAnswerMemoriesItem(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]


class AddMemoryAnswerOperationsItem(TypedDict):
    operation: Literal["ADD", "UPDATE", "DELETE", "END", "REVIVE", "NONE"]
    memoryId: NotRequired[str]
    reason: NotRequired[str]


class AddMemoryAnswer(TypedDict):
    id: NotRequired[str]
    characterId: NotRequired[str]
    content: NotRequired[str]
    category: NotRequired[str]
    salience: NotRequired[float]
    importance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    state: NotRequired[Literal["ACTIVE", "DELETED", "PROPOSED"]]
    revision: NotRequired[int]
    source: NotRequired[MemorySource]
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    origin: NotRequired[str]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]
    memories: list[AddMemoryAnswerMemoriesItem]
    operations: list[AddMemoryAnswerOperationsItem]
    extraction: Literal["ai", "rules"]


class AddMemoryDirectAnswer(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]
    operation: Literal["ADD", "REVIVE", "NONE"]


class ListedMemory(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    recalls: NotRequired[int]
    personal: NotRequired[list[str]]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]


class ListMemoriesAnswer(TypedDict):
    memories: list[ListedMemory]
    total: int
    page: int
    limit: int
    nextCursor: NotRequired[str]


class ExplainPromptAnswerLayersItemMemoriesItemWas(TypedDict):
    state: Literal["elsewhere", "changed", "proposed", "deleted", "ended"]
    said: NotRequired[str]


class ExplainPromptAnswerLayersItemMemoriesItem(TypedDict):
    id: str
    characterId: str
    content: str
    relevance: float
    later: NotRequired[Literal[True]]
    outcome: Literal["given", "weak", "ended", "held", "muted", "wrong", "proposed", "forgetting", "room"]
    lacks: list[str]
    answers: NotRequired[Literal[True]]
    was: NotRequired[ExplainPromptAnswerLayersItemMemoriesItemWas]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]


class ExplainPromptAnswerLayersItem(TypedDict):
    id: str
    name: str
    isOwn: bool
    memories: list[ExplainPromptAnswerLayersItemMemoriesItem]


class ExplainPromptAnswerElsewhereItem(TypedDict):
    id: str
    characterId: str
    content: str
    relevance: float
    later: NotRequired[Literal[True]]
    characterName: str


class ExplainPromptAnswer(TypedDict):
    least: float
    asks: bool
    allowed: bool
    layers: list[ExplainPromptAnswerLayersItem]
    elsewhere: list[ExplainPromptAnswerElsewhereItem]


class SetSharingMembersItem(TypedDict):
    member: str
    access: Literal["READ", "WRITE"]


class CloneCharacterAnswer(TypedDict):
    character: Character
    memoriesCopied: int


class Category(TypedDict):
    name: str
    description: str
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    hints: list[str]
    isDefault: bool
    memoryCount: int


class ListCategoriesAnswer(TypedDict):
    categories: list[Category]


class SyncFileFilesItem(TypedDict):
    filePath: str
    fileContent: str
    label: NotRequired[str]
    encoding: NotRequired[Literal["utf8", "base64"]]
    checksum: NotRequired[str]
    baseVersion: NotRequired[int]


class SyncFileAnswerResultsItem(TypedDict):
    fileId: str
    characterId: str
    path: str
    label: NotRequired[str]
    version: int
    contentHash: str
    sizeBytes: int
    capturedAt: str
    missingSince: NotRequired[str]
    changed: bool
    memoriesAdded: int
    memoriesRemoved: int


class SyncFileAnswerResultsItem2Error(TypedDict):
    type: str
    message: str
    status: int


class SyncFileAnswerResultsItem2(TypedDict):
    path: str
    error: SyncFileAnswerResultsItem2Error


class SyncFileAnswer(TypedDict):
    fileId: NotRequired[str]
    characterId: NotRequired[str]
    path: NotRequired[str]
    label: NotRequired[str]
    version: NotRequired[int]
    contentHash: NotRequired[str]
    sizeBytes: NotRequired[int]
    capturedAt: NotRequired[str]
    missingSince: NotRequired[str]
    changed: NotRequired[bool]
    memoriesAdded: NotRequired[int]
    memoriesRemoved: NotRequired[int]
    results: NotRequired[list[SyncFileAnswerResultsItem | SyncFileAnswerResultsItem2]]


class GetSyncStatusAnswerCaptureFailedItem(TypedDict):
    path: str
    error: str
    attempts: int
    nextAttemptAt: str


class GetSyncStatusAnswerCapture(TypedDict):
    pending: int
    paused: NotRequired[str]
    failed: list[GetSyncStatusAnswerCaptureFailedItem]


class GetSyncStatusAnswerWatchingHeldItem(TypedDict):
    path: str
    files: int
    reason: str


class GetSyncStatusAnswerWatchingFailedItem(TypedDict):
    path: str
    error: str
    attempts: int
    nextAttemptAt: NotRequired[str]


class GetSyncStatusAnswerWatching(TypedDict):
    held: list[GetSyncStatusAnswerWatchingHeldItem]
    failed: list[GetSyncStatusAnswerWatchingFailedItem]


class GetSyncStatusAnswer(TypedDict):
    characterId: str
    totalFiles: int
    totalSizeBytes: int
    latestSyncAt: NotRequired[str]
    files: list[FileRecord]
    capture: GetSyncStatusAnswerCapture
    watching: NotRequired[GetSyncStatusAnswerWatching]


class GetFileAnswer(TypedDict):
    fileId: str
    characterId: str
    path: str
    label: NotRequired[str]
    version: int
    contentHash: str
    sizeBytes: int
    capturedAt: str
    missingSince: NotRequired[str]
    content: str
    encoding: Literal["utf8", "base64"]


class ImportDocumentAnswerRejectedItem(TypedDict):
    line: NotRequired[int]
    reason: str


class ImportDocumentAnswerLeftOutItem(TypedDict):
    name: str
    count: int


class ImportDocumentAnswerRecognised(TypedDict):
    format: str
    product: NotRequired[str]
    conversations: NotRequired[int]


class ImportDocumentAnswerConversationsItem(TypedDict):
    id: str
    title: NotRequired[str]
    at: NotRequired[str]
    said: int
    answers: int
    added: NotRequired[int]
    passing: NotRequired[int]
    examples: NotRequired[list[str]]


class ImportDocumentAnswer(TypedDict):
    importId: str
    status: Literal["COMMITTED", "PARSED"]
    totalParsed: int
    memoriesAdded: int
    duplicatesSkipped: int
    fillerFiltered: int
    rejectedCount: int
    rejected: list[ImportDocumentAnswerRejectedItem]
    leftOut: NotRequired[list[ImportDocumentAnswerLeftOutItem]]
    examples: NotRequired[list[str]]
    recognised: ImportDocumentAnswerRecognised
    createdAt: str
    conversations: NotRequired[list[ImportDocumentAnswerConversationsItem]]


class UpdateMemberAnswer(TypedDict):
    id: str
    name: str
    role: Literal["VIEWER", "MEMBER", "ADMIN", "OWNER"]
    status: Literal["ACTIVE", "SUSPENDED"]
    externalId: NotRequired[str]
    createdAt: str


class RemoveMemberAnswer(TypedDict):
    id: str
    removed: Literal[True]


class CreateSignInLinkAnswer(TypedDict):
    member: CharacterOwner
    url: str
    expiresAt: str


class RemovePasskeyAnswer(TypedDict):
    id: str
    name: str
    member: CharacterOwner
    createdAt: str
    lastUsedAt: NotRequired[str]


class RotateKeyAnswer(TypedDict):
    id: str
    name: str
    member: CharacterOwner
    access: Literal["READ", "WRITE"]
    characterIds: NotRequired[list[str]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: NotRequired[str]
    revokedAt: NotRequired[str]
    key: str


class RevokeKeyAnswer(TypedDict):
    id: str
    name: str
    member: CharacterOwner
    access: Literal["READ", "WRITE"]
    characterIds: NotRequired[list[str]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: NotRequired[str]
    revokedAt: NotRequired[str]


class RevokeGrantAnswer(TypedDict):
    id: str
    client: str
    clientId: str
    member: CharacterOwner
    access: Literal["READ", "WRITE", "REPLICATE"]
    characterIds: NotRequired[list[str]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: str


class EndSessionAnswer(TypedDict):
    ended: str


class ReviewCaptureAnswer(TypedDict):
    id: str
    content: str
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]


class ReviewChangeAnswer(TypedDict):
    id: str
    verdict: Literal["kept", "undone", "open"]


class GetPageAnswerSectionsItem(TypedDict):
    heading: str
    memories: list[AddMemoryAnswerMemoriesItem]


class GetPageAnswer(TypedDict):
    name: str
    sections: list[GetPageAnswerSectionsItem]
    omitted: int


class ChangeMemoriesFilter(TypedDict):
    state: NotRequired[Literal["ACTIVE", "DELETED"]]
    category: NotRequired[str]
    importance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    leastImportance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    source: NotRequired[Literal["direct", "extraction", "file", "import"]]
    fileId: NotRequired[str]
    client: NotRequired[str]
    author: NotRequired[str]
    batchId: NotRequired[str]
    sessionId: NotRequired[str]
    since: NotRequired[str]
    until: NotRequired[str]
    storedSince: NotRequired[str]
    tags: NotRequired[list[str] | EraseMemoriesFilterTags2 | EraseMemoriesFilterTags3]
    metadata: NotRequired[dict[str, str | float | EraseMemoriesFilterMetadata3]]


class ChangeMemoriesChange(TypedDict):
    category: NotRequired[str]
    importance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    salience: NotRequired[float]
    state: NotRequired[Literal["ACTIVE", "DELETED"]]
    moveTo: NotRequired[str]
    content: NotRequired[str]


class ChangeMemoriesAnswerFailedItemError(TypedDict):
    type: str
    message: str


class ChangeMemoriesAnswerFailedItem(TypedDict):
    id: str
    error: ChangeMemoriesAnswerFailedItemError


class ChangeMemoriesAnswerJoinedItem(TypedDict):
    id: str
    into: str


class ChangeMemoriesAnswerRecategorizedItem(TypedDict):
    id: str
    category: str


class ChangeMemoriesAnswer(TypedDict):
    changed: int
    failed: list[ChangeMemoriesAnswerFailedItem]
    batchId: NotRequired[str]
    joined: NotRequired[list[ChangeMemoriesAnswerJoinedItem]]
    recategorized: NotRequired[list[ChangeMemoriesAnswerRecategorizedItem]]


class MergeMemoriesAnswer(TypedDict):
    memory: Memory
    deletedId: str
    batchId: str


class ReviewForgetRequestAnswer(TypedDict):
    changed: int
    failed: list[ChangeMemoriesAnswerFailedItem]
    batchId: NotRequired[str]


class PreviewRetentionAnswer(TypedDict):
    memories: list[Memory]
    total: int
    page: int
    limit: int
    nextCursor: NotRequired[str]
    truncated: NotRequired[Literal[True]]
    next: NotRequired[str]


class ApplyRetentionAnswer(TypedDict):
    changed: int
    failed: list[ChangeMemoriesAnswerFailedItem]
    batchId: NotRequired[str]


class AddMemoriesMemoriesItem(TypedDict):
    content: str
    category: NotRequired[str]
    salience: NotRequired[float]
    importance: NotRequired[Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]]
    validUntil: NotRequired[str]
    supersedes: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, Any]]
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]


class AddMemoriesAnswerResultsItem(TypedDict):
    operation: Literal["ADD", "REVIVE", "NONE", "ERROR"]
    id: NotRequired[str]
    revision: NotRequired[int]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]
    error: NotRequired[ChangeMemoriesAnswerFailedItemError]


class AddMemoriesAnswer(TypedDict):
    added: int
    results: list[AddMemoriesAnswerResultsItem]


class RateRecallAnswer(TypedDict):
    id: str
    characterId: str
    at: str
    by: str
    client: NotRequired[str]
    via: Literal["stdio", "key", "jwt", "oauth", "grant", "dashboard", "system"]
    kind: Literal["search", "context", "hook"]
    outcome: Literal["given", "weak", "empty"]
    gap: bool
    dismissed: bool
    order: NotRequired[bool]
    tokens: NotRequired[int]
    count: NotRequired[int]
    query: str
    results: list[ListRecallsAnswerRecallsItemResultsItem]
    held: NotRequired[list[ListRecallsAnswerRecallsItemResultsItem]]
    known: NotRequired[list[ListRecallsAnswerRecallsItemResultsItem]]
    answer: NotRequired[ListRecallsAnswerRecallsItemAnswer]
    reopened: NotRequired[bool]
    rating: NotRequired[Literal["useful", "wrong"]]


class DismissQuestionAnswer(TypedDict):
    id: str
    characterId: str
    at: str
    by: str
    client: NotRequired[str]
    via: Literal["stdio", "key", "jwt", "oauth", "grant", "dashboard", "system"]
    kind: Literal["search", "context", "hook"]
    outcome: Literal["given", "weak", "empty"]
    gap: bool
    dismissed: bool
    order: NotRequired[bool]
    tokens: NotRequired[int]
    count: NotRequired[int]
    query: str
    results: list[ListRecallsAnswerRecallsItemResultsItem]
    held: NotRequired[list[ListRecallsAnswerRecallsItemResultsItem]]
    known: NotRequired[list[ListRecallsAnswerRecallsItemResultsItem]]
    answer: NotRequired[ListRecallsAnswerRecallsItemAnswer]
    reopened: NotRequired[bool]
    rating: NotRequired[Literal["useful", "wrong"]]


class GetWebhookAnswer(TypedDict):
    id: str
    url: str
    events: list[Literal["*", "character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]]
    characterIds: NotRequired[list[str]]
    description: NotRequired[str]
    includeContent: bool
    status: Literal["ENABLED", "DISABLED"]
    createdAt: str
    failingSince: NotRequired[str]


class UpdateWebhookAnswer(TypedDict):
    id: str
    url: str
    events: list[Literal["*", "character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]]
    characterIds: NotRequired[list[str]]
    description: NotRequired[str]
    includeContent: bool
    status: Literal["ENABLED", "DISABLED"]
    createdAt: str
    failingSince: NotRequired[str]


class DeleteWebhookAnswer(TypedDict):
    id: str
    deleted: Literal[True]


class RotateWebhookSecretAnswer(TypedDict):
    id: str
    url: str
    events: list[Literal["*", "character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]]
    characterIds: NotRequired[list[str]]
    description: NotRequired[str]
    includeContent: bool
    status: Literal["ENABLED", "DISABLED"]
    createdAt: str
    failingSince: NotRequired[str]
    secret: str
    oldUntil: str


class TestWebhookAnswer(TypedDict):
    delivered: bool
    ms: int
    httpStatus: NotRequired[int]
    error: NotRequired[str]
    text: NotRequired[str]


class ListWebhookDeliveriesAnswerDeliveriesItemAttemptsItem(TypedDict):
    at: str
    ms: int
    httpStatus: NotRequired[int]
    error: NotRequired[str]


class ListWebhookDeliveriesAnswerDeliveriesItem(TypedDict):
    id: str
    eventId: str
    type: Literal["character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]
    at: str
    status: Literal["PENDING", "DELIVERED", "FAILED"]
    attempts: list[ListWebhookDeliveriesAnswerDeliveriesItemAttemptsItem]
    nextAttemptAt: NotRequired[str]


class ListWebhookDeliveriesAnswer(TypedDict):
    deliveries: list[ListWebhookDeliveriesAnswerDeliveriesItem]
    total: int
    page: int
    limit: int
    nextCursor: NotRequired[str]


class ExchangeChangesAnswer(TypedDict):
    message: str


class GetMemoryAnswer(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    personal: NotRequired[list[str]]
    doubt: NotRequired[str]
    lost: NotRequired[str]
    muted: NotRequired[bool]
    held: NotRequired[bool]
    trusted: NotRequired[bool]


class UpdateMemoryAnswer(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]


class DeleteMemoryAnswer(TypedDict):
    id: str
    state: Literal["DELETED"]


class Revision(TypedDict):
    revision: int
    changeType: Literal["CREATED", "UPDATED", "DELETED", "RESTORED", "PROPOSED", "REJECTED", "ENDED", "REVIVED"]
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    changedBy: str
    client: NotRequired[str]
    createdAt: str
    moved: NotRequired[str]
    document: NotRequired[str]
    mergedWith: NotRequired[str]
    isUndone: NotRequired[bool]


class GetMemoryHistoryAnswer(TypedDict):
    memoryId: str
    revisions: list[Revision]
    total: int


class ExplainMemoryAnswerPartsItem(TypedDict):
    part: str
    value: float
    of: NotRequired[str]


class ExplainMemoryAnswer(TypedDict):
    rank: NotRequired[int]
    relevance: float
    parts: list[ExplainMemoryAnswerPartsItem]
    why: str


class DeleteCategoryAnswer(TypedDict):
    deleted: str
    reassignedTo: NotRequired[str]
    memoriesReassigned: int


class KeepKindAnswer(TypedDict):
    characterId: str
    kind: Literal["rule", "preference", "decision", "correction", "fact"]


class KeepBothAnswer(TypedDict):
    memoryIds: list[str]
    kept: bool
    remains: NotRequired[str]
    batchId: NotRequired[str]


class UndoBatchAnswerLeftItem(TypedDict):
    characterId: str
    memoryId: str
    content: str
    changeType: Literal["CREATED", "UPDATED", "DELETED", "RESTORED", "PROPOSED", "REJECTED", "ENDED", "REVIVED"]
    by: ListChangesAnswerChangesItemBy
    createdAt: str


class UndoBatchAnswer(TypedDict):
    changed: int
    failed: list[ChangeMemoriesAnswerFailedItem]
    batchId: NotRequired[str]
    changedSince: int
    left: list[UndoBatchAnswerLeftItem]


class MuteMemoryAnswer(TypedDict):
    memoryId: str
    muted: bool
    trusted: bool


class RedeliverWebhookAnswer(TypedDict):
    id: str
    eventId: str
    type: Literal["character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]
    at: str
    status: Literal["PENDING", "DELIVERED", "FAILED"]
    attempts: list[ListWebhookDeliveriesAnswerDeliveriesItemAttemptsItem]
    nextAttemptAt: NotRequired[str]


class FoundMemoryAmong(TypedDict):
    id: str
    characterId: str
    content: str
    category: str
    salience: float
    importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"]
    state: Literal["ACTIVE", "DELETED", "PROPOSED"]
    revision: int
    source: MemorySource
    sessionId: NotRequired[str]
    occurredAt: NotRequired[str]
    validUntil: NotRequired[str]
    supersededBy: NotRequired[str]
    supersedes: NotRequired[list[str]]
    mayBeOutdatedBy: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float]]
    createdAt: str
    updatedAt: str
    origin: NotRequired[str]
    relevance: float
    match: FoundMemoryMatch
    explain: NotRequired[dict[str, Any]]
    ended: NotRequired[str]
    doubt: NotRequired[str]
    holdsUntil: NotRequired[str]
    lost: NotRequired[str]
    characterName: str


class SearchSeveralAnswer(TypedDict):
    memories: list[FoundMemoryAmong]
    total: int
    notice: NotRequired[str]
    understood: NotRequired[SearchMemoriesAnswerUnderstood]


class ListEverywhereAnswerCountsItem(TypedDict):
    characterId: str
    memories: int


class ListEverywhereAnswer(TypedDict):
    memories: list[ListedMemory]
    total: int
    page: int
    limit: int
    nextCursor: NotRequired[str]
    counts: list[ListEverywhereAnswerCountsItem]


class UndoEverywhereAnswer(TypedDict):
    changed: int
    failed: list[ChangeMemoriesAnswerFailedItem]
    batchId: NotRequired[str]
    changedSince: int
    left: list[UndoBatchAnswerLeftItem]
