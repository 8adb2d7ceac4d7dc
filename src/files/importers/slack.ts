import { type Fields, isFields, textIn, unpacked } from './values.ts';

/** Where a day's messages were written, and the workspace's members by id. */
export interface SlackChannel {
  channel: string;
  people: ReadonlyMap<string, string>;
}

const nameFields = ['display_name', 'real_name', 'name'];

/** The members of a workspace: `users.json` of its export. */
export function slackPeople(text: string): ReadonlyMap<string, string> {
  const users = unpacked(text);
  const named = (Array.isArray(users) ? users : []).filter(isFields).map((user): [string, string] => {
    const profile = isFields(user.profile) ? textIn(user.profile, ...nameFields) : '';
    return [textIn(user, 'id'), profile || textIn(user, 'real_name', 'name')];
  });
  return new Map(named.filter(([id, name]) => id !== '' && name !== ''));
}

/** A message of Slack's export (https://slack.com/help/articles/220556107): a day of a channel is a list of them. */
export function isSlack(one: Fields): boolean {
  return one.type === 'message' && typeof one.ts === 'string' && /^\d{9,11}\.\d+$/.test(one.ts);
}

/** The messages with names for ids, as far as they tell them, and plain text for marks (https://docs.slack.dev/messaging/formatting-message-text). */
export function withoutSlackMarks(list: readonly Fields[], people: ReadonlyMap<string, string>): Fields[] {
  const names = new Map(people);
  for (const { user, user_profile } of list) {
    if (typeof user !== 'string' || !isFields(user_profile)) continue;
    const name = textIn(user_profile, ...nameFields);
    if (name !== '') names.set(user, name);
  }
  return list.map((one) => {
    const user = typeof one.user === 'string' ? (names.get(one.user) ?? one.user) : textIn(one, 'username') || 'bot';
    const { user_profile: _, ...rest } = one;
    return { ...rest, user, text: typeof one.text === 'string' ? plain(one.text, names) : one.text };
  });
}

function plain(text: string, names: ReadonlyMap<string, string>): string {
  const linked = text.replace(/<([^<>\n]+)>/g, (_, inner: string) => {
    const [target = '', shown] = inner.split('|', 2) as [string, string?];
    if (target.startsWith('@')) return `@${shown ?? names.get(target.slice(1)) ?? target.slice(1)}`;
    if (target.startsWith('#')) return `#${shown ?? target.slice(1)}`;
    if (target.startsWith('!')) return `@${shown ?? target.slice(1)}`;
    const address = target.replace(/^mailto:/, '');
    return shown === undefined || shown === address ? address : `${shown} (${address})`;
  });
  return linked
    .replace(/(?<![\p{L}\p{N}*])\*([^*\n]+)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}~])~([^~\n]+)~(?![\p{L}\p{N}~])/gu, '(no longer) $1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
