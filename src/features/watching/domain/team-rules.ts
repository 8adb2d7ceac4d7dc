import { textsOfLabels } from '../../../domain/labels.ts';
import type { Memory } from '../../../domain/memory.ts';
import { aboutOf } from '../../../text/about/about.ts';
import { familyWords } from '../../../text/about/family.ts';
import { namesPerson } from '../../../text/personal/people.ts';
import { markedKindsIn } from '../../../text/personal/personal.ts';
import { findSecrets } from '../../../text/secrets.ts';

/** The tag of a memory that no folder of a team gets. */
export const privateTag = 'private';

const family = new RegExp(`(?<!\\p{L})(?:${familyWords.map(({ who }) => who).join('|')})(?!\\p{L})`, 'iu');

/** Why a memory is never in the folder of a team; undefined: it may be. */
export function whyKept(memory: Pick<Memory, 'content' | 'tags' | 'metadata' | 'source'>): string | undefined {
  const { content, tags = [], source } = memory;
  if (tags.includes(privateTag)) return `tagged ${privateTag}`;
  if (source.kind === 'file') return 'of another file';
  const texts = [content, ...textsOfLabels(memory)];
  const secret = texts.flatMap((text) => findSecrets(text))[0];
  if (secret) return `a secret (${secret.kind})`;
  const [personal] = texts.flatMap(markedKindsIn);
  if (personal !== undefined) return `personal data (${personal})`;
  if (aboutOf(content) === 'user') return 'about you';
  return namesPerson(content) && family.test(content) ? 'about a family' : undefined;
}

/** Whether a person has to agree first: the memory seems to name a colleague. */
export function needsConsent(memory: Pick<Memory, 'content' | 'tags' | 'metadata'>): boolean {
  return [memory.content, ...textsOfLabels(memory)].some(namesPerson);
}
