import type { MemoryChange } from '../../src/domain/memory.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { reconcile } from '../../src/files/reconcile.ts';
import { addition, at, id, newPiece, newSnapshot, ours } from './builders.ts';
import { fc } from './law.ts';

export const words =
  'harbour roof violin painter letter garden winter bridge lantern market orchard captain doctor kitchen ladder mirror'.split(
    ' ',
  );
const word = fc.constantFrom(...words, 'violins', 'Haustür', 'über', 'Ada', 'harborr', 'paint');
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));
/** Few enough to meet again. */
const number = fc.integer({ min: 0, max: 60 });
const category = fc.constantFrom(undefined, undefined, 'facts', 'GOALS', 'recipes', 'nope');

export type Step =
  | { kind: 'add'; texts: string[]; category: string | undefined; session: number; hours: number }
  | {
      kind: 'update';
      memory: number;
      text: string | undefined;
      category: string | undefined;
      revision: number | undefined;
    }
  | { kind: 'swap'; one: number; other: number }
  | { kind: 'remove' | 'restore'; memories: number[] }
  | { kind: 'import'; texts: string[]; times: number; category: string | undefined }
  | { kind: 'push'; file: number; bodies: string[]; heading: string; capture: boolean }
  | { kind: 'capture'; texts: string[] }
  | { kind: 'addCategory' }
  | { kind: 'removeCategory'; name: string; to: string | undefined }
  | { kind: 'archive'; archived: boolean }
  | { kind: 'alias'; aliases: string[] }
  | { kind: 'clone'; name: string }
  | { kind: 'member'; name: string; gone: boolean };

const texts = fc.array(text, { minLength: 1, maxLength: 6 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      texts,
      category,
      session: fc.integer({ min: 0, max: 3 }),
      hours: fc.integer({ min: 0, max: 50 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      memory: number,
      text: fc.option(text, { nil: undefined }),
      category,
      revision: fc.constantFrom(undefined, undefined, 1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('swap' as const), one: number, other: number }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('remove' as const, 'restore' as const),
      memories: fc.array(number, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('import' as const), texts, times: fc.constantFrom(1, 8, 60), category }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      file: fc.integer({ min: 0, max: 2 }),
      bodies: fc.uniqueArray(text, { maxLength: 12 }),
      heading: fc.constantFrom('Notes', 'Plans'),
      capture: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('capture' as const), texts }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('addCategory' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('removeCategory' as const),
      name: fc.constantFrom('facts', 'recipes', 'general'),
      to: fc.constantFrom(undefined, 'goals'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('archive' as const), archived: fc.constantFrom(false, false, true) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('alias' as const), aliases: fc.array(word, { maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clone' as const), name: word }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('member' as const), name: word, gone: fc.boolean() }) },
);

/** Runs a step. @param known ids of memories that earlier steps have stored */
export async function take(store: Store, one: Step, n: number, known: readonly string[]): Promise<unknown> {
  const by = at(1_000_000 + n * 60_000);
  const first = 1_000 + n * 1_000;
  const write = (changes: MemoryChange[]) => store.memories.write(ours, id(1), changes, by);
  const memoryOf = (memory: number) => known[(memory * 37) % Math.max(1, known.length)] ?? id(99);
  switch (one.kind) {
    case 'add':
      return write(
        one.texts.map((content, i) =>
          addition(first + i, content, {
            category: one.category,
            ...(one.session > 0 && { sessionId: `session ${one.session}` }),
            occurredAt: by.now - one.hours * 3_600_000,
            said: one.session === 2,
          }),
        ),
      );
    case 'update': {
      const fields = { content: one.text, category: one.category, salience: 0.7 };
      return write([{ kind: 'update', memoryId: memoryOf(one.memory), fields, expectedRevision: one.revision }]);
    }
    case 'swap': {
      // Serial: if neither exists, every engine must name the same one.
      const a = await store.memories.get(ours, id(1), memoryOf(one.one));
      const b = await store.memories.get(ours, id(1), memoryOf(one.other));
      const give = (memoryId: string, content: string): MemoryChange => ({
        kind: 'update',
        memoryId,
        fields: { content },
      });
      return write([give(a.id, `aside ${n}`), give(b.id, a.content), give(a.id, b.content)]);
    }
    case 'remove':
      return write(one.memories.map((memory) => ({ kind: 'delete', memoryId: memoryOf(memory) })));
    case 'restore':
      return write(one.memories.map((memory) => ({ kind: 'restore', memoryId: memoryOf(memory) })));
    case 'import': {
      const many = Array.from({ length: one.times }, (_, i) => one.texts.map((content) => `${content} ${i}`)).flat();
      const changes = many.map((content, i) => addition(first + i, content, { category: one.category }));
      return store.files.importMemories(ours, id(1), { categories: [], changes }, by);
    }
    case 'push': {
      const pieces = one.bodies.map((body, i) => newPiece(first + i, body, [one.heading]));
      const more = { fileId: id(90 + one.file), path: `notes/${one.file}.md`, capture: one.capture };
      return store.files.push(ours, id(1), newSnapshot(90 + one.file, pieces, more), reconcile, by);
    }
    case 'capture': {
      const [job] = await store.captures.claim(['BUSINESS'], by.now, { holder: 'me', until: by.now + 1 }, 1);
      if (!job) return 'nothing waits';
      const { jobId, ...told } = job;
      const changes = one.texts.map((content, i) => addition(first + i, content));
      return [told, await store.captures.finish('me', jobId, changes, by)];
    }
    case 'addCategory': {
      const recipes = { name: 'recipes', description: '', importance: 'NORMAL' as const, hints: [], isDefault: false };
      return store.categories.add(ours, id(1), recipes, by.now);
    }
    case 'removeCategory':
      return store.categories.remove(ours, id(1), one.name, one.to, by);
    case 'archive':
      return store.characters.change(ours, id(1), () => ({ status: one.archived ? 'ARCHIVED' : 'ACTIVE' }), by.now);
    case 'alias': {
      const aliases = one.aliases.map((alias) => ({ alias }));
      return store.characters.change(ours, id(1), () => ({ aliases }), by.now);
    }
    case 'clone': {
      const copy = { id: id(first), name: one.name, copyTags: n % 2 === 0 };
      return store.characters.clone(ours, id(1), copy, 'BUSINESS', by.now);
    }
    case 'member': {
      const [known] = await store.members.find(one.name, ours.tenantId);
      if (one.gone && known) return store.members.remove(known.id, by.now);
      return store.members.add(ours.tenantId, { id: `member ${n}`, name: one.name, role: 'MEMBER' }, by.now);
    }
  }
}
