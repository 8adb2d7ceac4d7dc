import * as z from 'zod';
import { categoryFields, categoryName, presetNames } from '../../../domain/category.ts';
import { storedCharacterName } from '../../../domain/character.ts';
import { clipped, ServiceError } from '../../../domain/errors.ts';
import { roles } from '../../../domain/principal.ts';
import { accesses, visibilities } from '../../../domain/sharing.ts';
import { storableText } from '../../../domain/text.ts';
import { uuid } from '../domain/replication.ts';

// What a replica reads of a server's REST API. Servers and other machines are not trusted.

const maxName = 500;
const shownMember = z.object({ id: storableText(200), name: storableText(maxName) });

export const remoteMember = z.object({ member: shownMember.extend({ role: z.enum(roles) }) });
export type RemoteMember = z.output<typeof remoteMember>;

export const remoteCharacter = z.object({
  id: uuid,
  name: storedCharacterName,
  categoryPreset: z.enum(presetNames),
  visibility: z.enum(visibilities).optional(),
  owner: shownMember.optional(),
  /** For members who may change them. */
  shares: z.array(z.object({ member: shownMember, access: z.enum(accesses) })).optional(),
});
export type RemoteCharacter = z.output<typeof remoteCharacter>;

/** The characters of a page. Others than these can't be connected: an odd one must not hide its neighbours. */
export const remoteCharacters = z.object({ characters: z.array(z.unknown()).max(100) });

export const remoteCategories = z.object({
  categories: z.array(z.object({ name: categoryName, ...categoryFields, isDefault: z.boolean() })).max(1_000),
});

export const exchanged = z.object({ message: z.string() });

/** ServiceUnavailable. */
export function answered<Schema extends z.ZodType>(schema: Schema, url: string, given: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(given);
  if (!error) return data as z.output<Schema>;
  const fault = clipped(z.prettifyError(error), maxName);
  throw new ServiceError('ServiceUnavailable', `${url} answers as no server of this program does: ${fault}`);
}

/** Bytes of one answer: more than the largest character takes. */
export const maxAnswer = 64 * 1024 * 1024;

/** A body of JSON; undefined for any other, or one that is too large. */
export async function jsonOf(url: string, response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readBody(url, response));
  } catch {
    return undefined;
  }
}

/** A body as text. ServiceUnavailable for one that is too large; nothing beyond the bound is kept. */
export async function readBody(url: string, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxAnswer) {
      throw new ServiceError(
        'ServiceUnavailable',
        `${url} answers with more than ${maxAnswer} bytes: nothing was read.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
