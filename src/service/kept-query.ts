import { clipped } from '../domain/errors.ts';

/** UTF-16 units; a longer question is told by its beginning. */
const longest = 2_000;

/** A question as the log of recalls keeps it: without credentials. */
export async function keptQuery(query = ''): Promise<string> {
  if (query === '') return '';
  const { redactSecrets } = await import('../text/secrets.ts');
  return clipped(redactSecrets(query), longest);
}
