import type { Memory } from '../../client/api.ts';
import { datesInWords } from '../../languages/times.ts';
import { type Message, msg, t } from '../../languages/translate.ts';

const origins: ReadonlyMap<string, Message> = new Map([
  ['you', msg('you')],
  ['agent', msg('an agent')],
  ['file', msg('the file {name}')],
  ['import', msg('the import {name}')],
  ['member', msg('the member {name}')],
  ['service', msg('the service')],
]);

/** Whose word it is: a kind, mostly with a name (`file notes.md`). */
export function originIn(origin = ''): string {
  const [kind = ''] = origin.split(' ', 1);
  const words = origins.get(kind);
  return words === undefined ? origin : t(words, { name: origin.slice(kind.length + 1) }).trim();
}

/** Who said it: what a hook, or an agent, took from a conversation is still the user's word. */
export const saidBy = ({ origin, source }: Pick<Memory, 'origin' | 'source'>): string =>
  origin === 'you' && source.kind === 'extraction' ? t('you, in a conversation') : originIn(origin);

/** Whether it is a message of an imported chat; what the user has written anew of it is not. */
export const isOfChat = ({ origin, source, sessionId }: Pick<Memory, 'origin' | 'source' | 'sessionId'>): boolean =>
  origin !== 'you' && source.kind === 'import' && sessionId !== undefined;

/** Memories without those of imported chats, and these; all of them where there are no others. */
export function chatsApart<One extends Parameters<typeof isOfChat>[0]>(memories: readonly One[]): [One[], One[]] {
  const told = memories.filter((one) => !isOfChat(one));
  return told.length > 0 ? [told, memories.filter(isOfChat)] : [[...memories], []];
}

/** The label of a line that an agent got: whose word it is, its days and more. */
export const labelInWords = (label: string): string =>
  datesInWords(label)
    .replace(/^[^,]+/u, originIn)
    .replaceAll(', ', t(', '));
