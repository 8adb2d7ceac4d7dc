import * as z from 'zod';
import { instant, text } from '../domain/text.ts';

/** Fields that many operations take; declared once so that every tool describes them alike. */
export const characterId = z.string().min(1).describe('Id or name');
export const memoryId = z.string().min(1);
export const category = z.string().min(1);

/** Where and when a stored memory comes from. */
export const origin = {
  sessionId: text(200, 1).optional().describe('Default: this conversation'),
  occurredAt: instant.optional().describe('When it happened or was said'),
};

/** Beside a content: stores it although it holds a credential. */
export const allowSecret = z.boolean().optional().describe('Store passwords and keys too');
