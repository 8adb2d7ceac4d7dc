import { expect, test } from 'vitest';
import { facetsOf, isTopic, namesIn } from '../../web/parts/search/facets.ts';
import type { Found } from '../../web/parts/search/found.ts';

test.each([
  ['Melanie: We went to San Francisco with Ada.', ['Melanie', 'San Francisco', 'Ada']],
  ["Yesterday I met Zoë O'Brien; she uses PostgreSQL and GPT-4.", ["Zoë O'Brien", 'PostgreSQL', 'GPT-4']],
  ['Вчера мы с Анной ездили в Нижний Новгород.', ['Анной', 'Нижний Новгород']],
  ['我们用 nginx 和PostgreSQL 部署服务。', ['nginx', 'PostgreSQL']],
  ['Use pnpm, not npm.', []],
  ['The traditional territory is near the sea, 海 in Japanese.', ['Japanese']],
  ['I think I am late. The bus left.', []],
])('names are found in %s', (text, names) => {
  expect(namesIn(text).toSorted()).toStrictEqual(names.toSorted());
});

test.each([
  ['who is my sister', ['sister'], false],
  ['wine', ['wine'], true],
  ['Green Tea', ['green', 'tea'], true],
  ['妹は誰', ['妹'], false],
  ['京都', ['京都'], true],
  ['luxury bath budget', ['luxury', 'bath', 'budget'], false],
  ['and', [], false],
])('the search “%s” with the words %j is of a topic that can be forgotten: %s', (query, understood, is) => {
  expect(
    isTopic(
      query,
      understood.map((word) => ({ word })),
    ),
  ).toBe(is);
});

test('facets are names that several results share, but not all, and not words of the query', () => {
  const found = [
    ['1', 'facts', 'Ada: we met Ben in Porto.'],
    ['2', 'facts', 'Ben likes tea with Ada.'],
    ['3', 'events', 'On Monday the train from Porto was late.'],
    ['4', 'facts', 'Porto is where Ada lives, near Ben.'],
    ['5', 'events', 'Tea With Carla in Faro.'],
    ['6', 'events', 'Plans › Coffee With Carl: in spring, with milk.'],
  ].map(([id, category, content]) => ({ id, category, content }) as Found);
  const facets = facetsOf(found, 'who is Ada?').map(({ kind, value, memoryIds }) => [
    kind,
    value,
    [...memoryIds].join(),
  ]);
  expect(facets).toStrictEqual([
    ['name', 'Ben', '1,2,4'],
    ['name', 'Porto', '1,3,4'],
  ]);
});

test('no facet is a part of another name, a word that is also written small, or a day', () => {
  const found = [
    'In This year we add Pinot Noir on Wednesday for Pressure.',
    'The Noir, Pinot Noir: this is the pressure of Wednesday.',
    'A Pinot Noir for Porto, This or Wednesday, Noir or Pressure.',
    'Nothing but Porto.',
  ].map((content, at) => ({ id: `${at}`, category: `${at}`, content }) as Found);
  expect(facetsOf(found, 'wine').map(({ value }) => value)).toStrictEqual(['Pinot Noir', 'Porto']);
});
