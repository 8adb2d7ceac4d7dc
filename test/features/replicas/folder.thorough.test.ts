import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import { decideIn } from '../../../src/features/replicas/service/folder/deciding.ts';
import { FolderJob } from '../../../src/features/replicas/service/folder/folder-job.ts';
import { joinable, joinFolder } from '../../../src/features/replicas/service/folder/replica.ts';
import { SharedFolder } from '../../../src/features/replicas/service/folder/shared-folder.ts';
import { addition, id, newCharacter } from '../../support/builders.ts';
import { contextOf, FolderSides } from '../../support/folder-sides.ts';
import { expectEqual } from '../../support/replica-steps.ts';
import { change, type ReplicaSide } from '../../support/replicas.ts';
import { temporaryFolder } from '../../support/stores.ts';

const update = (n: number, fields: object): MemoryChange => ({ kind: 'update', memoryId: id(n), fields });
const passphrase = 'vier große Äpfel';

const open = async (given?: string) => {
  const shared = await FolderSides.open(3, given);
  const [deciding, first, second] = shared.sides as [ReplicaSide, ReplicaSide, ReplicaSide];
  const [own = '', a = '', b = ''] = await Promise.all(shared.sides.map(({ store }) => store.tenants.storeId()));
  const file = (name: string) => join(shared.path, name);
  return { shared, deciding, first, second, ids: { own, a, b }, file };
};

const texts = async ({ store, principal, characterId }: ReplicaSide) => {
  const { memories } = await store.memories.list(principal, characterId, { state: 'ACTIVE', page: 0, limit: 99 });
  return memories.map(({ content }) => content).toSorted();
};

describe('a shared folder', () => {
  test('a folder carries each store’s changes to all others in two rounds', async () => {
    const { shared, deciding, first, second } = await open();
    await change(deciding, [addition(1, 'Mia 喜欢绿茶')]);
    await change(first, [addition(2, 'Der Hafen ist offen')]);
    await change(second, [addition(3, 'يفتح المخبز في السادسة')]);
    for (const i of [1, 2, 0, 1, 2]) await shared.sync(i);
    expect(await texts(first)).toHaveLength(3);
    await shared.settle();
    await expectEqual(deciding, [first, second]);
    expect((await first.store.replicas.list(0))[0]).toMatchObject({ replicas: [{ waiting: 0 }] });
  });

  test('a folder that cannot be written is told of, and does not hold up another one', async () => {
    const { shared, deciding, first, file } = await open();
    const other = await SharedFolder.open(temporaryFolder());
    const { store, principal } = deciding;
    await store.characters.create(principal, newCharacter(9_100, 'Bo'), 'BUSINESS', 1);
    await decideIn(contextOf(deciding), other, '', [id(9_100)]);
    await change(first, [addition(1, 'Der Hafen ist offen')]);
    await shared.sync(1);
    rmSync(file('answers'), { recursive: true, force: true });
    writeFileSync(file('answers'), '');
    const job = new FolderJob({ ...contextOf(deciding), log: () => undefined }, 20);
    job.start();
    const seen = async () => {
      const known = await store.replicas.list(0);
      const problems = known.map(({ url, problem = '' }) => [url === other.url, problem] as const);
      return { there: (await other.manifest())?.characters.map(({ name }) => name), ...Object.fromEntries(problems) };
    };
    const fault = expect.stringMatching(/EEXIST|ENOTDIR/);
    await expect.poll(seen, { timeout: 20_000 }).toStrictEqual({ there: ['Bo'], false: fault, true: '' });
    await job.stop();
  });

  test('stores that run exchange through a folder by themselves', async () => {
    const { shared, deciding, first } = await open();
    await change(deciding, [addition(1, 'Mia 喜欢绿茶')]);
    const jobs = [deciding, first].map((side) => new FolderJob({ ...contextOf(side), log: () => undefined }, 20));
    for (const job of jobs) job.start();
    await change(first, [addition(2, 'Der Hafen ist offen')]);
    await expect.poll(() => texts(first), { timeout: 20_000 }).toHaveLength(2);
    await expect.poll(() => texts(deciding), { timeout: 20_000 }).toHaveLength(2);
    for (const job of jobs) await job.stop();
    expect((await shared.folder()).faults).toStrictEqual([]);
  });

  test('two texts of one memory become a conflict in every store', async () => {
    const { shared, deciding, first, second } = await open();
    await change(deciding, [addition(1, 'Mia plays the violin')]);
    await shared.settle();
    await change(first, [update(1, { content: 'Mia plays the cello' })]);
    await change(second, [update(1, { content: 'Mia plays the harp' })]);
    await shared.settle();
    await expectEqual(deciding, [first, second]);
    for (const { store, principal, characterId } of shared.sides) {
      expect(await store.changes.list(principal, { characterId, toReview: true, limit: 9 })).toMatchObject([
        { isConflict: true },
      ]);
    }
  });

  test('files of the folder are not rewritten without changes', async () => {
    const { shared, first, file } = await open();
    await change(first, [addition(1, 'one')]);
    await shared.settle();
    const files = () =>
      ['requests', 'answers'].flatMap((name) =>
        readdirSync(file(name)).map((one) => readFileSync(file(join(name, one)), 'utf8')),
      );
    const before = files();
    for (const i of [0, 1, 2]) expect(await shared.sync(i)).toStrictEqual([]);
    expect(files()).toStrictEqual(before);
  });

  test('a character that the deciding store lacks is added; two of the same name become one', async () => {
    const { shared, deciding, first, second } = await open();
    const made = (side: ReplicaSide, n: number, name: string) =>
      side.store.characters.create(side.principal, newCharacter(n, name), 'BUSINESS', 0);
    const [mine, theirs] = [await made(first, 801, 'Bob'), await made(second, 802, 'Bob')];
    await change({ ...first, characterId: mine.id }, [addition(1, 'Bob rows')]);
    await change({ ...second, characterId: theirs.id }, [addition(2, 'Bob sings')]);
    for (const side of [first, second]) {
      const folder = await shared.folder();
      await joinFolder(contextOf(side), folder, (await folder.manifest())!, '', ['Bob']);
    }
    await shared.settle();
    const there = await deciding.store.characters.find(deciding.principal, 'Bob');
    expect([mine.id, theirs.id]).toContain(there?.id);
    const all = [
      [deciding, there?.id ?? ''],
      [first, mine.id],
      [second, theirs.id],
    ] as const;
    for (const [side, characterId] of all) {
      expect(await texts({ ...side, characterId })).toStrictEqual(['Bob rows', 'Bob sings']);
    }
  });
});

describe('untrusted contents of a folder', () => {
  test('a character that the deciding store does not share stays separate, by name and by id', async () => {
    const { shared, deciding, first, ids } = await open();
    const { principal, store } = deciding;
    const own = await store.characters.create(principal, newCharacter(801, 'Diary'), 'BUSINESS', 0);
    await change({ ...deciding, characterId: own.id }, [addition(1, 'a secret of mine')]);
    const folder = await shared.folder();
    const asked = { categoryPreset: 'standard' as const, changes: [] };
    await folder.writeRequest({
      ...{ from: ids.a, to: ids.own, machine: 'laptop', number: 50, heard: 0 },
      characters: [
        { ...asked, id: own.id, name: 'Diary' },
        { ...asked, id: id(900), name: 'Diary' },
      ],
    });
    await shared.sync(0);
    const answer = await folder.answer(ids.own, ids.a);
    const refused = { pages: [], problem: expect.stringContaining('Diary') };
    expect(answer?.characters).toMatchObject([refused, refused]);
    expect(JSON.stringify(answer)).not.toContain('secret of mine');
    await shared.settle();
    expect(await texts(first)).toStrictEqual([]);
  });

  test('numbers that jump are skipped and reported in requests and answers, then written again', async () => {
    const { shared, deciding, first, ids, file } = await open();
    await shared.settle();
    const names = [`requests/${ids.a}.json`, `answers/${ids.a}.json`];
    for (const [i, name] of names.entries()) {
      const forged = JSON.parse(readFileSync(file(name), 'utf8'));
      forged.content.number = Number.MAX_SAFE_INTEGER;
      writeFileSync(file(name), JSON.stringify(forged));
      expect(await shared.sync(i)).toStrictEqual([expect.stringContaining('far ahead of the last one')]);
    }
    await change(deciding, [addition(1, 'The key is under the mat')]);
    await shared.settle();
    expect(await texts(first)).toStrictEqual(['The key is under the mat']);
  });

  test('an answer that accepts a change without its revision deletes nothing', async () => {
    const { shared, first, ids, file } = await open();
    await change(first, [addition(1, 'We meet on Tuesday')]);
    await shared.settle();
    await change(first, [update(1, { content: 'We meet on Thursday at nine' })]);
    await shared.sync(1);
    const [name, asked] = [file(`answers/${ids.a}.json`), file(`requests/${ids.a}.json`)];
    const { content } = JSON.parse(readFileSync(name, 'utf8'));
    const [{ after, changes }] = JSON.parse(readFileSync(asked, 'utf8')).content.characters;
    content.number += 1;
    content.characters[0] = {
      ...{ ...content.characters[0], after, taken: [changes[0].id] },
      pages: [{ storeId: ids.own, refused: [], revisions: [], after, more: false }],
    };
    writeFileSync(name, JSON.stringify({ format: 1, content }));
    await shared.sync(1);
    const { store, principal, characterId } = first;
    expect(await store.memories.history(principal, characterId, id(1))).toHaveLength(2);
    expect(JSON.parse(readFileSync(asked, 'utf8')).content.characters[0].changes).toStrictEqual(changes);
    await shared.settle();
    for (const side of shared.sides) expect(await texts(side)).toStrictEqual(['We meet on Thursday at nine']);
  });

  test('an answer with one impossible value is skipped, and the value’s place is reported', async () => {
    const { shared, deciding, first, ids, file } = await open();
    await change(deciding, [addition(1, 'one')]);
    await shared.sync(0);
    const name = file(`answers/${ids.a}.json`);
    const whole = JSON.parse(readFileSync(name, 'utf8'));
    for (const odd of [
      { at: 9e15 },
      { occurredAt: -9e15 },
      { salience: 1e308 },
      { content: 'a\u0000b' },
      { content: '' },
    ]) {
      const { content } = structuredClone(whole);
      content.number += 1;
      Object.assign(content.characters[0].pages[0].revisions[0], odd);
      writeFileSync(name, JSON.stringify({ format: 1, content }));
      const [field] = Object.keys(odd);
      expect(await shared.sync(1)).toStrictEqual([expect.stringContaining(`pages.0.revisions.0.${field}`)]);
    }
    expect(await texts(first)).toStrictEqual([]);
    await shared.settle();
    expect(await texts(first)).toStrictEqual(['one']);
  });

  test('a request cannot remove a category, because it has the rights of a MEMBER', async () => {
    const { shared, deciding, first } = await open();
    await shared.settle();
    const names = async ({ store, principal, characterId }: ReplicaSide) =>
      (await store.categories.list(principal, characterId)).map(({ name }) => name);
    const before = await names(deciding);
    const { store, principal, characterId, clock } = first;
    const [other = ''] = (await store.categories.list(principal, characterId))
      .filter((one) => !one.isDefault)
      .map((one) => one.name);
    await store.categories.remove(principal, characterId, other, undefined, { changedBy: 'Ada', now: clock.now });
    await shared.settle();
    expect(await names(deciding)).toStrictEqual(before);
  });

  test('the option “all” joins no characters whose name both sides use for their own', async () => {
    const { shared, first } = await open();
    const { store, principal, characterId, clock } = first;
    const folder = await shared.folder();
    const manifest = (await folder.manifest())!;
    await store.characters.create(principal, newCharacter(801, 'Diary'), 'BUSINESS', 0);
    const all = () => joinable(contextOf(first), folder.url, manifest);
    expect(await all()).toStrictEqual({ names: ['Ada', 'Diary'], others: [] });
    await store.replicas.disconnect(principal, [characterId], clock.now);
    expect(await all()).toStrictEqual({ names: ['Diary'], others: ['Ada'] });
  });

  test('an outdated request or answer has no effect', async () => {
    const { shared, deciding, first, ids, file } = await open();
    const request = file(`requests/${ids.a}.json`);
    const answer = file(`answers/${ids.a}.json`);
    await change(first, [addition(1, 'one')]);
    await shared.settle();
    await change(first, [update(1, { category: 'goals' })]);
    await shared.sync(1);
    const [oldRequest, oldAnswer] = [readFileSync(request), readFileSync(answer)];
    await shared.settle();
    await change(deciding, [update(1, { category: 'facts' })]);
    await shared.settle();
    writeFileSync(request, oldRequest);
    writeFileSync(answer, oldAnswer);
    expect(await shared.sync(0)).toStrictEqual(['An older request of laptop was passed over.']);
    writeFileSync(answer, oldAnswer);
    expect(await shared.sync(1)).toStrictEqual(['An older answer was passed over.']);
    await shared.settle();
    await expectEqual(deciding, [first]);
    const { store, principal, characterId } = deciding;
    expect((await store.memories.get(principal, characterId, id(1))).category).toBe('facts');
  });

  test('conflict copies, partial files, links and other stores’ bundles are skipped with a notice', async () => {
    const { shared, deciding, first, ids, file } = await open();
    await change(first, [addition(1, 'one')]);
    await shared.sync(1);
    const elsewhere = join(temporaryFolder(), 'request.json');
    renameSync(file(`requests/${ids.b}.json`), elsewhere);
    symlinkSync(elsewhere, file(`requests/${ids.b}.json`));
    const other = 'f'.repeat(32);
    writeFileSync(file(`requests/${other}.json`), readFileSync(file(`requests/${ids.a}.json`)));
    writeFileSync(file(`requests/${'e'.repeat(32)}.json`), '{"format": 1, "content": {"fr');
    writeFileSync(file(`requests/${'d'.repeat(32)}.json`), '{"format": 2}');
    writeFileSync(file(`requests/${ids.a}.sync-conflict-20260115-100000-ABCDEFG.json`), '{}');
    writeFileSync(file('requests/.syncthing.x.tmp'), '{}');
    const notices = await shared.sync(0);
    const reasons = [
      `${ids.a}.sync-conflict-20260115-100000-ABCDEFG.json was passed over: it is no file of a store`,
      'a newer agent-memory-service has written it',
      'it is no JSON; it may be half written',
      `${other}.json was passed over: it is of ${ids.a}`,
      'it is no regular file',
    ];
    expect(reasons.filter((reason) => !notices.some((one) => one.includes(reason)))).toStrictEqual([]);
    expect(notices).toHaveLength(reasons.length);
    expect(await texts(deciding)).toStrictEqual(['one']);
  });

  test('a store follows no link when it writes, and leaves no partial file', async () => {
    const { shared, file } = await open();
    const elsewhere = temporaryFolder();
    rmSync(file('requests'), { recursive: true });
    symlinkSync(elsewhere, file('requests'));
    expect(await shared.sync(1)).toStrictEqual([expect.stringContaining('is no folder')]);
    expect(readdirSync(elsewhere)).toStrictEqual([]);
    rmSync(file('requests'));
    mkdirSync(file('requests'));
    expect(await shared.sync(1)).toStrictEqual([]);
    expect(readdirSync(file('requests')).filter((one) => one.endsWith('.tmp'))).toStrictEqual([]);
  });

  test('nothing is exchanged while another store claims to decide', async () => {
    const { shared, deciding, first, second } = await open();
    await change(first, [addition(1, 'one')]);
    await shared.settle();
    const { store, principal, characterId, clock } = first;
    await store.replicas.disconnect(principal, [characterId], clock.now);
    const folder = await shared.folder();
    await decideIn(contextOf(first), folder, '', [characterId]);
    await folder.removeManifest();
    await shared.sync(1);
    await change(first, [addition(2, 'two')]);
    expect(await shared.sync(0)).toStrictEqual([expect.stringContaining('Another store decides')]);
    expect(await shared.sync(2)).toStrictEqual([expect.stringContaining('Another store decides')]);
    expect(await texts(second)).toStrictEqual(['one']);
    for (const side of [deciding, second]) {
      await side.store.replicas.disconnect(side.principal, [side.characterId], side.clock.now);
      await joinFolder(contextOf(side), folder, (await folder.manifest())!, '', ['Ada']);
    }
    await shared.settle();
    await expectEqual(first, [deciding, second]);
    expect(await texts(second)).toStrictEqual(['one', 'two']);
  });
});

describe('an encrypted folder', () => {
  test('an encrypted folder shows only file names, and takes no plain or moved bundle', async () => {
    const { shared, deciding, first, ids, file } = await open(passphrase);
    await change(first, [addition(1, 'Mia plays the violin')]);
    await shared.sync(1);
    const request = file(`requests/${ids.a}.json`);
    const sealed = readFileSync(request, 'utf8');
    expect(sealed).not.toContain('violin');
    expect(readFileSync(file('agent-memory.json'), 'utf8')).not.toContain('Ada');
    writeFileSync(
      request,
      sealed.replace(/(?<="sealed": ")./, (letter) => (letter === 'A' ? 'B' : 'A')),
    );
    expect(await shared.sync(0)).toStrictEqual([expect.stringContaining('sealed by another passphrase, or changed')]);
    writeFileSync(file(`requests/${ids.b}.json`), sealed);
    writeFileSync(request, JSON.stringify({ format: 1, content: { from: ids.a } }));
    expect((await shared.sync(0)).toSorted()).toStrictEqual([
      expect.stringContaining(ids.a < ids.b ? 'it is not encrypted' : 'sealed by another passphrase'),
      expect.stringContaining(ids.a < ids.b ? 'sealed by another passphrase' : 'it is not encrypted'),
    ]);
    expect(await texts(deciding)).toStrictEqual([]);
    await shared.settle();
    await expectEqual(deciding, [first]);
    expect(await texts(deciding)).toStrictEqual(['Mia plays the violin']);
  });

  test('a wrong passphrase, and a folder that is no longer encrypted, are reported', async () => {
    const { shared, file } = await open(passphrase);
    const folder = async (given: string) => {
      const one = await SharedFolder.open(shared.path);
      await one.unlock(given);
    };
    // The same letters in another normal form of Unicode.
    await folder(passphrase.normalize('NFD'));
    await expect(folder('vier große Birnen')).rejects.toThrow('The passphrase is not that of');
    await expect(folder('kurz')).rejects.toThrow('at least 8 characters');
    expect(existsSync(file('agent-memory.json'))).toBe(true);
    writeFileSync(file('agent-memory.json'), '{"format": 1, "content": {}}');
    await expect(folder(passphrase)).rejects.toThrow('is not encrypted, although');
  });
});
