export interface Limit {
  readonly max: number;
  /** The name of a limit in docs/reference/limits.md. */
  readonly of: string;
  /** Characters are Unicode code points. */
  readonly unit?: 'characters' | 'bytes';
}

const MiB = 1024 * 1024;
const characters = (max: number, of: string): Limit => ({ max, of, unit: 'characters' });
const bytes = (max: number, of: string): Limit => ({ max, of, unit: 'bytes' });
const number = (max: number, of: string): Limit => ({ max, of });

/**
 * The limits of what callers send, in every tier; docs/reference/limits.md is generated from it. Limits by tier are in `tier.ts`,
 * those of documents in `src/files/limits.ts`.
 */
export const limitTable = {
  content: characters(10_000, 'the content of a memory'),
  memoriesAtOnce: number(500, 'memories of one call of `add_memories` or `change_memories`'),
  contentsAtOnce: characters(1_000_000, 'all contents, tags and metadata of one call of `add_memories` together'),
  messages: number(200, 'messages of a chat in one call of `add_memory`'),
  memoryTags: number(50, 'tags of a memory'),
  metadata: bytes(4_096, 'the metadata of a memory, as JSON'),
  importedMetadata: bytes(65_536, 'the metadata of an imported memory, as JSON'),
  metadataKey: characters(100, 'a key of metadata'),
  sessionId: characters(200, 'the id of a session'),
  query: characters(10_000, 'the query of a search'),
  pageSize: number(100, 'entries of a page of a list, and results of a search'),
  reference: characters(200, 'an id or a name that a call refers to'),
  charactersAtOnce: number(10, 'characters of one search'),

  characterName: characters(200, 'the name of a character'),
  externalId: characters(200, 'the external id of a character'),
  aliases: number(50, 'aliases of a character'),
  alias: characters(100, 'an alias'),
  sourceHint: characters(200, 'the source hint of an alias'),
  tags: number(50, 'tags of a character'),
  tag: characters(100, 'a tag'),
  profileText: characters(10_000, 'the system prompt, the personality or the background of a profile'),
  profileRules: number(100, 'rules of a profile'),
  profileRule: characters(1_000, 'a rule of a profile'),
  customFields: number(100, 'custom fields of a profile'),
  customFieldName: characters(100, 'the name of a custom field'),
  customField: characters(2_000, 'the value of a custom field'),
  capabilities: number(100, 'capabilities of an agent'),
  capability: characters(100, 'a capability of an agent'),
  agentText: characters(200, 'the preferred model or the owner id of an agent'),
  agentTasks: number(10, 'tasks of an agent at a time (`maxConcurrentTasks`)'),
  agentMeta: characters(16_384, 'the `meta` of an agent, as JSON'),

  categories: number(1_000, 'categories of a character'),
  categoryName: characters(64, 'the name of a category'),
  categoryDescription: characters(500, 'the description of a category'),
  hints: number(50, 'hints of a category'),
  hint: characters(100, 'a hint of a category'),

  fileBytes: bytes(5 * MiB, 'a file or a document, once decoded'),
  filesAtOnce: number(100, 'files of one push'),
  path: characters(1_024, 'the path of a pushed file, or the name of a document'),
  localPath: characters(4_096, 'a path of this machine'),
  fileLabel: characters(200, 'the label of a file'),

  memberName: characters(200, 'the name of a member or of an API key'),
  subject: characters(255, 'the external id of a member, `sub` in tokens'),
  keyCharacters: number(100, 'characters of an API key'),
  shares: number(100, 'members that a character is shared with by one call'),
  webhooks: number(20, 'webhooks of a tenant'),
  webhookUrl: characters(2_000, 'the URL of a webhook'),
  webhookDescription: characters(500, 'the description of a webhook'),
  webhookCharacters: number(20, 'characters of a webhook'),
  aiModel: characters(200, "the model in a tenant's AI settings"),
  aiBaseUrl: characters(2_000, "the base URL in a tenant's AI settings"),
  aiKey: characters(1_000, "the API key in a tenant's AI settings"),
} as const satisfies Record<string, Limit>;

type Limits = { readonly [Name in keyof typeof limitTable]: number };

/** The numbers of the table. */
export const limits = Object.fromEntries(Object.entries(limitTable).map(([name, { max }]) => [name, max])) as Limits;
