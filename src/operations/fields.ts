import * as z from 'zod';
import { instant, reference, text } from '../domain/text.ts';

/** Fields that many operations take; declared once so that every tool describes them alike. */
export const characterId = reference(200);
/** The same where an agent begins: the other tools need not say it again. */
export const namedCharacter = characterId.describe('Id or name');
/** Several of them; a refusal names the bound. */
export const characterIds = z.array(reference(200)).min(1).max(10).describe('Or several');
export const memoryId = reference(200);
/** A member by id or name. */
export const memberId = reference(200);
export const keyId = reference(200);
export const webhookId = reference(200);
export const deliveryId = reference(200);
export const category = reference(64);
/** A question in plain words. */
export const searchQuery = text(10_000, 1).refine((query) => query.trim() !== '', 'must not be empty');
/** A path of this machine; no system takes a longer one. */
export const localPath = reference(4_096);

/** Where and when a stored memory comes from. */
export const origin = {
  sessionId: text(200, 1).optional().describe('Default: this conversation'),
  occurredAt: instant.optional().describe('When it happened or was said'),
};

/** Memories that one call takes, and what is answered of one that was refused. */
export const maxMemories = 500;
export const refusal = z.object({ type: z.string(), message: z.string() });

/** Beside a content: stores it although it holds a credential. */
export const allowSecret = z.boolean().optional().describe('Store passwords and keys too');
