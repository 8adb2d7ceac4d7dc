import type { Output } from '../../client/client.ts';
import { listed, type Message, msg, t, tn } from '../../languages/translate.ts';
import { groupedBy } from '../format.ts';
import { type Change, doneBy, isKeeping, kinds } from '../memory/change.ts';
import { areAtOnce, runsOf } from './digest.ts';
import { type Single, withUndos } from './singles.ts';

export type Batch = Output<'listBatches'>['batches'][number];
/** How a row is shown: with its character, and with the day of its time where no heading says it. */
export interface Shown {
  isNamed: boolean;
  when: 'clock' | 'moment';
}

/** A batch of one character, or of several. */
export type Row = Batch & {
  characters: number;
  /** The last of the undos of it, of these undos, and so on; else itself: what is undone next. */
  lastId: string;
  isUndone: boolean;
  /** What has changed its memory since, and is undone before it. */
  undoFirst?: string;
  /** How many memories its last undo has reached, where that began lately and is fewer than there are. */
  reached?: number | undefined;
  /** What a hook learnt of one session is one row: the ids of its further batches, and what is undone next of each. */
  further: readonly Pick<Row, 'batchId' | 'lastId'>[];
};
/** Changes outside of batches that are one row. */
export interface Run {
  changes: [Single, ...Single[]];
}
export type Erasure = Output<'listErasures'>['erasures'][number];
export type Happened = Row | Run | Erasure;

export const isBatch = (one: Happened): one is Row => 'batchId' in one;
/** How many memories a row is about: of what was learnt those that were stored. */
export const countOf = ({ added, memories }: Pick<Row, 'added' | 'memories'>) => added || memories;

/** How many batches are read: one has one for each of its characters. */
export const maxBatches = 100;
/** How many documents of an import are named. */
const maxNamed = 3;

/** "notes.md", or "6 files: a.md, b.md, c.md…". */
export function namesOf(documents: readonly string[]): string {
  if (documents.length === 1) return documents[0]!;
  const names = `${listed(documents.slice(0, maxNamed))}${documents.length > maxNamed ? '…' : ''}`;
  return tn(documents.length, '{n} file: {names}', '{n} files: {names}', { names });
}

/** What a batch is called: its documents or what it forgot, else what it left of two, else the first text that it changed. */
export const titleOf = ({ documents = [], forgotten, content, replacedBy = content }: Batch): string =>
  documents.length > 0 ? namesOf(documents) : (forgotten ?? replacedBy);

/** What the answers about two or more memories did, by the beginning of their ids. */
const answers: ReadonlyMap<string, Message> = new Map([
  ['changed', msg('Kept the newer')],
  ['neither', msg('Ended the newer and the older')],
]);
export const answerOf = ({ batchId }: Pick<Row, 'batchId'>) => answers.get(batchId.split('-', 1)[0]!);

/** What a batch did: "3 memories deleted". */
export function whatOf({ kept, moved, merged, learntIn, forgotten, changeType, ...row }: Row): string {
  const n = countOf(row);
  const answer = answerOf(row);
  if (answer) return t(answer);
  if (forgotten !== undefined)
    return tn(n, 'Deleted {n} memory about “{query}”', 'Deleted {n} memories about “{query}”', { query: forgotten });
  return t('{memories} {done}', {
    memories: kept ? tn(n, '{n} pair', '{n} pairs') : tn(n, '{n} memory', '{n} memories'),
    done: kept
      ? t('kept')
      : moved !== undefined
        ? t('moved')
        : merged
          ? t('merged')
          : learntIn !== undefined && changeType === 'CREATED'
            ? t('learnt')
            : t(kinds[changeType]),
  });
}

/**
 * All of them, newest first. A batch has one row, whatever characters it changed; a move counts its memories once. An undo is
 * a state of what it undoes, so that no row moves when one is undone. What one act changed is one row, and so is what a
 * person decided on proposals within a minute.
 */
export function rowsOf(
  batches: readonly Batch[],
  erasures: readonly Erasure[],
  changes: readonly Change[] = [],
): Happened[] {
  const once = new Map<string, Row>();
  for (const { changedSince: isFirstChanged, ...batch } of batches) {
    // The service knows it of a batch's first memory: of several, their undo says which are left.
    const one = { ...batch, changedSince: isFirstChanged && batch.memories === 1 };
    const before = once.get(one.batchId);
    if (!before) once.set(one.batchId, { ...one, characters: 1, lastId: one.batchId, isUndone: false, further: [] });
    // An answer may also move what stays: the row says what that replaced.
    else if (one.replacedBy !== undefined) Object.assign(before, { ...one, moved: undefined });
    else if (one.moved === undefined) {
      before.memories += one.memories;
      before.characters += 1;
      before.added = (before.added ?? 0) + (one.added ?? 0) || undefined;
      before.changedSince &&= one.changedSince;
      before.documents = [...new Set([...(before.documents ?? []), ...(one.documents ?? [])])];
    }
  }
  const undos = new Map([...once.values()].flatMap((one) => (one.undoes ? [[ownPart(one.undoes), one]] : [])));
  const rows = [...once.values()].filter(({ undoes }) => undoes === undefined);
  for (const row of rows) {
    for (let undo = undos.get(ownPart(row.batchId)); undo; undo = undos.get(ownPart(undo.batchId))) {
      const isPart =
        undo.memories < (once.get(row.lastId)?.memories ?? 0) && Date.now() - Date.parse(undo.createdAt) < latelyMs;
      row.reached = isPart ? undo.memories : undefined;
      row.lastId = undo.batchId;
      row.isUndone = !row.isUndone;
      row.changedSince = undo.changedSince;
    }
  }
  const stored = [...batches, ...changes];
  // A memory that has moved has its history in both characters.
  const isCopy = (one: Change) =>
    stored.some(
      (other) =>
        other !== one &&
        other.memoryId === one.memoryId &&
        other.createdAt === one.createdAt &&
        ('batchId' in other ? other.characterId !== one.characterId : other.characterId < one.characterId),
    );
  const sorted = newestFirst<Row | Erasure | Single>([
    ...bySession(newestFirst(rows)),
    ...erasures,
    ...withUndos(changes.filter((one) => !isCopy(one))),
  ]);
  const latest = new Map<string, Row | Single>();
  const memoriesOf = new Map(groupedBy(batches, ({ batchId }) => batchId));
  for (const one of sorted) {
    if (!('memoryId' in one)) continue;
    const since = latest.get(one.memoryId);
    // Of several memories the others are undone at once.
    const isOfOne = !('batchId' in one) || one.memories === 1;
    if (since && one.changedSince && isOfOne) one.undoFirst = 'batchId' in since ? whatOf(since) : t(doneBy(since));
    const changed = 'batchId' in one ? (memoriesOf.get(one.batchId) ?? []) : [one];
    for (const { memoryId } of one.isUndone ? [] : changed) if (!latest.has(memoryId)) latest.set(memoryId, one);
  }
  const open: [Single, ...Single[]][] = [];
  const runs = runsOf(sorted, isAlike).filter((run) => {
    if (!isRun(run)) return true;
    const joined = open.find((other) => areDecided(other.at(-1)!, run[0]));
    if (joined) joined.push(...run);
    else open.push(run);
    return !joined;
  });
  return runs.flatMap((run): Happened[] => {
    if (isRun(run) && run.length >= leastFolded) return [{ changes: run }];
    return run.map((one) => (isChange(one) ? { changes: [one] } : one));
  });
}

function newestFirst<One extends Row | Erasure | Single>(all: readonly One[]): One[] {
  const at = (one: Row | Erasure | Single) => ('erasedAt' in one ? one.erasedAt : one.createdAt);
  return all.toSorted((a, b) => at(b).localeCompare(at(a)));
}

const isChange = (one: Row | Erasure | Single): one is Single => 'revision' in one;

/** An undo of many memories takes less (ms). */
const latelyMs = 600_000;
/** Fewer changes in a row are a row each. */
const leastFolded = 3;
/** The longest time (ms) between decisions on proposals that are one row, whatever else was done between. */
const decidingMs = 60_000;

const isRun = (run: readonly (Row | Erasure | Single)[]): run is [Single, ...Single[]] => run.every(isChange);

function isAlike(one: Row | Erasure | Single, other: Row | Erasure | Single): boolean {
  return isChange(one) && isChange(other) && one.characterId === other.characterId && areAtOnce(one, other);
}

/** Decisions of one person of the same kind, one soon after the other: the Queue asks for one after another. */
const areDecided = (one: Single, other: Single) =>
  one.by.kind === 'user' && isDecision(one) && areAtOnce(one, other, decidingMs);

const isDecision = (one: Single) => isKeeping(one) || one.changeType === 'REJECTED';

/** What a hook learnt of one session on a day is one row, where its newest batch stands. */
function bySession(rows: readonly Row[]): Row[] {
  const sessions = new Map<string, Row>();
  return rows.filter((row) => {
    if (row.learntIn === undefined) return true;
    const key = [row.learntIn, row.createdAt.slice(0, 10), row.isUndone, row.characters, row.characterId].join(' ');
    const newest = sessions.get(key);
    if (!newest) {
      sessions.set(key, row);
      return true;
    }
    newest.further = [...newest.further, row];
    newest.memories += row.memories;
    newest.added = (newest.added ?? 0) + (row.added ?? 0);
    newest.changedSince &&= row.changedSince;
    return false;
  });
}

/** Changes of a batch with what each did: a memory that moves is one, where it came to. */
export function withMoves(changes: readonly Change[]): (Change & { done: Message })[] {
  const cameTo = (left: Change) =>
    changes.some((one) => one.memoryId === left.memoryId && one.characterId !== left.characterId);
  return changes.flatMap((one) => {
    const isMoved = cameTo(one);
    if (isMoved && one.changeType === 'DELETED') return [];
    return [{ ...one, done: isMoved ? msg('moved') : kinds[one.changeType] }];
  });
}

/** When it happened. */
export function atOf(row: Happened): string {
  if ('changes' in row) return row.changes[0].createdAt;
  return 'batchId' in row ? row.createdAt : row.erasedAt;
}

/** The id of an undo ends with that of what it undoes; of one on an older page only its own part is known. */
const ownPart = (batchId: string) => batchId.split('~', 1)[0]!;

/** Those that stored new memories since a time. */
export function newIn(batches: readonly Batch[], since: string): Row[] {
  return rowsOf(batches, []).filter(
    (row): row is Row =>
      isBatch(row) && row.changeType === 'CREATED' && row.moved === undefined && row.createdAt >= since,
  );
}
