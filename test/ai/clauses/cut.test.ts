import { expect, test } from 'vitest';
import { cutClauses } from '../../../src/ai/clauses/cut.ts';

test.each([
  ['Тестовый сервер теперь на 8181, почему не коннектится?', 'Тестовый сервер теперь на 8181'],
  ['Staging listens on 6543 now, why does it refuse me?', 'Staging listens on 6543 now'],
  ['测试服务器端口换成9000了，帮我看看为什么连不上', '测试服务器端口换成9000了'],
  ['定例会議は水曜に変わったので、カレンダーを更新して', '定例会議は水曜に変わったので'],
])('“%s” says something before it asks', (said, first) => {
  expect(cutClauses(said).map(({ text }) => text.replace(/、$/u, ''))).toStrictEqual([first, expect.any(String)]);
});

test.each(['我们用Redis，不用MySQL', 'Wir nutzen Redis, nicht MySQL?'])('“%s” stays whole', (said) => {
  expect(cutClauses(said)).toHaveLength(1);
});
