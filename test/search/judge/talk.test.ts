import { expect, test } from 'vitest';
import { tellsChangeOf } from '../../../src/search/judge/talk.ts';

test.each([
  ['I hear you loud and clear.', 'I hear you loud and clear on the generator.'],
  ['That bowl is gorgeous!', 'That bowl is awesome, Mel!'],
  ['That looks awesome!', 'Wow, that looks awesome!'],
  ['My guy, you understand!', 'Ah, now you’re talking! This is sharp, my guy.'],
  ['Access the database *you* built.', 'Access the database you created *now*.'],
  ['We use Jest for the tests.', 'Do we use Vitest for the tests now?'],
  ['[image: a photo of a family in a yard]', '[image: a photo of a dog sitting in a boat on the water]'],
  [
    'I took my turtles out for a walk.',
    'They look tired from all the walking, so they relax in the tank right now. [image: a dog]',
  ],
  ['Hey John, I’ve been doing great lately.', 'Hey John, long time no talk! A lot has happened since then.'],
  ['Hey John, I’ve been doing great lately.', 'Hey John, I’m good. Sorry to hear it’s been rough.'],
  ['Moments of laughter bring us closer.', 'We ended up laughing and having a good time.'],
  [
    'Thanks for the support and encouragement.',
    'Appreciate the support of those close to me. Their encouragement made me.',
  ],
  ['Lately, I’ve been looking into counseling.', 'Since our last chat, I’ve been looking into counseling more.'],
  ['I walk along the river every day.', 'I walked along the river with a dog.'],
  ['The blueprint for today looks solid.', 'Appreciate the blueprint, no time to waste!'],
])('the message “%s” of a chat is not ended by “%s”', (older, newer) => {
  expect(tellsChangeOf(newer, older)).toBe(false);
});

test.each([
  ['I live in Graz and love the hills.', 'I moved to Vienna in May.'],
  ['Our CI runs on Jenkins.', 'We went over from Jenkins to GitHub Actions.'],
  ['I drive a red Golf.', 'I sold my Golf and drive a Zoe now.'],
  ['The project lead is Tom.', 'Tom left, Priya is the project lead now.'],
  ['Hey Mel! I live in Graz.', 'Hey Mel, I moved to Vienna in May. [image: a photo of boxes]'],
  ['The retention period is 60 days.', 'Legal cut the retention period to 30 days.'],
  ['Ich esse gern Fleisch.', 'Ich esse kein Fleisch mehr.'],
  ['私は大阪に住んでいます。', '先月東京に引っ越しました。'],
])('the message “%s” of a chat may be ended by “%s”', (older, newer) => {
  expect(tellsChangeOf(newer, older)).toBe(true);
});
