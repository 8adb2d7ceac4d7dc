import * as z from 'zod';
import { requireCategory } from '../domain/category.ts';
import { defaultSalience, importance, memory, memoryContent, salience, shownEnds } from '../domain/memory.ts';
import { adds, inputBounds, operation, whole } from '../gate/operation.ts';
import { characterToAddTo } from '../service/characters.ts';
import type { Context, OwnMemory } from '../service/context.ts';
import { placeFor, Targets } from '../service/extraction/targets.ts';
import { newMemory, refuseSecret, writeMemory } from '../service/memories.ts';
import { withEnd } from '../service/retrieval/holding.ts';
import { allowSecret, category, characterId, ending, forNewUser, labels, origin, timeZone } from './fields.ts';

const input = z.object({
  characterId,
  content: memoryContent,
  category,
  salience: salience.default(defaultSalience).describe('Lasting weight'),
  importance: importance.default('NORMAL'),
  allowSecret,
  ...ending,
  ...labels,
  timeZone,
  ...origin,
});
const inWhole = input.extend({
  category: category.optional().describe('Default: the default category'),
  ...forNewUser,
});
const output = memory.extend({ ...shownEnds, operation: z.enum(['ADD', 'REVIVE', 'NONE']) });

export const addMemoryDirect = operation({
  name: 'add_memory_direct',
  title: 'Remember as written',
  description:
    'Remember one finished, self-contained statement word for word, such as a preference or decision, in a category you choose. What is stored already is answered with operation NONE.',
  group: 'memories',
  core: true,
  input,
  maxInput: inputBounds.profile,
  output,
  hints: { ...adds, idempotent: true },
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories/direct',
    status: (output) => (output.operation === 'ADD' ? 201 : 200),
    etag: true,
    whole: whole({ input: inWhole, output, run: add }),
  },
  bucket: 'WRITE',
  overLayers: true,
  role: 'MEMBER',
  feature: 'directWrite',
  errors: ['CharacterNotFound', 'CharacterArchived', 'InvalidContent', 'CategoryNotConfigured', 'MemoryNotFound'],
  run: add,
});

type Given = z.output<typeof inWhole>;

async function add(
  context: Context,
  { characterId: reference, allowSecret: insists, categoryPreset, ...given }: Given,
) {
  refuseSecret(given, insists);
  const { place, own } = await placeFor(context, reference, given.supersedes);
  const { id } = await characterToAddTo(context, place, categoryPreset);
  const { characterId, category: sorted } = own
    ? await placed(context, id, own, given)
    : { characterId: id, category: given.category };
  const added = newMemory(context, { ...given, category: sorted }, { kind: 'direct' });
  const { memory: stored, operation: done } = await writeMemory(context, characterId, { kind: 'add', memory: added });
  return {
    ...(await withEnd(context, stored, given.timeZone)),
    operation: done === 'ADD' || done === 'REVIVE' ? done : ('NONE' as const),
  };
}

/** The memory that a statement goes to by whom it is about, and its category there. CategoryNotConfigured. */
async function placed(
  context: Context,
  characterId: string,
  own: OwnMemory,
  { content, category: name }: { content: string; category?: string | undefined },
) {
  const targets = await Targets.of(context, characterId, own);
  if (name !== undefined) requireCategory(name, targets.categories);
  return targets.placeOf(content, name);
}
