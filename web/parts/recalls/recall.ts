import type { Output } from '../../client/client.ts';

/** Something that an agent asked and was given. */
export type Recall = Output<'listRecalls'>['recalls'][number];

/** In which way it was asked, in few words. */
export function wayOf({ kind, via }: Recall): string {
  const asked = kind === 'hook' ? 'by hook' : kind;
  return via === 'stdio' || via === 'system' ? asked : `${asked}, by ${via === 'jwt' ? 'JWT' : via}`;
}
