import { expect, test, vi } from 'vitest';
import type { Client } from '../../web/client/client.ts';
import { answerSince, askAgain, settle } from '../../web/parts/recalls/again.ts';
import {
  hasEndedSince,
  helpIn,
  isUnhelped,
  mayBeOutdated,
  maySettle,
  outcomeIn,
  type Recall,
  recallsOf,
  rowOf,
  withBeside,
} from '../../web/parts/recalls/recall.ts';
import { settleListed } from '../../web/parts/recalls/settle.ts';
import { isLeftToWrite, type Near, partOf, reasonFor, todayIn, verdictOn } from '../../web/parts/recalls/verdict.ts';

const recall = (id: string, minute: number, characterId: string, more: object = {}) =>
  ({
    ...{
      id,
      characterId,
      kind: 'hook',
      by: 'local',
      client: 'codex',
      query: `at ${minute}`,
      results: [{ memoryId: id }],
    },
    at: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
    ...more,
  }) as unknown as Recall;

test('recalls at one prompt are one row, with that of the shown memory first', async () => {
  const page = [
    recall('1', 9, 'project', { results: [] }),
    recall('2', 8, 'project'),
    recall('3', 7, 'project', { kind: 'search' }),
    recall('4', 6, 'project', { results: [] }),
  ];
  const own = [recall('5', 9, 'own'), recall('6', 8, 'own', { query: 'another' }), recall('7', 8, 'own')];
  const nothing = recall('8', 8, 'third', { results: [] });
  const asked: object[] = [];
  const client = {
    call: async (_: string, input: object) => {
      asked.push(input);
      return { recalls: [...own, nothing, page[1]] };
    },
  } as unknown as Client;
  const rows = async (characterId: string | undefined) =>
    (await withBeside(client, page, characterId, new AbortController().signal)).map(({ id, beside = [] }) => [
      id,
      ...beside.map((one) => one.id),
    ]);
  expect(await rows('project')).toStrictEqual([['1', '5'], ['2', '7'], ['3'], ['4']]);
  expect(await rows(undefined)).toStrictEqual([['5'], ['2', '7'], ['3'], ['4']]);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({ since: page[3]!.at, helped: true });
});

test('memories that the own memory gave stand on the row of their prompt, however many prompts came after', async () => {
  const page = [recall('1', 1, 'project', { results: [] })];
  const pages = [{ recalls: [recall('3', 9, 'own')], nextCursor: 'next' }, { recalls: [recall('2', 1, 'own')] }];
  const client = {
    call: async (_: string, { cursor }: { cursor?: string }) => pages[cursor === undefined ? 0 : 1],
  } as unknown as Client;
  const [row] = await withBeside(client, page, 'project', new AbortController().signal);
  expect(recallsOf(row!).map(({ id }) => id)).toStrictEqual(['1', '2']);
});

test('a recall has the row that it is part of before one with the same question', () => {
  const [asked, earlier] = [
    recall('9', 9, 'own', { query: 'Which tea?' }),
    recall('2', 1, 'own', { query: 'Which tea?' }),
  ];
  const rows = [asked, { ...recall('1', 1, 'project', { query: 'Which tea?' }), beside: [earlier] }];
  expect(rowOf(rows, earlier)).toBe(1);
  expect(rowOf(rows, recall('5', 5, 'own', { query: 'Which tea?' }))).toBe(0);
  expect(rowOf(rows, recall('6', 6, 'own', { query: '' }))).toBe(-1);
});

test('a prompt that got nothing new is shown with the recall that gave it in its session', async () => {
  const [given, later] = [recall('1', 4, 'project'), recall('2', 9, 'project', { results: [], outcome: 'empty' })];
  const own = recall('3', 9, 'own', { results: [], outcome: 'empty', known: [{ memoryId: '1' }] });
  const client = {
    call: async (_: string, { helped }: { helped?: boolean }) => ({ recalls: helped ? [own] : [given] }),
  } as unknown as Client;
  const [row] = await withBeside(client, [later], 'project', new AbortController().signal);
  expect(row?.before?.id).toBe('1');
  expect(isUnhelped(row!)).toBe(false);
  expect(isUnhelped(later)).toBe(true);
});

test('a recall shows what several memories gave in the order in which they gave it', () => {
  const [own, project] = [recall('10', 1, 'own'), recall('9', 1, 'project')];
  const orderOf = (first: Recall, other: Recall) => recallsOf({ ...first, beside: [other] }).map(({ id }) => id);
  expect(orderOf(own, project)).toStrictEqual(['9', '10']);
  expect(orderOf(project, own)).toStrictEqual(['9', '10']);
});

test('a question is settled by itself only where a memory stored since surely answers it', async () => {
  const near = (id: string, more: object) => ({ id, outcome: 'given', relevance: 0.9, ...more });
  const clientOf = (...memories: object[]) =>
    ({ call: async () => ({ layers: [{ memories }], recalls: [] }) }) as unknown as Client;
  const asked = recall('1', 1, 'project');
  const since = (...memories: object[]) => answerSince(clientOf(...memories), asked, new AbortController().signal);
  expect(await since(near('a', { later: true }), near('b', { answers: true }))).toBeUndefined();
  expect(await since(near('a', {}), near('b', { later: true, answers: true }))).toBe('b');
  const again = (...memories: object[]) => askAgain(clientOf(...memories), asked, undefined);
  expect(await again(near('a', { later: true }))).toMatchObject({ isAnswered: false });
  expect(await again(near('a', {}), near('b', { answers: true }))).toMatchObject({ isAnswered: true, memoryId: 'b' });
  const written = await askAgain(clientOf(near('a', {}), near('b', { relevance: 0.5 })), asked, 'b');
  expect(written).toStrictEqual({ isAnswered: true, said: 'answered now', memoryId: 'b' });
});

test('a question that was answered when it was asked again is settled by that answer', async () => {
  const asked = recall('1', 1, 'project', { results: [] });
  const answering = { id: 'a', outcome: 'given', relevance: 0.9, answers: true };
  const again = (query: string, minute: number) =>
    recall('2', minute, 'own', { query, results: [{ memoryId: 'a', relevance: 0.9 }] });
  const since = (...recalls: Recall[]) => {
    const call = async (name: string) =>
      name === 'listRecalls' ? { recalls } : { layers: [{ memories: [answering] }] };
    return answerSince({ call } as unknown as Client, asked, new AbortController().signal);
  };
  expect(await since()).toBeUndefined();
  expect(await since(again('another question', 2))).toBeUndefined();
  expect(await since(again(asked.query, 1))).toBeUndefined();
  expect(await since(again(asked.query, 2))).toBe('a');
});

test('a memory that a person writes for a prompt settles it, however little it fits', async () => {
  const calls: object[] = [];
  const call = async (name: string, input: object) => {
    calls.push({ name, ...input });
    const near = { id: 'a', outcome: 'weak', relevance: 0.3 };
    return name === 'dismissQuestion'
      ? recall('1', 1, 'project', { dismissed: true })
      : { layers: [{ memories: [near] }] };
  };
  const client = { call } as unknown as Client;
  const answer = { memoryId: 'a', characterId: 'own' };
  const settled = await settle(client, recall('1', 1, 'project'), answer, true);
  expect(settled).toMatchObject({ isAnswered: true, memoryId: 'a', recall: { dismissed: true } });
  expect(calls[0]).toStrictEqual({ name: 'dismissQuestion', recallId: '1', memoryId: 'a' });
});

test('a question is in the state that a person would say', () => {
  const of = (more: object) => recall('1', 1, 'project', { outcome: 'empty', results: [], ...more });
  expect(outcomeIn(of({}))).toBe('not answered');
  expect(outcomeIn(of({ order: true }))).toBe('needs no memory');
  expect(outcomeIn(of({ dismissed: true }))).toBe('needs no memory');
  expect(outcomeIn(of({ held: [{ memoryId: 'a' }], order: true }))).toBe('1 held back');
  // Asked again and answered: that it was settled before says no more.
  const answered = of({ dismissed: true, outcome: 'given', results: [{ memoryId: 'a', relevance: 0.9 }] });
  expect(outcomeIn(answered)).toBe('1 given');
  expect([answered, of({ dismissed: true }), of({})].map(maySettle)).toStrictEqual([false, true, true]);
});

test('a memory that an answer used, and that has changed since, is told from one that still holds', () => {
  const given = { memoryId: 'a', used: true } as const;
  const row = recall('1', 1, 'project', { results: [given] });
  expect(helpIn(row, [{ given }])).toBe('yes: the answer repeats what a memory says');
  for (const more of [{ ended: 'ended 2026-01-01' }, { line: 'Berlin', now: 'Hamburg' }, { deleted: true }])
    expect(helpIn(row, [{ given: { ...given, ...more } }])).toMatch(/has changed since$/);
  expect(helpIn(row, [{ given }, { given: { memoryId: 'b', ended: 'ended 2026-01-01' } }])).toMatch(/memory says$/);
});

test('a memory settled since is not counted among what may no longer hold', () => {
  const doubt = 'may be outdated since 2026-01-01';
  expect([{ doubt }, { doubt, deleted: true }, { ended: 'ended 2026-01-01' }, {}].map(mayBeOutdated)).toStrictEqual([
    ...[true, false, false, false],
  ]);
});

test('a memory that hooks gave has ended since; a search may find what had ended', () => {
  const ended = 'ended 2026-01-01';
  expect(hasEndedSince({ kind: 'hook' }, { ended })).toBe(true);
  expect(hasEndedSince({ kind: 'hook' }, {})).toBe(false);
  expect(hasEndedSince({ kind: 'search' }, { ended })).toBe(false);
});

test('a match that counts otherwise today says what it was and what it is', () => {
  const today = { relevance: 0.2, why: 'rank 14: matches 1 of 2 words' };
  expect(todayIn(today, 0.9)).toMatch(/“Strong match” when it was given; asked today, it is “Weak match”: rank 14/);
  expect(todayIn(today, 0.3)).toBe('Today: rank 14: matches 1 of 2 words.');
  expect(todayIn(today, undefined)).toBe('Today: rank 14: matches 1 of 2 words.');
});

test('the reason why a prompt got nothing is said as far as it is known', () => {
  const reasons = { allowed: true, asks: true, least: 0.3, elsewhere: [] };
  const near: Near = { id: 'a', characterId: 'c', content: 'Tea.', relevance: 0.9, outcome: 'given', lacks: [] };
  const found = { ...reasons, layers: [{ id: 'c', name: 'Ada', isOwn: false, memories: [near] }] };
  const at = '2026-01-01T10:00:00Z';
  expect(verdictOn(found, { at }, false)).toMatch(/^When it was asked, no memory matched well enough.*Asked now/);
  expect(verdictOn(found, { at, held: [near] }, false)).toMatch(/^What fitted then was held back\. /);
  expect(verdictOn(found, {}, false)).toMatch(/^Nothing was given then\. /);
  const elsewhere = { id: 'b', characterId: 'd', characterName: 'Loom', content: 'Tea.', relevance: 0.9 };
  const other = { ...reasons, layers: [{ ...found.layers[0]!, memories: [] }], elsewhere: [elsewhere] };
  expect(verdictOn(other, { at }, false)).toMatch(
    /^Hooks searched Ada\. What may answer it is in Loom, which they do not/,
  );
  expect(reasonFor({ ...near, was: { state: 'elsewhere', said: 'Loom' } })).toBe(
    'hooks give it now; then it was in Loom',
  );
  // What a person has just moved there is known.
  expect(verdictOn(found, { at }, false, true)).toMatch(/^Nothing was given then\. /);
});

test('the surest answer to a prompt stands first among what hooks give, and leaves nothing to write', () => {
  const near = (id: string, more: Partial<Near> = {}): Near => ({
    ...{ id, characterId: 'c', content: id, relevance: 0.9, outcome: 'given', lacks: [] },
    ...more,
  });
  const of = (...memories: Near[]) => {
    const layers = [{ id: 'c', name: 'Ada', isOwn: false, memories }];
    return { allowed: true, asks: true, least: 0.3, elsewhere: [], layers };
  };
  const both = of(near('a'), near('b', { answers: true }), near('c', { later: true }));
  expect(partOf(both, false).layers[0]?.memories.map(({ id }) => id)).toStrictEqual(['b', 'a']);
  expect([of(near('a')), both].map(isLeftToWrite)).toStrictEqual([true, false]);
});

test('questions of a list that are answered since are settled, but those that a person counts again', async () => {
  const gaps = [
    recall('1', 9, 'own', { gap: true, results: [], outcome: 'nothing' }),
    recall('2', 8, 'own', { gap: true, results: [], outcome: 'nothing', reopened: true }),
  ];
  const settled: unknown[] = [];
  const answers = {
    listRecalls: ({ helped }: { helped?: boolean }) => ({ recalls: helped === false ? gaps : [] }),
    explainPrompt: () => ({ layers: [{ memories: [{ id: 'm', answers: true, later: true }] }] }),
    dismissQuestion: (input: object) => settled.push(input),
  };
  const call = async (name: keyof typeof answers, input: object) => answers[name](input);
  const changed = vi.fn();
  const dashboard = { client: { call } as unknown as Client, may: () => true, changed };
  await settleListed(dashboard, { characterId: 'own', helped: false }, new AbortController().signal);
  expect(settled).toStrictEqual([{ recallId: '1', memoryId: 'm' }]);
  expect(changed).toHaveBeenCalledOnce();
});
