import * as z from 'zod';
import { limits } from './limits.ts';
import { label } from './text.ts';

// Filters of memories by their tags and metadata.

const tag = label(limits.tag);
const someTags = z.array(tag).min(1).max(limits.memoryTags);
const value = z.union([z.string(), z.number()]);
/** Values that one filter may name. */
const maxValues = 50;
const maxKeys = 20;

/** What is said of an operator that does not exist. */
const taking = (what: string) => ({
  error: ({ code }: z.core.$ZodRawIssue) =>
    code === 'unrecognized_keys' ? `is not taken here: give ${what}` : undefined,
});
const tagsTaken = taking('a list of tags, or one of in and exists');

/** All of these tags, one of them, any or none. */
export const tagsFilter = z.union([
  someTags,
  z.strictObject({ in: someTags }, tagsTaken),
  z.strictObject({ exists: z.boolean() }, tagsTaken),
]);
export type TagsFilter = z.infer<typeof tagsFilter>;

/** A range is of texts or of numbers, as its bound is. Texts are compared by their code points. */
const bounds = { gt: value.optional(), gte: value.optional(), lt: value.optional(), lte: value.optional() };
const condition = z
  .strictObject(
    {
      equals: value.optional(),
      in: z.array(value).min(1).max(maxValues).optional(),
      exists: z.boolean().optional(),
      ...bounds,
    },
    taking('a text, a number, or some of equals, in, exists, gt, gte, lt and lte'),
  )
  .refine((given) => Object.keys(given).length > 0, 'must have an operator, such as equals');

/** A value, or what it must be, of each key that it names. */
export const metadataFilter = z
  .record(z.string().min(1).max(limits.metadataKey), z.union([z.string(), z.number(), condition]))
  .refine((given) => Object.keys(given).length <= maxKeys, `must name at most ${maxKeys} keys`);
export type MetadataFilter = z.infer<typeof metadataFilter>;

export interface LabelFilters {
  tags?: TagsFilter | undefined;
  metadata?: MetadataFilter | undefined;
}
