import type { LeftOut } from '../left-out.ts';
import { type FrontMatter, textOfField } from '../markdown/front-matter.ts';
import { maxBody, type Piece } from '../piece.ts';

/**
 * The memory that Claude Code writes itself: a file a memory, with `name`, `description` and `type` as front matter, and
 * the index MEMORY.md (seen in its folders: `~/.claude/projects/PROJECT/memory`).
 */
const categories = new Map([
  ['user', ['profile', 'skills', 'facts']],
  ['feedback', ['preferences']],
  ['project', ['projects', 'decisions']],
  ['reference', ['references', 'facts']],
]);

/** Categories for a memory of that kind, the likeliest first; undefined for another document. */
export function agentMemoryTags(matter: FrontMatter): string[] | undefined {
  if (!matter.fields.has('name')) return undefined;
  const type = textOfField(matter, 'type') || /\btype:? (\w+)/.exec(textOfField(matter, 'metadata'))?.[1];
  return type === undefined ? undefined : categories.get(type);
}

/** The pieces of such a memory as one: the rule, why, and how it is applied. Long ones, and code, stay apart. */
export function inOne(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  const body = pieces
    .map(sentenceOf)
    .join(' ')
    .replace(/\*\*((?:Why|How to apply)\s{0,3}:)\*\*/g, '$1');
  const isProse = pieces.every((piece) => !piece.body.includes('\n'));
  return first && rest.length > 0 && isProse && body.length <= maxBody ? [{ ...first, body }] : [...pieces];
}

function sentenceOf({ body, context }: Piece): string {
  const said = context.length === 0 ? body : `${context.join(' › ')}: ${body}`;
  return /[.!?:;。！？]["')\]*_]*$/u.test(said) ? said : `${said}.`;
}

/** MEMORY.md without the lines of its index, which repeat the files that they link to. */
export function withoutIndex(body: string, leftOut: LeftOut): string {
  const lines = body.split('\n');
  const isEntry = (line: string) => /^\s{0,20}[-*+] \[[^\]\n]{1,300}\]\([^()\s]{1,300}\.md\)/.test(line);
  const kept = lines.filter((line) => !isEntry(line));
  leftOut.add('lines of an index', lines.length - kept.length);
  const isBare = kept.length < lines.length && kept.every((line) => line.trim() === '' || /^#{1,6} /.test(line));
  return isBare ? '' : kept.join('\n');
}
