import { graphemesOf } from '../../base/graphemes.ts';
import type { Memory } from '../../domain/memory.ts';
import { isUuid } from '../../domain/text.ts';
import type { Context } from '../context.ts';

/** The longest title, in graphemes. */
const maxTitleLength = 80;
/** Enough text for a title, whatever its characters are made of. */
const scanned = 2_000;

/** A memory as a source that a host cites: an id by which it is read again, a title with its origin, and where a person sees it. */
export function citation({ publicUrl }: Pick<Context, 'publicUrl'>, memory: Cited) {
  const { id, characterId, content, origin } = memory;
  const title = titleOf(content);
  const url =
    publicUrl === undefined
      ? `/v1/characters/${characterId}/memories/${id}`
      : `${publicUrl}/memories/${characterId}/${id}`;
  return { id: `${characterId}/${id}`, title: origin === undefined ? title : `[${origin}] ${title}`, url };
}

type Cited = Pick<Memory, 'id' | 'characterId' | 'content' | 'origin'>;

/** The memory that the id of a citation names; undefined for another text. */
export function citedBy(id: string): { characterId: string; memoryId: string } | undefined {
  const [characterId = '', memoryId = '', more] = id.trim().split('/');
  return more === undefined && isUuid(characterId) && isUuid(memoryId) ? { characterId, memoryId } : undefined;
}

/** The first line with words, cut between words where there are spaces. */
function titleOf(content: string): string {
  const lines = content.slice(0, scanned).split(/[\n\v\f\r\u0085\u2028\u2029]/);
  const line = (lines.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? lines.find((one) => one.trim() !== '') ?? '')
    .replace(/^[\s#>*+-]+(?=\S)/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const parts = graphemesOf(line.toWellFormed());
  if (parts.length <= maxTitleLength) return parts.join('');
  const space = parts.lastIndexOf(' ', maxTitleLength - 1);
  return `${parts.slice(0, space > maxTitleLength / 2 ? space : maxTitleLength - 1).join('')}…`;
}
