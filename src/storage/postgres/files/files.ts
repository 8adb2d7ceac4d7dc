import { requireActive } from '../../../domain/character.ts';
import { eventOfImport } from '../../../domain/event-rules.ts';
import { fileNotFound, type SyncStatus } from '../../../domain/file.ts';
import { requireAccess } from '../../../domain/sharing.ts';
import type { FileStore } from '../../../domain/stores/files.ts';
import { iso } from '../../../domain/text.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { contentKeys } from '../../../text/content-key.ts';
import { newTexts } from '../../rows/changed-texts.ts';
import { type FileRow, fileOrder, toFileRecord } from '../../rows/files.ts';
import { behind, orderOf, pageOf } from '../../rows/keyset.ts';
import { noTenant, type Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import { type Wanted, wantedBy } from '../memories/memory-set.ts';
import { MemoryUnit } from '../memories/memory-unit.ts';
import { type Arriving, fewChanges, type StagedMemories, Staging } from '../memories/staging.ts';
import { accessTo } from '../sharing/access.ts';
import type { Unit } from '../unit.ts';
import { fileAt, type PlainFile, placeOfFile } from './file-rows.ts';
import { applyImport, countImport } from './import.ts';
import { confirmSnapshot, memoriesToAdd, pushSnapshot } from './push.ts';

export function fileStore(engine: Engine): FileStore {
  const { db, directory, reach } = engine;
  /** Runs a unit on a character's memories. Large changes are staged first. */
  const unit = async <T>(
    characterId: string,
    {
      place,
      arriving,
      wanted,
    }: { place: Place; arriving: Arriving; wanted?: (staged: StagedMemories | undefined) => Wanted },
    work: (unit: MemoryUnit) => Promise<T>,
  ): Promise<T> => {
    const staging = await Staging.prepare(engine, place, characterId, arriving);
    const { by, analyses } = arriving;
    return db.write(place.tenantNo, async (q) => {
      const staged = await staging?.write(q);
      const start = { engine, q, place, characterId, by, analyses, staged };
      return work(await MemoryUnit.begin({ ...start, wanted: wanted?.(staged) ?? {} }));
    });
  };
  return {
    async confirm(scope, characterId, snapshot) {
      const place = await directory.locate(scope, characterId);
      return db.write(place.tenantNo, (q) => confirmSnapshot(q, place, characterId, snapshot));
    },

    async push(scope, characterId, snapshot, reconcile, by) {
      const place = await directory.locate(scope, characterId);
      const analyses = await Analyses.of(newTexts(snapshot.capture ? [] : snapshot.pieces.map(({ memory }) => memory)));
      const memories =
        snapshot.capture || snapshot.pieces.length <= fewChanges
          ? []
          : await db.read(place.tenantNo, (q) => memoriesToAdd(q, { place, characterId, snapshot, reconcile, by }));
      return unit(characterId, { place, arriving: { memories, by, analyses } }, (one) =>
        pushSnapshot(one, snapshot, reconcile),
      );
    },

    async find(scope, characterId, path) {
      const row = await reach.read(scope, characterId, (q, { characterNo }) =>
        fileAt(q, characterNo, characterId, path),
      );
      return row && toFileRecord(row);
    },

    async get(scope, fileId, version) {
      const tenantNo = (await directory.tenant(scope.tenantId)) ?? noTenant;
      const place = await placeOfFile(db, scope, tenantNo, fileId);
      return reach.readAt(place, fileNotFound(fileId), (q) => snapshot(q, place, fileId, version));
    },

    async list(scope, characterId, { page, limit, after }) {
      const isBehind = behind(fileOrder, after, (n) => `$${3 + n}`);
      const [found, { count }] = await reach.read(scope, characterId, (q, { characterNo }) =>
        Promise.all([
          q.all<PlainFile>(
            `SELECT * FROM files WHERE character_no = $1 AND ${isBehind.sql} ORDER BY ${orderOf(fileOrder)} LIMIT $2 OFFSET $3`,
            characterNo,
            limit + 1,
            page * limit,
            ...isBehind.values,
          ),
          totals(q, characterNo),
        ]),
      );
      const { rows, ...paged } = pageOf(
        found.map((row) => ({ ...row, place0: row.path })),
        fileOrder,
        limit,
      );
      return { files: rows.map((row) => record(row, characterId)), total: count, ...paged };
    },

    status: (scope, characterId, limit) =>
      reach.read(scope, characterId, (q, { characterNo }) => status(q, characterId, characterNo, limit)),

    async importMemories(scope, characterId, given, by) {
      const memories = given.changes.flatMap((change) => (change.kind === 'add' ? [change.memory] : []));
      const analyses = await Analyses.of(newTexts(memories));
      const place = await directory.locate(scope, characterId);
      const categories = given.categories.map(({ name }) => name);
      // Staged rows are found by the staging.
      const wanted = (staged: StagedMemories | undefined) =>
        wantedBy(given.changes.filter((change) => change.kind !== 'add' || !staged?.find(change.memory.id)));
      return unit(characterId, { place, arriving: { memories, categories, by, analyses }, wanted }, async (one) => {
        const counts = applyImport(one, given);
        await one.writeAudit({ others: [eventOfImport(counts)] });
        await one.flush();
        return counts;
      });
    },

    async countImport(scope, characterId, categories, memories) {
      const keys = await contentKeys(memories);
      return reach.read(scope, characterId, async (q, place) => {
        const { tenantNo, characterNo } = place;
        const sql = 'SELECT name, status FROM characters WHERE tenant_no = $1 AND no = $2';
        const [character, access, counts] = await Promise.all([
          q.get<Parameters<typeof requireActive>[0]>(sql, tenantNo, characterNo),
          accessTo(q, place),
          countImport(q, place, categories, memories, keys).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          ),
        ]);
        if (character && access) {
          requireAccess(access, 'WRITE', character.name);
          requireActive(character);
        }
        if ('error' in counts) throw counts.error;
        return counts.value;
      });
    },

    // Staged rows belong to the unit's transaction: a crash leaves nothing behind.
    clearAbandoned: async () => 0,
  };
}

const record = (row: PlainFile, characterId: string) =>
  toFileRecord({ ...row, character_id: characterId.toLowerCase() });

type StoredVersion = Pick<FileRow, 'version' | 'content_hash' | 'size_bytes' | 'captured_at'> & { bytes: Uint8Array };

async function snapshot(
  q: Unit,
  { tenantNo, characterNo, fileNo }: { tenantNo: number; characterNo: number; fileNo: number },
  fileId: string,
  version: number | undefined,
) {
  const [row, found] = await Promise.all([
    q.get<FileRow>(
      `SELECT files.*, (SELECT id FROM characters WHERE tenant_no = $3 AND no = $1) AS character_id
       FROM files WHERE character_no = $1 AND no = $2`,
      characterNo,
      fileNo,
      tenantNo,
    ),
    q.get<StoredVersion>(
      `SELECT snapshots.version, snapshots.content_hash, snapshots.size_bytes, snapshots.captured_at, contents.bytes
       FROM snapshots CROSS JOIN LATERAL (SELECT bytes FROM file_contents
         WHERE file_contents.character_no = $1 AND file_contents.content_hash = snapshots.content_hash OFFSET 0) contents
       WHERE snapshots.character_no = $1 AND snapshots.file_no = $2 AND snapshots.version = coalesce($3::bigint, (
         SELECT version FROM files WHERE character_no = $1 AND no = $2))`,
      characterNo,
      fileNo,
      version ?? null,
    ),
  ]);
  if (!row) throw fileNotFound(fileId);
  if (!found) throw fileNotFound(`${row.id} in version ${version}`);
  const { bytes, ...fields } = found;
  return { ...toFileRecord({ ...row, ...fields }), bytes };
}

async function totals(q: Unit, characterNo: number) {
  const row = await q.get<{ count: number; bytes: number; latest: number | null }>(
    `SELECT count(*)::int AS count, coalesce(sum(size_bytes), 0)::bigint AS bytes, max(captured_at) AS latest
     FROM files WHERE character_no = $1`,
    characterNo,
  );
  return row ?? { count: 0, bytes: 0, latest: null };
}

async function status(q: Unit, characterId: string, characterNo: number, limit: number): Promise<SyncStatus> {
  const [{ count, bytes, latest }, rows, capture] = await Promise.all([
    totals(q, characterNo),
    q.all<PlainFile>(
      'SELECT * FROM files WHERE character_no = $1 ORDER BY captured_at DESC, no DESC LIMIT $2',
      characterNo,
      limit,
    ),
    captureStatus(q, characterNo),
  ]);
  return {
    characterId,
    totalFiles: count,
    totalSizeBytes: bytes,
    ...(latest !== null && { latestSyncAt: iso(latest) }),
    files: rows.map((row) => record(row, characterId)),
    capture,
  };
}

/** Waiting and failed pieces, grouped by file, each with its latest error. */
async function captureStatus(q: Unit, characterNo: number): Promise<SyncStatus['capture']> {
  const [waiting, failed] = await Promise.all([
    q.get<{ count: number }>(
      'SELECT count(*)::int AS count FROM captures WHERE character_no = $1 AND piece_no IS NOT NULL',
      characterNo,
    ),
    q.all<{ path: string; error: string; attempts: number; due_at: number }>(
      `SELECT files.path, worst.error, worst.attempts, worst.due_at FROM (
         SELECT DISTINCT ON (file_no) file_no, error, attempts, due_at FROM captures
         WHERE character_no = $1 AND piece_no IS NOT NULL AND error IS NOT NULL ORDER BY file_no, attempts DESC, no) AS worst
       CROSS JOIN LATERAL (SELECT path FROM files WHERE character_no = $1 AND no = worst.file_no OFFSET 0) AS files
       ORDER BY files.path LIMIT 100`,
      characterNo,
    ),
  ]);
  return {
    pending: waiting?.count ?? 0,
    failed: failed.map(({ due_at: dueAt, ...fields }) => ({ ...fields, nextAttemptAt: iso(dueAt) })),
  };
}
