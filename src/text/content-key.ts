import { createHash } from 'node:crypto';
import { Pace } from '../base/pace.ts';
import { contentIdentity } from '../domain/text.ts';

/** Key under which equal contents meet: the first 16 bytes of the SHA-256 of their identity. */
export function contentKey(content: string): Buffer {
  return createHash('sha256').update(contentIdentity(content)).digest().subarray(0, 16);
}

/** UTF-16 units of contents, and the effort of a key in them, before other work gets a turn. */
const keyedAtOnce = 200_000;
const keyEffort = 100;

/** The keys of many contents, made in short steps. */
export async function contentKeys(memories: readonly { content: string }[]): Promise<Buffer[]> {
  const pace = new Pace(keyedAtOnce);
  const keys: Buffer[] = [];
  for (const { content } of memories) {
    await pace.before(content.length + keyEffort);
    keys.push(contentKey(content));
  }
  return keys;
}
