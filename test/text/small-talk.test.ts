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

test.each([
  'Goodbye for now.',
  'Thank you for those ideas.',
  "That's a really good answer!",
  'That... sounds much better.',
  'This makes sense.',
  'Das klingt sehr gut, danke.',
  'Danke für die Tipps.',
  'Ça a du sens.',
  'Merci pour ces idées.',
  'Eso tiene mucho sentido.',
  'Adiós por ahora.',
  'Faz sentido.',
  'Obrigado pelas ideias.',
  'なるほど。',
  'アイデアをありがとう。',
  '听起来不错。',
  '谢谢你的建议。',
  'هذا منطقي.',
  'شكرا على الأفكار.',
])('an answer that only says how something seems is small talk: %s', (said) => {
  expect(isSmallTalk(said)).toBe(true);
});

test.each([
  'This is the best option for Falcon.',
  "That's the right answer: 42.",
  'These are my favorite options.',
  'Thank you for the book.',
  'Merci pour Paris.',
  'Die sind gut für Momo.',
  'Es perfecto para mi hermana.',
  "C'est Anna.",
  'The plan is good.',
  'I am ready to move to Lisbon.',
  '我明白了日语',
])('an answer that names what it is about says something: %s', (said) => {
  expect(isSmallTalk(said)).toBe(false);
});
