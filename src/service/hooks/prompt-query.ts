import { markCode } from '../../text/code.ts';
import { isSmallTalk } from '../../text/small-talk.ts';

/** A longer prompt is searched with by its beginning and its end: what is asked is there. */
const longestQuery = 2_000;

/** What a prompt is searched with: its words without code; nothing for small talk and for commands of the host. */
export function queryOf(prompt: string): string | undefined {
  const lines = prompt.split('\n');
  const marks = markCode(lines);
  const said = lines
    .filter((_, i) => !marks[i])
    .join('\n')
    .trim();
  if (said === '' || said.startsWith('/') || isSmallTalk(said)) return undefined;
  if (said.length <= longestQuery) return said;
  const half = longestQuery / 2;
  return `${said.slice(0, half)}\n${said.slice(-half)}`.toWellFormed();
}
