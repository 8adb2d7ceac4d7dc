import { ServiceError } from '../domain/errors.ts';
import { findSecrets } from '../text/secrets.ts';

/** Throws InvalidContent, naming the kind and never the value, for a content with a credential nobody insisted on. */
export function refuseSecret(content: string | undefined, allowSecret: boolean | undefined): void {
  if (content === undefined || allowSecret) return;
  const kinds = [...new Set(findSecrets(content).map(({ kind }) => kind))];
  if (kinds.length === 0) return;
  throw new ServiceError(
    'InvalidContent',
    `content holds what looks like a secret (${kinds.join(', ')}); nothing was stored. Leave it out, or insist with allowSecret: true.`,
  );
}
