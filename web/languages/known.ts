import { type Message, msg, t } from './translate.ts';

/** Fixed words of the service: categories of presets and their headings, importances, roles, plans, kinds and outcomes. */
const words = [
  ...[msg('general'), msg('preferences'), msg('facts'), msg('decisions'), msg('events'), msg('goals')],
  ...[msg('relationships'), msg('skills'), msg('critical'), msg('high')],
  ...[msg('normal'), msg('low'), msg('owner'), msg('admin'), msg('member'), msg('viewer'), msg('rule')],
  ...[msg('preference'), msg('decision'), msg('correction'), msg('fact'), msg('kept'), msg('proposed'), msg('known')],
  ...[msg('captured turn'), msg('waiting turn'), msg('webhook delivery'), msg('request to forget'), msg('joined name')],
  ...[msg('dismissed question'), msg('document name'), msg('file version'), msg('watched file'), msg('file name')],
  ...[msg('e-mail address'), msg('telephone number'), msg('card number'), msg('national id'), msg('health')],
  ...[msg('names of people'), msg('dates of birth'), msg('income and debts'), msg('street addresses')],
  ...[msg('recall'), msg('character'), msg('category'), msg('webhook'), msg('replica'), msg('backup'), msg('copy')],
  ...[
    msg('About the person'),
    msg('Decisions and rules'),
    msg('Events'),
    msg('Facts'),
    msg('Plans'),
    msg('Preferences'),
    msg('People'),
  ],
  ...[
    msg('Stack and skills'),
    msg('left out'),
    msg('forgotten'),
    msg('useful'),
    msg('wrong'),
    msg('key'),
    msg('dashboard'),
    ...[msg('free'), msg('starter'), msg('developer'), msg('business'), msg('unlimited')],
  ],
];
const byText = new Map<string, Message>(words.map((one) => [one, one]));

/** A word of the service in the language of the interface; names that users gave stay as they are. */
export function known(word: string): string {
  const message = byText.get(word);
  return message === undefined ? word : t(message);
}
