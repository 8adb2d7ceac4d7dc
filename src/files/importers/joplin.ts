import { instantOf } from '../dates.ts';
import type { ReadDocument } from '../document.ts';
import { splitMarkdown } from '../markdown/split.ts';

/** What is not a note: https://joplinapp.org/help/api/references/rest_api/#item-type-ids. */
const otherTypes = new Map([
  ['2', 'notebooks of Joplin'],
  ['4', 'attachments of Joplin'],
  ['5', 'tags of Joplin'],
  ['6', 'tags of notes of Joplin'],
]);

/**
 * A file of Joplin's export "RAW" (and of its archive JEX): a title, a text, and a last block of `name: value` from `id`
 * to `type_`. Undefined for another text. A deleted note is left out; a to-do says its state.
 */
export async function readJoplin(text: string): Promise<ReadDocument | undefined> {
  const found = fieldsOf(text);
  if (!found) return undefined;
  const { fields, head } = found;
  const type = fields.get('type_') ?? '';
  const isDeleted = Number(fields.get('deleted_time') ?? 0) > 0;
  if (type !== '1' || isDeleted || fields.get('is_conflict') === '1') {
    const name = isDeleted
      ? 'notes in the bin'
      : (otherTypes.get(type) ?? (type === '1' ? 'conflict copies' : 'items of Joplin'));
    return { pieces: [], leftOut: [{ name, count: 1 }] };
  }
  const [title = '', ...rest] = head.split('\n');
  const isDone = Number(fields.get('todo_completed') ?? 0) > 0;
  const isTask = fields.get('is_todo') === '1';
  const state = isTask ? (isDone ? 'done: ' : 'open: ') : '';
  const occurredAt = instantOf(fields.get('user_created_time')) ?? instantOf(fields.get('created_time'));
  // Links lead to items by id.
  const body = rest.join('\n').replace(/\[([^[\]\n]*)\]\(:\/[\da-f]{32}\)/g, '$1');
  const context = [`${state}${title.trim()}`].filter((part) => part !== '');
  const pieces = body.trim() === '' ? [] : await splitMarkdown(body, { context, occurredAt });
  const bare = context.map((whole) => ({ body: whole, context: [], occurredAt }));
  return { pieces: pieces.length === 0 ? bare : pieces };
}

/** The fields at the end of such a file, and the text above them. */
function fieldsOf(text: string): { fields: Map<string, string>; head: string } | undefined {
  const lines = text.trimEnd().split('\n');
  if (!/^type_: \d{1,2}$/.test(lines.at(-1) ?? '')) return undefined;
  const fields = new Map<string, string>();
  let at = lines.length - 1;
  for (; at >= 0; at--) {
    const [, name, value = ''] = /^([a-z_]{2,40}):(?: (.*))?$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined) break;
    fields.set(name, value);
  }
  return /^[\da-f]{32}$/.test(fields.get('id') ?? '') ? { fields, head: lines.slice(0, at + 1).join('\n') } : undefined;
}
