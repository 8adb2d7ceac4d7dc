import { expect, onTestFinished, test } from 'vitest';
import type { MemoryChange, NewMemory } from '../../src/domain/memory.ts';
import { type FieldName, memoryFields } from '../../src/domain/memory-fields.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { iso } from '../../src/domain/text.ts';
import { okfPrefix } from '../../src/files/okf/fields.ts';
import { writeBundle } from '../../src/files/okf/write.ts';
import { reconcile } from '../../src/files/reconcile.ts';
import type { Toolset } from '../../src/gate/operation.ts';
import { move } from '../../src/storage/move/move.ts';
import { addition, at, id, newPiece, newSnapshot } from '../support/builders.ts';
import { type EngineUnderTest, engines, type Place } from '../support/engines.ts';
import { openSession, type Session } from '../support/harness.ts';
import { openSides, type ReplicaSide, settleAll } from '../support/replicas.ts';

// Every field of a memory comes back by each way; those that do not stand here, with the reason.

const owner = localOwner('BUSINESS');
const hourMs = 3_600_000;
const start = Date.parse('2026-01-15T10:00:00.000Z');

type Values = Partial<Record<FieldName, unknown>>;
type Lost = Partial<Record<FieldName, string>>;

const ofFile = 'the file stays with its character: its memories count as imported elsewhere';
const lost: Record<string, Lost> = {
  'export and import': {
    source: 'what is imported has that source',
    fileId: ofFile,
    sessionId: 'an export is for readers, without ids',
    said: 'without its conversation a memory is a note',
  },
  'synced file': {
    source: 'what a file has is its own',
    supersededBy: 'a file ends its statements by days alone',
    fileId: ofFile,
    sessionId: 'an export is for readers, without ids',
    said: 'without its conversation a memory is a note',
  },
  'OKF bundle': {
    source: 'what a file has is its own',
    fileId: ofFile,
    sessionId: 'a concept is for readers, without ids',
    said: 'without its conversation a memory is a note',
  },
  'moved piece': {
    content: 'it begins with the heading above it',
    source: 'what a file has is its own',
    supersededBy: 'a file ends its statements by days alone',
  },
  merging: {
    category: 'that of the memory which remains',
    validUntil: 'what holds of one of the two holds of both',
    supersededBy: 'what holds of one of the two holds of both',
    source: 'that of the memory which remains',
    sessionId: 'that of the memory which remains',
    occurredAt: 'that of the memory which remains',
    said: 'that of the memory which remains',
  },
  copy: { fileId: ofFile },
  move: {},
  exchange: { fileId: 'files are not exchanged' },
  undo: {},
  revert: {},
  update: {},
};

const contents = ['Ada lives in Leeds.', 'Ada lives in Lisbon.', 'A line of a file'] as const;
const values = {
  ...{ category: 'facts', salience: 0.7, importance: 'HIGH' as const },
  ...{ sessionId: 'chat', occurredAt: start - hourMs, said: true },
  validUntil: start + hourMs,
  ...{ tags: '["release"]', metadata: '{"team":"payments","weight":2}' },
};

/** A memory with a value in every field but those of files, what replaced it, and one of a file. */
async function fill(store: Store, characterId: string, first = 11): Promise<void> {
  const write = (changes: MemoryChange[]) =>
    store.memories.write(owner, characterId, changes, { ...at(start), kind: 'user' });
  await write([addition(first, contents[0], { ...values, source: { kind: 'extraction' } })]);
  await write([addition(first + 1, contents[1], { supersedes: [id(first)], occurredAt: start })]);
  const snapshot = newSnapshot(first + 3, [newPiece(first + 2, contents[2])], { path: 'notes.md' });
  await store.files.push(owner, characterId, snapshot, reconcile, at(start));
}

/** The values of the memory, with the text of what replaced it; `fileId` is that of the memory of a file. */
async function valuesAt(store: Store, characterId: string, text: string = contents[0]): Promise<Values> {
  const { copies } = await store.memories.copies(owner, characterId, 0, 10);
  const [, ...others] = contents;
  const [memory, newer, line] = [text, ...others].map((content) => copies.find((one) => one.content === content));
  const { source, supersededBy, ...fields } = memory ?? { source: undefined };
  const file = line && (await store.memories.get(owner, characterId, line.id)).source.fileId;
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => name in memoryFields)),
    source: source?.kind,
    ...(supersededBy && supersededBy === newer?.id && { supersededBy: newer.content }),
    fileId: file,
  };
}

interface Opened {
  session: Session;
  place: Place;
  characterId: string;
}

async function other(session: Session): Promise<string> {
  return (await session.call<{ id: string }>('create_character', { name: 'Bo' })).id;
}

/** Changes every field that changes set. */
async function changeAll({ session: { store }, characterId }: Opened): Promise<void> {
  const fields = {
    ...{ content: 'Something else', category: 'goals', salience: 0.1, importance: 'LOW' as const },
    ...{ validUntil: null, supersededBy: null, tags: null, metadata: '{"team":"other"}' },
  };
  const changing = Object.entries(memoryFields).filter(([, field]) => 'changes' in field);
  expect(Object.keys(fields).toSorted()).toStrictEqual(changing.map(([name]) => name).toSorted());
  const by = { ...at(start + 1), batch: 'the batch' };
  await store.memories.write(owner, characterId, [{ kind: 'update', memoryId: id(11), fields }], by);
}

/** Each way: where the values are then. */
const ways: Record<string, (opened: Opened) => Promise<Values>> = {
  async 'export and import'({ session, characterId }) {
    const { markdown } = await session.call('export_character', { characterId });
    const to = await other(session);
    await session.call('import_document', { characterId: to, fileName: 'a.md', fileContent: markdown });
    return valuesAt(session.store, to);
  },
  async 'synced file'({ session, characterId }) {
    const { markdown } = await session.call('export_character', { characterId });
    const to = await other(session);
    await session.call('sync_file', { characterId: to, filePath: 'a.md', fileContent: markdown });
    return valuesAt(session.store, to);
  },
  async 'OKF bundle'({ session, characterId }) {
    const to = await other(session);
    const { memories } = await session.store.memories.forExport(owner, characterId, { state: 'ACTIVE' });
    const files = await writeBundle('Eve', memories, 'general', start);
    for (const [path, fileContent] of files)
      await session.call('sync_file', { characterId: to, filePath: `bundle/${path}`, fileContent });
    const { metadata, ...found } = await valuesAt(session.store, to);
    const own = Object.entries(JSON.parse(String(metadata))).filter(([key]) => !key.startsWith(okfPrefix));
    return { ...found, metadata: JSON.stringify(Object.fromEntries(own)) };
  },
  async 'moved piece'({ session: { store }, characterId }) {
    const push = (heading: string, more: Partial<NewMemory>, version: number) => {
      const piece = newPiece(31, contents[0], [heading], more);
      const snapshot = newSnapshot(30, [piece], { path: 'b.md', contentHash: heading, baseVersion: version });
      return store.files.push(owner, characterId, snapshot, reconcile, at(start));
    };
    await push('Home', values, 0);
    const { category, tags, metadata, validUntil, importance, salience } = values;
    await push('Places', { category, tags, metadata, validUntil, importance, salience }, 1);
    return valuesAt(store, characterId, `Places: ${contents[0]}`);
  },
  async merging({ session, characterId }) {
    const plain = addition(14, 'Ada is at home in Leeds.', { category: 'goals' });
    await session.store.memories.write(owner, characterId, [plain], at(start));
    const two = { keepId: id(14), deleteId: id(11), content: contents[0] };
    await session.call('merge_memories', { characterId, ...two });
    return valuesAt(session.store, characterId);
  },
  async copy({ session, characterId }) {
    const given = { characterId, name: 'Bo', memories: 'copy' };
    const { character } = await session.call<{ character: { id: string } }>('clone_character', given);
    return valuesAt(session.store, character.id);
  },
  async move({ session, place, characterId }) {
    await session.close();
    const to = await (engines[0] as EngineUnderTest).place();
    const [source, target] = await Promise.all([place.source(), to.target()]);
    await move(source, target).finally(() => source.close());
    const store = await to.open();
    onTestFinished(() => store.close());
    return valuesAt(store, characterId);
  },
  async exchange({ session }) {
    const { server, replicas } = await openSides(session.store, 2, { ...owner, name: 'laptop', via: 'key' });
    const [first, second] = replicas as [ReplicaSide, ReplicaSide];
    await fill(first.store, first.characterId, 21);
    await settleAll(server, replicas);
    const [here, there] = await Promise.all([server, second].map((side) => valuesAt(side.store, side.characterId)));
    expect(there).toStrictEqual(here);
    return there as Values;
  },
  async undo(opened) {
    await changeAll(opened);
    await opened.session.call('undo_batch', { characterId: opened.characterId, batchId: 'the batch' });
    return valuesAt(opened.session.store, opened.characterId);
  },
  async revert(opened) {
    await changeAll(opened);
    await opened.session.call('revert_memory', { characterId: opened.characterId, memoryId: id(11), revision: 2 });
    return valuesAt(opened.session.store, opened.characterId);
  },
  async update(opened) {
    const { session, characterId } = opened;
    await changeAll(opened);
    const { category, salience, importance } = values;
    const labels = { tags: ['release'], metadata: { weight: 2, team: 'payments' } };
    const end = iso(values.validUntil);
    const given = { category, salience, importance, content: contents[0], validUntil: end, ...labels };
    await session.call('update_memory', { characterId, memoryId: id(11), ...given });
    await session.call('update_memory', { characterId, memoryId: id(12), supersedes: [id(11)] });
    return valuesAt(session.store, characterId);
  },
};

const tried = engines.flatMap((engine) => Object.keys(ways).map((way) => ({ name: engine.name, engine, way })));

test.each(tried)('every field of a memory on $name comes back by $way', async ({ engine, way }) => {
  const place = await engine.place();
  const store = await place.open();
  const toolsets: Toolset[] = ['memories', 'characters', 'review', 'files'];
  const session = await openSession({ services: { store }, toolsets });
  const { id: characterId } = await session.call<{ id: string }>('create_character', { name: 'Eve' });
  await fill(store, characterId);
  const before = await valuesAt(store, characterId);
  expect(Object.keys(before).toSorted()).toStrictEqual(Object.keys(memoryFields).toSorted());
  // A field without a value here would be followed by nothing.
  expect(Object.keys(before).filter((name) => (before[name as FieldName] ?? null) === null)).toStrictEqual([]);
  expect(before).toMatchObject({ ...values, supersededBy: contents[1], source: 'extraction' });
  const after = await ways[way]!({ session, place, characterId });
  const gone = Object.keys(memoryFields).filter((name) => before[name as FieldName] !== after[name as FieldName]);
  expect(gone.toSorted()).toStrictEqual(Object.keys(lost[way] ?? {}).toSorted());
});
