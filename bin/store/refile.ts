import { kindOfStatement } from '../../src/ai/clauses/keep.ts';
import { Classifier, ofDecisions } from '../../src/ai/rules/classify.ts';
import { counted } from '../../src/base/counted.ts';
import { captureName } from '../../src/domain/captured-clause.ts';
import type { Category } from '../../src/domain/category.ts';
import { undoBatch } from '../../src/operations/undo-batch.ts';
import { changeAsBatch } from '../../src/service/batches.ts';
import { findWritableCharacter } from '../../src/service/characters.ts';
import type { Context } from '../../src/service/context.ts';
import { canAsk, isConfirmed } from '../terminal/asking.ts';
import { type Given, Refused, textFlag } from '../terminal/command-line.ts';
import { inShort, print, table } from '../terminal/print.ts';
import { characterMeant, inOwnStore, requireStore } from './own-store.ts';

/** UTF-16 units of a memory in a list. */
const maxShown = 80;

interface Refiled {
  id: string;
  content: string;
  to: string;
}

/**
 * `refile`: files what hooks captured among the decisions before as captures of today are filed: only decisions stay
 * there. Shows it and asks; all of it is one batch, which `refile --undo BATCH` takes back. Refused.
 */
export async function refile(given: Given): Promise<void> {
  requireStore();
  await inOwnStore(textFlag(given, 'character'), async (own) => {
    const { character } = await characterMeant(own);
    const batchId = textFlag(given, 'undo');
    if (batchId !== undefined) {
      const answer = await own.run<{ changed: number }>(undoBatch, { characterId: character, batchId });
      return print(given, answer, () => [`Taken back: ${counted(answer.changed, 'memory', 'memories')}.`]);
    }
    const context = { ...own.services, principal: own.principal };
    const { id: characterId } = await findWritableCharacter(context, character);
    const memories = await misfiled(context, characterId);
    const shown = () => rowsOf(memories);
    if (given.flags['dry-run'] === true || memories.length === 0) return print(given, { memories }, shown);
    if (given.flags.yes !== true) await requireConsent(given, shown());
    const changes = memories.map(({ id, to }) => {
      return { id, changes: [{ kind: 'update', memoryId: id, fields: { category: to } } as const] };
    });
    const answer = await changeAsBatch(context, characterId, changes);
    print(given, { memories, ...answer }, () => [
      ...shown(),
      `Filed anew: ${counted(answer.changed, 'memory', 'memories')}. Back: agent-memory-service refile --undo ${answer.batchId}`,
    ]);
  });
}

/** Captures among the decisions that are none by their words. Where somebody chose the category, it stays. */
async function misfiled({ store, principal }: Context, characterId: string): Promise<Refiled[]> {
  const categories: Category[] = await store.categories.list(principal, characterId);
  if (!categories.some(({ name }) => name === ofDecisions)) return [];
  const classifier = new Classifier(categories);
  const found: Refiled[] = [];
  const filter = { state: 'ACTIVE', source: 'extraction', category: ofDecisions } as const;
  for (const id of await store.memories.ids(principal, characterId, filter)) {
    const revisions = await store.memories.history(principal, characterId, id);
    const [first, last] = [revisions[0], revisions.at(-1)];
    const isOfHooks = first?.changedBy === captureName && revisions.every(({ category }) => category === ofDecisions);
    if (!last || !isOfHooks) continue;
    const { content } = last;
    const to = classifier.classify(content, { kind: kindOfStatement(content) }).category.name;
    if (to !== ofDecisions) found.push({ id, content, to });
  }
  return found;
}

async function requireConsent(given: Given, shown: string[]): Promise<void> {
  if (!canAsk(given)) throw new Refused('nothing was changed: say --yes, since no terminal is there to be asked');
  process.stderr.write(`${shown.join('\n')}\n\n`);
  if (!(await isConfirmed('File these anew?'))) throw new Refused('nothing was changed');
}

function rowsOf(memories: readonly Refiled[]): string[] {
  if (memories.length === 0) return [`No capture among the ${ofDecisions} belongs elsewhere.`];
  const rows = memories.map(({ id, content, to }) => ({ memory: inShort(content.trim(), maxShown), to, id }));
  return [table(rows, ['memory', 'to', 'id'])];
}
