import * as z from 'zod';
import { Pace } from '../base/pace.ts';
import { requireCategory } from '../domain/category.ts';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import {
  type ChangeOutcome,
  contentFault,
  defaultSalience,
  importance,
  type Memory,
  type MemoryChange,
  salience,
  shownEnds,
} from '../domain/memory.ts';
import { codePoints, text } from '../domain/text.ts';
import { validated } from '../domain/validation.ts';
import { adds, inputBounds, operation } from '../gate/operation.ts';
import { writeInUnits } from '../service/batches.ts';
import { characterToAddTo } from '../service/characters.ts';
import { author, newMemory, refuseSecret } from '../service/memories.ts';
import { endsOf, type ShownEnds, withEnds } from '../service/retrieval/holding.ts';
import {
  allowSecret,
  category,
  characterId,
  ending,
  forNewUser,
  labels,
  maxMemories,
  origin,
  refusal,
  timeZone,
} from './fields.ts';

/** Of a memory's id, and of the ids that one memory of a batch replaces: a full batch fits into its bound. */
const [maxIdLength, maxSuperseded] = [36, 8];

const given = z.object({
  // A breach of the rules of contents fails only that memory.
  content: z.string(),
  category: category.optional().describe('Default: the default category'),
  salience: salience.default(defaultSalience),
  importance: importance.default('NORMAL'),
  ...ending,
  supersedes: z.array(text(maxIdLength, 1)).min(1).max(maxSuperseded).optional().describe('Ids it replaces'),
  // The same for labels.
  tags: z.array(text(limits.tag)).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  ...origin,
});

const labelRules = z.object(labels);

const result = z.object({
  operation: z.enum(['ADD', 'REVIVE', 'NONE', 'ERROR']),
  id: z.string().optional(),
  revision: z.int().optional(),
  ...shownEnds,
  error: refusal.optional(),
});

/** UTF-16 units of contents that are checked before other calls get a turn. */
const checkedAtOnce = 50_000;

/** So much is analysed in a few seconds. */
function boundContents({ value, issues }: z.core.ParsePayload<z.output<typeof given>[]>): void {
  const weight = ({ content, tags, metadata }: z.output<typeof given>) =>
    codePoints(content) + (tags || metadata ? JSON.stringify([tags, metadata]).length : 0);
  const length = value.reduce((sum, one) => sum + weight(one), 0);
  const { contentsAtOnce } = limits;
  if (length <= contentsAtOnce) return;
  const message = `must have contents, tags and metadata of at most ${contentsAtOnce} characters in all, not ${length}; send them in several calls`;
  issues.push({ code: 'custom', input: value, message });
}

function resultOf(
  outcome: ChangeOutcome | ServiceError,
  shown: ReadonlyMap<string, Memory & ShownEnds>,
): z.output<typeof result> {
  if (outcome instanceof ServiceError) {
    const { type, message } = outcome;
    return { operation: 'ERROR', error: { type, message } };
  }
  const memory: Memory & ShownEnds = shown.get(outcome.memory.id) ?? outcome.memory;
  const { id, revision } = memory;
  const { operation: done } = outcome;
  return {
    operation: done === 'ADD' || done === 'REVIVE' ? done : 'NONE',
    id,
    revision,
    ...endsOf(memory),
  };
}

export const addMemories = operation({
  name: 'add_memories',
  title: 'Remember many as written',
  description:
    'Remember up to 500 finished statements word for word. Each has its own result, in order: ADD, NONE if it is stored already, or ERROR.',
  group: 'review',
  input: z.object({
    characterId,
    memories: z.array(given).min(1).max(maxMemories).check(boundContents),
    allowSecret,
    timeZone,
    ...forNewUser,
  }),
  maxInput: inputBounds.document,
  output: z.object({ added: z.int(), results: z.array(result) }),
  hints: { ...adds, idempotent: true },
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/batch-add', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  feature: 'directWrite',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  async run(context, { characterId: reference, memories, allowSecret: insists, timeZone: zone, categoryPreset }) {
    const { store, principal } = context;
    const { id } = await characterToAddTo(context, reference, categoryPreset);
    const categories = await store.categories.list(principal, id);
    const check = (one: z.output<typeof given>): MemoryChange | ServiceError => {
      try {
        const fault = contentFault(one.content);
        if (fault !== undefined) throw new ServiceError('InvalidContent', `content ${fault}`);
        const { tags, metadata } = validated(labelRules, { tags: one.tags, metadata: one.metadata });
        const memory = { ...one, tags, metadata, timeZone: zone };
        refuseSecret(memory, insists);
        if (one.category !== undefined) requireCategory(one.category, categories);
        return { kind: 'add', memory: newMemory(context, memory, { kind: 'direct' }) };
      } catch (error) {
        if (error instanceof ServiceError) return error;
        throw error;
      }
    };
    const pace = new Pace(checkedAtOnce);
    const checked: ReturnType<typeof check>[] = [];
    for (const one of memories) {
      await pace.before(one.content.length);
      checked.push(check(one));
    }
    const changes = checked.filter((one) => !(one instanceof ServiceError)) as MemoryChange[];
    const outcomes = await writeInUnits(context, id, changes, author(context));
    const made = outcomes.flatMap((one) => (one instanceof ServiceError ? [] : [one.memory]));
    const shown = new Map((await withEnds(context, made, zone)).map((memory) => [memory.id, memory]));
    const stored = outcomes[Symbol.iterator]();
    const results = checked.map((one) => resultOf(one instanceof ServiceError ? one : stored.next().value!, shown));
    return { added: results.filter((one) => one.operation === 'ADD').length, results };
  },
});
