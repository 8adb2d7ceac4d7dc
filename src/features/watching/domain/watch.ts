import * as z from 'zod';

export const watch = z.object({
  path: z.string(),
  kind: z.enum(['file', 'directory']),
  characterId: z.string(),
  label: z.string().optional(),
  deleteMissing: z.boolean(),
  files: z.int(),
  /** Stored files that are not on the disk. */
  missing: z.int().optional(),
  /** What the count of files does not show: why files are missing, wait or are left out. */
  note: z.string().optional(),
  watchedSince: z.string().optional(),
  lastSyncAt: z.string().optional(),
});
export type Watch = z.infer<typeof watch>;
