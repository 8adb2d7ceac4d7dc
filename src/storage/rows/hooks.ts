import type { Asked, HookSession, NewReceipt, Receipt, TranscriptCursor } from '../../domain/stores/hooks.ts';
import { iso } from '../../domain/text.ts';

/** Kinds of what a session has had: memories that it was given, turns that it handed over. */
export const itemKinds = { given: 'given', captured: 'captured' } as const;

/** How many receipts a tenant keeps, and how long (ms) sessions that nobody saw any more are remembered. */
export const keptReceipts = 1_000;
export const keptSessionMs = 90 * 24 * 60 * 60_000;

/** A row of `hook_sessions`. */
export interface SessionRow {
  no: number;
  transcript: string | null;
  position: number;
  head: string;
  asked: string | null;
  asked_at: number | null;
}

/** A session of which nothing has been read and that was answered nothing. */
export const newSession = { transcript: null, position: 0, head: '', asked: null, asked_at: null };

export function askedOf({ asked, asked_at: at }: Pick<SessionRow, 'asked' | 'asked_at'>): Asked | undefined {
  return asked === null || at === null ? undefined : { key: asked, at };
}

export function cursorOf({
  transcript,
  position,
  head,
}: Pick<SessionRow, 'transcript' | 'position' | 'head'>): TranscriptCursor | undefined {
  return transcript === null ? undefined : { path: transcript, position, head };
}

export function isSameCursor(one: TranscriptCursor | undefined, other: TranscriptCursor | undefined): boolean {
  return one?.path === other?.path && one?.position === other?.position && one?.head === other?.head;
}

/** The receipt of a run that handed over `given` turns, of which `fresh` were new. */
export function receiptOfTurns(receipt: NewReceipt, given: number, fresh: number): NewReceipt {
  const repeated = given - fresh;
  return { ...receipt, captured: fresh, leftOut: { ...receipt.leftOut, ...(repeated > 0 && { repeated }) } };
}

/** A row of `hook_receipts` with the id of its character. */
export interface ReceiptRow {
  at: number;
  host: HookSession['host'];
  event: string;
  character_id: string | null;
  given: number;
  tokens: number;
  captured: number;
  left_out: string;
}

/** at, host, event, character_no, given, tokens, captured, left_out. */
export function receiptValues(
  { event, given, tokens, captured, leftOut }: NewReceipt,
  host: HookSession['host'],
  characterNo: number,
  now: number,
) {
  return [now, host, event, characterNo, given, tokens, captured, JSON.stringify(leftOut)] as const;
}

export function toReceipt(row: ReceiptRow): Receipt {
  const { host, event, tokens } = row;
  return {
    at: iso(row.at),
    host,
    event,
    ...(row.character_id !== null && { characterId: row.character_id }),
    given: row.given,
    tokens,
    captured: row.captured,
    leftOut: JSON.parse(row.left_out) as Receipt['leftOut'],
  };
}
