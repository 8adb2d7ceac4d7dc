import * as z from 'zod';

const count = z.int();
const joined = z.object({ id: z.string(), name: z.string(), memoryCount: count });
/** Two memories that may be one; by the person, by what identifies a repository, or by the name of a folder. */
export const shownJoin = z.object({
  from: joined.describe('It began on this machine'),
  into: joined.describe('It came from another machine'),
  by: z.enum(['person', 'repository', 'name']),
  folder: z.string().describe('On this machine'),
});
const shownCharacter = z.object({
  id: z.string(),
  name: z.string(),
  waiting: count,
  refused: count,
  reasons: z.array(z.object({ reason: z.string(), memories: count })),
  problem: z.string().optional(),
  keeps: z.boolean(),
  deletedAt: z.string().optional(),
});
/** A server, another machine (over ssh) or a shared folder. */
export const connectionKinds = ['server', 'ssh', 'folder'] as const;
/** What characters of this store are replicated with, as it is shown. */
export const shownConnection = z.object({
  url: z.string(),
  kind: z.enum(connectionKinds),
  member: z.string(),
  connectedAt: z.string(),
  machines: z
    .array(z.object({ name: z.string(), heardAt: z.string() }))
    .describe('Of a folder: the other machines that this one has heard'),
  contactedAt: z.string().optional(),
  problem: z.string().optional(),
  /** Over all its characters. */
  waiting: count,
  refused: count,
  characters: z.array(shownCharacter),
  decides: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Characters of which this store decides the order of changes'),
});
export type ShownConnection = z.output<typeof shownConnection>;

/** The short form for agents: their list of tools has a size limit. */
export const shortConnection = shownConnection
  .omit({ kind: true, member: true, connectedAt: true, machines: true, waiting: true, refused: true, decides: true })
  .extend({ characters: z.array(shownCharacter.omit({ id: true, keeps: true })) });
export type ShortConnection = z.output<typeof shortConnection>;
