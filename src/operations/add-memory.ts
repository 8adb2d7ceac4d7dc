import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { contentFault, importance, memory, memoryContent, shownEnds } from '../domain/memory.ts';
import { instant, text, withLineFeeds } from '../domain/text.ts';
import { adds, inputBounds, operation, whole } from '../gate/operation.ts';
import { characterToAddTo } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { chatOf, messageRoles } from '../service/extraction/chat.ts';
import { remember } from '../service/extraction/extraction.ts';
import { placeFor } from '../service/extraction/targets.ts';
import { refuseSecret } from '../service/memories.ts';
import { noticedEnds } from '../service/noticed-ends.ts';
import { allowSecret, category, ending, forNewUser, labels, namedCharacter, origin, timeZone } from './fields.ts';
import { firstPart, partFields } from './parts.ts';

const result = z.object({
  operation: z.enum(['ADD', 'UPDATE', 'DELETE', 'END', 'REVIVE', 'NONE']),
  memoryId: z.string().optional(),
  reason: z.string().optional(),
});

const message = z.object({
  role: z.enum(messageRoles),
  content: z.string(),
  name: text(limits.characterName, 1).optional(),
  at: instant.optional(),
});

const input = z.object({
  characterId: namedCharacter,
  content: memoryContent.optional(),
  messages: z.array(message).min(1).max(limits.messages).optional().describe('Or a chat'),
  category: category.optional().describe('Default: detected'),
  importance: importance.optional(),
  ...ending,
  timeZone,
  allowSecret: allowSecret.describe('Store passwords and keys too'),
  sessionId: origin.sessionId.describe('Default: this conversation'),
  occurredAt: origin.occurredAt.describe('When it happened or was said'),
});
const inWhole = input.extend({ ...labels, ...forNewUser });
// Small talk, code and questions lead to no memory; its fields are absent then.
const output = memory.partial().extend({
  ...shownEnds,
  memories: z.array(memory.extend(shownEnds)),
  operations: z.array(result),
  extraction: z.enum(['ai', 'rules']),
});

export const addMemory = operation({
  name: 'add_memory',
  title: 'Remember a text',
  description:
    'Remember a text or chat for later conversations: facts, preferences, decisions, plans. It is split into single memories, sorted into categories; nothing is stored twice. Best when in doubt; one finished statement: add_memory_direct. Returns all `memories` and the `operations` done.',
  group: 'memories',
  core: true,
  input,
  either: [{ all: ['content'] }, { all: ['messages'] }],
  maxInput: inputBounds.profile,
  output: output.extend(partFields),
  hints: adds,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories',
    status: ({ operations }) => (operations.some((one) => one.operation === 'ADD') ? 201 : 200),
    etag: true,
    whole: whole({ input: inWhole, output, run: stored }),
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  feature: 'aiExtraction',
  overLayers: true,
  errors: [
    'CharacterNotFound',
    'CharacterArchived',
    'InvalidContent',
    'CategoryNotConfigured',
    'MemoryNotFound',
    'ExtractionFailed',
    'ConflictUnresolved',
  ],
  async run(context, given) {
    const all = await stored(context, given);
    const { items, stop } = firstPart(
      context,
      all.memories,
      () => 'All of them are stored: list_memories shows the rest.',
    );
    const ends = await noticedEnds(context, [given.characterId]);
    const operations = [
      ...all.operations,
      ...ends.map(({ memoryId, line }) => ({
        operation: 'END' as const,
        memoryId,
        reason: `since your last call: ${line}`,
      })),
    ];
    return { ...all, operations, memories: items, ...stop };
  },
});

type Given = z.output<typeof input> & Pick<z.output<typeof inWhole>, 'categoryPreset' | 'tags' | 'metadata'>;

async function stored(
  context: Context,
  { characterId: reference, content: given, messages = [], allowSecret: insists, categoryPreset, ...more }: Given,
) {
  const content = withLineFeeds(given ?? chatOf(messages));
  const fault = contentFault(content);
  if (fault) throw new ServiceError('InvalidContent', `messages ${fault}.`);
  refuseSecret({ content, ...more }, insists);
  const occurredAt = more.occurredAt ?? messages.findLast(({ at }) => at !== undefined)?.at;
  const { place, own } = await placeFor(context, reference, more.supersedes);
  const { id } = await characterToAddTo(context, place, categoryPreset);
  return remember(context, id, { ...more, content, occurredAt }, own);
}
