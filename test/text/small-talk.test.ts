import { expect, test } from 'vitest';
import { isSmallTalk } from '../../src/text/small-talk.ts';

test.each([
  ...['Hey Mel!', 'Totally agree, Mel.', 'Cool, thanks Mel!', 'Mel, thanks!', 'You rock!', 'Long time no talk!'],
  ...['Hallo Anna!', 'Liebe Grüße', 'Salut Marie !', '¡Hola a todos!', 'Valeu, João', 'Ciao Anna', 'Hoi Anna'],
  ...['Cześć Aniu', 'Привет, Аня', 'Щиро дякую', 'Teşekkür ederim', 'Hej Anna', '最近怎么样？', 'お疲れ様です'],
  ...['수고하셨습니다', 'السلام عليكم', 'बहुत धन्यवाद', 'Terima kasih banyak', 'Cảm ơn bạn', 'ขอบคุณมากค่ะ', 'خسته نباشید'],
  ...['Καλημέρα', 'Dobrý den', 'Kiitos', 'Köszönöm', 'Mulțumesc', 'תודה', 'ধন্যবাদ'],
])('a greeting, thanks or praise is small talk, also with a name: %s', (said) => {
  expect(isSmallTalk(said)).toBe(true);
});

test.each([
  ...[
    'Hey Mel, I moved to Lisbon',
    'Vegetarian',
    'Yes, on Monday at 10',
    'I am Mel',
    'No Docker',
    "It's Shia Labeouf!",
  ],
  ...['Ok use Postgres', 'Sure, but never on Fridays', 'Danke, ich heiße Peter', 'You can use Vite'],
])('a statement with a greeting or a name is no small talk: %s', (said) => {
  expect(isSmallTalk(said)).toBe(false);
});
