import { expect, test } from 'vitest';
import { isQuestion } from '../../src/text/questions.ts';

test.each([
  '祖母の電話番号を教えて',
  '会議の時間を教えてください。',
  '次の会議は何時ですか',
  'Tell me who my dentist is.',
  'Sag mir, wann der Kurs ist.',
  '告诉我会议的时间',
  '회의 시간을 알려줘',
])('%s asks to be told something, and is a question', (prompt) => {
  expect(isQuestion(prompt)).toBe(true);
});

test.each(['サイドバーを直して', 'Refactor the sidebar.', '会議は月曜日です。', 'Tell the user when it fails.'])(
  '%s asks to be told nothing, and is no question',
  (prompt) => {
    expect(isQuestion(prompt)).toBe(false);
  },
);
