import { expect, test } from 'vitest';
import { loadStatementJudge } from '../../src/ai/statement-judge.ts';

const judge = loadStatementJudge(() => undefined)!;

test.each([
  ["Okay, let's nail this down.", 'Yeah, good on ya, mate.'],
  ['Alright, this draft is looking solid.', 'My guy, this plan is solid!'],
  ['Thank you for transforming them.', 'Thank you.'],
  ['Okay, I am starting now.', "Yeah, I'm ready."],
  ['Okay, these look good.', "That's good."],
  ['This is not making sense at all!', 'Makes sense.'],
])('the remark “%s” ends nothing that “%s” says', (newer, older) => {
  expect(judge(newer, older).relation).toBe('unrelated');
});

test.each([
  ["I don't smoke any more.", 'I smoke.'],
  ['Ya no fumo.', 'Fumo.'],
  ['Voltei a comer pão.', 'Não como pão.'],
  ['이제 고기를 안 먹어요.', '고기를 먹어요.'],
  ['我戒烟了。', '我抽烟。'],
])('“%s” ends the short statement “%s”', (newer, older) => {
  expect(judge(newer, older).relation).toBe('ends');
});

test.each([
  ['My manager is Deborah.', 'Deborah went to another team, I report to Kwame now.'],
  ['Müdürüm Kemal Bey.', 'Kemal Bey emekli oldu, yeni müdürüm Aylin Hanım.'],
  ['O deploy é toda sexta.', 'O deploy agora é toda terça, sexta não dá mais.'],
  ['Moro em Porto Alegre', 'me ajuda com o formulário? mudei pra Florianópolis semana passada'],
  ['Ik werk bij Philips', 'pas mijn cv aan, ik ben weg bij Philips en zit nu bij ASML'],
  ['定例会議は月曜の10時です', '定例は水曜の14時に変わったので、カレンダーを更新して'],
])('a part of a statement changes “%s”: “%s”', (older, newer) => {
  expect(judge(newer, older).relation).toBe('ends');
});

test('a question without a mark changes nothing', () => {
  expect(judge('Vitestに移行した方がいいですか', 'テストにはJestを使っています').relation).not.toBe('ends');
});
