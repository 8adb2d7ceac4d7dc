import { type Fields, isFields } from './values.ts';

/** Nested values of a record of a message. */
const maxDepth = 20;

/** Whether a record is a chat of the data export of Messenger or Instagram, which has names and times in these fields. */
export function isMetaChat(value: Fields): boolean {
  const { messages } = value;
  if (!Array.isArray(messages) || messages.length === 0) return false;
  return messages.every((one) => isFields(one) && typeof one.sender_name === 'string' && 'timestamp_ms' in one);
}

/**
 * A value whose texts are UTF-8 that was read as Latin-1, as that export writes them (`Rados\u00c5\u0082aw`,
 * https://stackoverflow.com/questions/50008296), with its letters. Other texts stay. Linear.
 */
export function withLetters<Value>(value: Value, depth = 0): Value {
  if (typeof value === 'string') return lettersOf(value) as Value;
  if (depth >= maxDepth || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withLetters(one, depth + 1)) as Value;
  const fields = Object.entries(value).map(([name, one]) => [name, withLetters(one, depth + 1)] as const);
  return Object.fromEntries(fields) as Value;
}

function lettersOf(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
