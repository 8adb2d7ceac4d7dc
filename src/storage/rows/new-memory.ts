import { toJudge } from '../../domain/judging.ts';
import type { NewMemory } from '../../domain/memory.ts';
import { optionalRow } from '../../domain/memory-fields.ts';
import { additionOf, isMessage } from '../../domain/memory-rules.ts';
import { INDEX_VERSION } from '../../search/parameters.ts';
import { contentKey } from '../../text/content-key.ts';
import type { StoredRow } from './memories.ts';

/** Where a memory goes. */
interface RowPlace {
  no: number;
  characterNo: number;
  categoryNo: number;
  now: number;
  /** The key of its content, where that is known. */
  key?: Buffer | undefined;
  /** How it waits to be judged; default: it ends no other without a question. */
  waits?: number | undefined;
}

/** The row of a new memory. */
export function newRow(memory: NewMemory, { no, characterNo, categoryNo, now, key, waits }: RowPlace): StoredRow {
  const { id, content, salience, importance, source, sessionId, occurredAt, said = false, past } = memory;
  return {
    no,
    id: id.toLowerCase(),
    character_no: characterNo,
    category_no: categoryNo,
    content,
    content_key: key ?? contentKey(content),
    salience,
    importance,
    state: additionOf(memory).state,
    revision: 1 + (past?.revisions ?? 0),
    source_kind: source.kind,
    source_file: source.fileId ?? null,
    session_id: sessionId ?? null,
    occurred_at: occurredAt ?? now,
    said: said ? 1 : 0,
    ...optionalRow(memory),
    created_at: past?.createdAt ?? now,
    updated_at: now,
    index_version: INDEX_VERSION,
    to_judge: isMessage(memory) ? toJudge.talk : (waits ?? toJudge.proposing),
  };
}
