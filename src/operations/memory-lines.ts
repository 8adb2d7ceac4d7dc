import type { Memory } from '../domain/memory.ts';
import { asColumn, asItem } from '../domain/text.ts';

type Shown = Pick<Memory, 'id' | 'content' | 'category' | 'salience' | 'importance' | 'revision'> &
  Partial<Pick<Memory, 'state' | 'occurredAt' | 'origin'>> & {
    characterName?: string | undefined;
    ended?: string | undefined;
    doubt?: string | undefined;
    holdsUntil?: string | undefined;
    lost?: string | undefined;
    explain?: Record<string, unknown> | undefined;
  };

/**
 * The content of the brackets in `memoryLines`; `weight` is the meaning of salience in the list, `isMixed` means
 * several characters.
 */
export function legend(weight: 'relevance' | 'salience', isMixed = false): string {
  return `[${weight} |${isMixed ? ' character |' : ''} whose word (you: the user's) | category | importance | when, UTC | id | revision]`;
}

/**
 * Memories as text that an agent can judge, use and change. A content can't look like another item, nor a name
 * like a column.
 */
export function memoryLines(memories: readonly Shown[]): string {
  return memories.map(line).join('\n');
}

function line({
  id,
  content,
  category,
  salience,
  importance,
  revision,
  state,
  occurredAt,
  characterName,
  origin,
  ended,
  doubt,
  holdsUntil,
  lost,
  explain,
}: Shown): string {
  const when = occurredAt?.slice(0, 16).replace('T', ' ') ?? '';
  const deleted = state === 'DELETED' ? ' | DELETED' : '';
  const marks = [ended ?? (holdsUntil && `holds until ${holdsUntil}`), doubt, lost].filter(
    (mark) => mark !== undefined,
  );
  const marked = marks.length === 0 ? '' : ` (${marks.join('; ')})`;
  const owner = characterName === undefined ? '' : ` ${asColumn(characterName)} |`;
  const parts = `[${salience} |${owner}${origin === undefined ? '' : ` ${asColumn(origin)} |`} ${asColumn(category)} | ${importance} | ${when} | ${id} | ${revision}${deleted}]`;
  const explained = explain ? `\n  explain: ${JSON.stringify(explain)}` : '';
  return `- ${parts} ${asItem(content)}${marked && asItem(marked)}${explained}`;
}
