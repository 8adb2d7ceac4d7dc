import * as z from 'zod';
import { presetNames } from '../../../domain/category.ts';
import { storedCharacterName } from '../../../domain/character.ts';
import { maxIdentities, portableIdentity } from '../../../domain/project-rules.ts';
import { visibilities } from '../../../domain/sharing.ts';
import { text } from '../../../domain/text.ts';
import { givenFields } from './replicated-character.ts';
import { digest, sentErasures, uuid } from './replication.ts';
import { answerPage, maxReason, unreadChange } from './replication-message.ts';

// The files in a shared folder: the manifest, and bundles of changes, one file for each store.

/** The most changes of a request, and the most revisions of an answer, for each character. */
export const maxBundled = 20_000;
/** The size limit of all changes, or all revisions, of a bundle together, in UTF-16 units of JSON. */
export const maxBundledLength = 16_000_000;
/** Bytes of a file. */
export const maxFile = 100_000_000;
const maxCharacters = 10_000;

/** A number so far above the last one is no store's: it would leave no room for the next. */
const maxJump = 1_000_000;
export const isJump = (number: number, last: number): boolean => number > last + maxJump;

const storeId = z.string().regex(/^[0-9a-f]{32}$/);
const categoryPreset = z.enum(presetNames);
const machine = text(100, 1);
/** What the other side needs to make a character; older programs tell the name and the preset only. */
const made = {
  name: storedCharacterName,
  categoryPreset,
  visibility: z.enum(visibilities).optional(),
  /** Of the project, or the person, whose memory it is. */
  identities: z.array(z.string().regex(portableIdentity)).max(maxIdentities).optional(),
};
/** The number of a store's bundle for another store; 0: none yet. */
const number = z.int().min(0);
const reason = z.string().max(maxReason);

/** The deciding store, and the characters that it shares. */
export const manifest = z.object({
  storeId,
  machine,
  characters: z.array(z.object({ id: uuid, ...made, memories: z.int().min(0) })).max(maxCharacters),
});
export type Manifest = z.output<typeof manifest>;

const requested = z.object({
  /** At the deciding store; it makes one that it does not have. */
  id: uuid,
  ...made,
  changes: z.array(unreadChange).max(maxBundled),
  after: z.string().min(1).max(200).optional(),
  character: givenFields.optional(),
  knows: z.string().min(1).max(64).optional(),
  erasures: sentErasures.optional(),
});
export type RequestedCharacter = z.output<typeof requested>;

/** A replica's request to the deciding store. */
export const requestBundle = z.object({
  from: storeId,
  to: storeId,
  machine,
  number,
  /** The number of the last answer that it has applied. */
  heard: number,
  characters: z.array(requested).max(maxCharacters),
});
export type RequestBundle = z.output<typeof requestBundle>;

const answered = z.object({
  id: uuid,
  /** `after` of the request. */
  after: z.string().max(200).optional(),
  /** Why nothing was decided. */
  problem: reason.optional(),
  /** Ids of changes that need not be sent again. */
  taken: z.array(digest).max(maxBundled),
  refused: z.array(z.object({ id: digest, type: z.string().max(100), message: reason })).max(maxBundled),
  /** In order; each begins where the one before ended. */
  pages: z.array(answerPage).max(maxBundled),
});
export type AnsweredCharacter = z.output<typeof answered>;

export const answerBundle = z.object({
  from: storeId,
  to: storeId,
  number,
  /** The number of the last request that was read. */
  answers: number,
  characters: z.array(answered).max(maxCharacters),
});
export type AnswerBundle = z.output<typeof answerBundle>;
