import * as z from 'zod';
import { categoryPreset } from '../domain/character.ts';
import { metadataFilter, tagsFilter } from '../domain/label-filters.ts';
import { memoryMetadata, memoryTags } from '../domain/labels.ts';
import { limits } from '../domain/limits.ts';
import { importance, memorySource, memoryStates } from '../domain/memory.ts';
import { instant, reference, text } from '../domain/text.ts';

/** Fields that many operations take; declared once so that every tool describes them alike. */
export const characterId = reference(limits.reference);
/** The same where an agent begins: the other tools need not say it again. */
export const namedCharacter = characterId.describe('Id or name');
/** Several of them; a refusal names the bound. */
export const characterIds = z
  .array(reference(limits.reference))
  .min(1)
  .max(limits.charactersAtOnce)
  .describe('Or several');
export const memoryId = reference(limits.reference);
/** A member by id or name. */
export const memberId = reference(limits.reference);
export const keyId = reference(limits.reference);
export const grantId = reference(limits.reference);
export const passkeyId = reference(limits.reference);
export const webhookId = reference(limits.reference);
export const deliveryId = reference(limits.reference);
export const category = reference(limits.categoryName);
/** A question in plain words. */
export const searchQuery = text(limits.query, 1).refine((query) => query.trim() !== '', 'must not be empty');
/** A path of this machine; no system takes a longer one. */
export const localPath = reference(limits.localPath);

/** When a new memory ends, and what it replaces. */
export const ending = {
  validUntil: text(40, 1).optional().describe('The day or instant of its end'),
  supersedes: z.array(reference(limits.reference)).min(1).max(50).optional().describe('Ids it replaces'),
};
export const timeZone = text(64, 1).optional();
/** Of a memory. An update sets all of them; an empty value removes them, but not of a tool: clients send it for none. */
export const labels = { tags: memoryTags.optional(), metadata: memoryMetadata.optional() };
export const changedLabels = {
  tags: memoryTags.min(1).optional(),
  metadata: memoryMetadata.refine((given) => Object.keys(given).length > 0, 'must not be empty').optional(),
};
/** What holds now, or held at a time. */
export const holding = {
  holds: z.enum(['true', 'false', 'any']).optional(),
  asOf: text(40, 1).optional().describe('What held then'),
  timeZone,
};

/** Of a call that adds memories over REST, where the character may be a user's. */
export const forNewUser = {
  categoryPreset: categoryPreset.optional().describe('Of the character that a user’s first memory makes'),
};

/** Where and when a stored memory comes from. */
export const origin = {
  sessionId: text(limits.sessionId, 1).optional(),
  occurredAt: instant.optional(),
};

/** The most memories of one call, and the answer for a refused one. */
export const maxMemories = limits.memoriesAtOnce;
export const refusal = z.object({ type: z.string(), message: z.string() });

/** Who wrote a memory. */
export const author = reference(limits.reference).describe(
  'Who stored or changed it: a member’s id, or the name that it had',
);
/** By tags and metadata; in a query string as JSON. */
export const labelFilters = {
  tags: tagsFilter.optional().describe('All of these tags; or {"in": […]}, {"exists": …}'),
  metadata: metadataFilter.optional().describe('Values by key; or equals, in, exists, gt, gte, lt, lte'),
};
/** Filters over REST of what agents ask for without them, because every field costs them tokens. */
export const furtherFilters = {
  author: author.optional(),
  since: instant.optional().describe('Inclusive, on occurredAt'),
  until: instant.optional().describe('Exclusive'),
  ...labelFilters,
};

/** The filter of list_memories, batch changes and exports. */
export const memoryChoice = {
  category: category.optional(),
  importance: importance.optional(),
  leastImportance: importance.optional().describe('This one or a higher one; NORMAL leaves small talk out'),
  source: memorySource.shape.kind.optional(),
  fileId: reference(limits.reference).optional(),
  client: text(limits.reference, 1).optional().describe('The program that stored it: a host, or the name of a key'),
  author: author.optional(),
  batchId: text(limits.reference, 1).optional().describe('The batch or import that stored or changed it'),
  sessionId: text(limits.sessionId, 1).optional(),
  since: instant.optional().describe('Inclusive, on occurredAt'),
  until: instant.optional().describe('Exclusive'),
  storedSince: instant.optional().describe('Inclusive, on createdAt'),
  ...labelFilters,
};
/** The same as an object in the place of ids. */
export const memoryFilter = z.object({
  state: z.enum(memoryStates).exclude(['PROPOSED']).default('ACTIVE'),
  ...memoryChoice,
});

/** Stores the content although it holds a credential. */
export const allowSecret = z.boolean().optional();

/** How many days a memory must have been without a recall. */
export const retentionDays = z.int().min(1).max(3_650);

/** Over REST, which takes a large change in parts. */
export const ofBatch = {
  batchId: z.uuid().optional().describe('The batchId of an earlier part: undo_batch undoes both together'),
};

/** The result of a batch. `batchId` names it in undo_batch, if it changed something. */
export const batchAnswer = z.object({
  changed: z.int(),
  failed: z.array(z.object({ id: z.string(), error: refusal })),
  batchId: z.string().optional(),
});
