import type { FileRecord } from '../../domain/file.ts';
import type { LinkedMemory, StandingFile } from '../../domain/file-rules.ts';
import type { Importance, NewMemory } from '../../domain/memory.ts';
import type { CaptureJob, PieceIdentity } from '../../domain/stores/files.ts';
import { iso } from '../../domain/text.ts';
import type { Tier } from '../../domain/tier.ts';
import type { Turn } from '../../domain/turn.ts';
import type { SortKey } from './keyset.ts';
import { type MemoryRow, sourceOf } from './memories.ts';

export interface FileRow {
  no: number;
  id: string;
  character_no: number;
  character_id: string;
  path: string;
  label: string | null;
  version: number;
  content_hash: string;
  size_bytes: number;
  captured_at: number;
  missing_since: number | null;
  pieces_dropped: number;
}

export function toFileRecord(row: FileRow): FileRecord {
  return {
    fileId: row.id,
    characterId: row.character_id,
    path: row.path,
    ...(row.label !== null && { label: row.label }),
    version: row.version,
    contentHash: row.content_hash,
    sizeBytes: row.size_bytes,
    capturedAt: iso(row.captured_at),
    ...(row.missing_since !== null && { missingSince: iso(row.missing_since) }),
  };
}

/** Converts a row for the rules. */
export interface StandingRow extends StandingFile {
  row: FileRow;
}

export function toStandingRow(row: FileRow): StandingRow {
  return {
    row,
    version: row.version,
    contentHash: row.content_hash,
    capturedAt: row.captured_at,
    label: row.label ?? undefined,
    missingSince: row.missing_since ?? undefined,
    piecesDropped: row.pieces_dropped === 1,
  };
}

/** The range of paths in a folder: from the first bound up to, not including, the second. */
export function below(path: string): [from: string, to: string] {
  return [`${path}/`, `${path}0`];
}

/** A row of `pieces`. */
export interface PieceRow {
  no: number;
  key: string;
  body_key: string;
}

export function toIdentity({ key, body_key: bodyKey }: PieceRow): PieceIdentity {
  return { key, bodyKey };
}

/** Counts of the memories that a snapshot's pieces changed. */
export interface PieceOutcome {
  added: number;
  removed: number;
}

/** A memory of a piece, and its state after the sync. */
export type LinkedRow = Pick<
  MemoryRow,
  'no' | 'id' | 'content' | 'salience' | 'importance' | 'state' | 'source_kind' | 'source_file'
> & {
  left_content: string;
  left_salience: number;
  left_importance: Importance;
  shared: number;
};

export function toLinked(row: LinkedRow): LinkedMemory & { no: number } {
  const { no, id, content, salience, importance, state } = row;
  const left = { content: row.left_content, salience: row.left_salience, importance: row.left_importance };
  return { no, id, content, salience, importance, state, source: sourceOf(row), left, shared: row.shared === 1 };
}

/** A piece or turn that waits for extraction, with its file, character and tenant. */
export interface CaptureRow {
  no: number;
  piece_no: number | null;
  speaker: Turn['role'] | null;
  memory: string;
  attempts: number;
  file_id: string | null;
  path: string | null;
  character_no: number;
  character_id: string;
  character_name: string;
  tenant_id: string;
  tier_in_force: Tier;
}

export function toJob(row: CaptureRow, jobId: string): CaptureJob {
  const file = row.file_id === null || row.path === null ? undefined : { fileId: row.file_id, path: row.path };
  const { ruleLines, person, ...memory } = JSON.parse(row.memory) as NewMemory &
    Pick<CaptureJob, 'ruleLines' | 'person'>;
  return {
    jobId,
    tenantId: row.tenant_id,
    tier: row.tier_in_force,
    characterId: row.character_id,
    ...file,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(ruleLines && { ruleLines }),
    ...(person && { person }),
    memory,
    attempts: row.attempts,
  };
}

/** How lists of files are sorted. */
export const fileOrder: readonly SortKey[] = [{ sql: 'files.path', holds: 'text' }];
