import { type Category, type NewCategory, requireCategory } from '../../domain/category.ts';
import { categoryKey, maxCategories } from '../../domain/category-rules.ts';
import { cancelled } from '../../domain/errors.ts';
import { type FileEncoding, type ImportFormat, maxRejections, type Rejection } from '../../domain/file.ts';
import { labelsBy } from '../../domain/labels.ts';
import { contentFault, type MemoryChange, type NewMemory } from '../../domain/memory.ts';
import { wordsOfDocument } from '../../domain/memory-origin.ts';
import type { CountedImport, ImportCounts } from '../../domain/stores/files.ts';
import { contentIdentity, iso } from '../../domain/text.ts';
import { believedDocument } from '../../files/believed.ts';
import { decodeContent } from '../../files/decode.ts';
import type { DocumentCategory, ReadDocument } from '../../files/document.ts';
import { summarized } from '../../files/left-out.ts';
import { type Piece, render } from '../../files/piece.ts';
import { characterToAddTo, findWritableCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { author } from '../memories.ts';
import { ruleForPersonal } from '../personal.ts';
import { linkConcepts } from './concepts.ts';
import { chosenPieces, conversationsIn, inSessions, recognisedIn } from './conversations.ts';
import { asShown, examplesOf, saidInPassing, withNew } from './dry-run.ts';
import { asWritten, type Choice, cleaned, computePieces, takePieces, whyRefused } from './import-pieces.ts';
import { endReplaced, type Replaced, stepLetters } from './replaced.ts';

/** Beside the names of what a document has: an erasure is for good. */
const erasedName = 'memories that were erased for good';
/** Texts that are with the provider at the same time. */
const parallel = 4;

interface GivenDocument {
  fileName: string;
  fileContent: string;
  encoding: FileEncoding;
  format: ImportFormat;
  category?: string | undefined;
  dryRun: boolean;
  allowSecret?: boolean | undefined;
  /** Only these of its conversations, by their ids; what is in none is taken. */
  conversations?: readonly string[] | undefined;
  /** False: without the assistant's answers in conversations. */
  answers?: boolean | undefined;
  /** False: without what its conversations say in passing. */
  passing?: boolean | undefined;
  /** Memories that are left out, as a dry run shows them. */
  without?: readonly string[] | undefined;
  /** How many memories a dry run shows of each part. */
  examples?: number | undefined;
  /** The import that it is a part of: one undo takes back both. */
  batchId?: string | undefined;
  /** The answer of a dry run lists the conversations. */
  listsConversations?: boolean | undefined;
}

/**
 * Reads a document and stores its statements as memories, all or none. Of our own export, parts that break a rule are
 * left out and reported. Other documents are extracted by a provider, or categorised by rules without one. A dry run
 * stores nothing and asks no provider, so it counts the statements as they are. Errors as DocumentReader.read; CategoryNotConfigured, CharacterNotFound; with a
 * provider as `askExtractor`.
 */
export async function importDocument(context: Context, reference: string, given: GivenDocument) {
  const { store, principal, now, signal } = context;
  const bytes = decodeContent(given.fileContent, given.encoding, 'fileContent', context.documentBounds?.bytes);
  const { id } = await (given.dryRun ? findWritableCharacter : characterToAddTo)(context, reference);
  const categories = await store.categories.list(principal, id);
  const category = given.category === undefined ? undefined : requireCategory(given.category, categories).name;
  const createdAt = iso(now());
  const { fileName: name, format, allowSecret: keepSecrets } = given;
  const { pieces, unfoldedBytes } = context.documentBounds ?? {};
  const known = { keepSecrets, pieces, unfoldedBytes, ...context.documentHints };
  const task = { as: 'document', name, bytes, format, ...known } as const;
  const read = await context.documents.read(task, { tenantId: principal.tenantId, signal });
  const whole = believedDocument(read, now(), context.documentHints?.modifiedAt);
  const conversations = conversationsIn(whole.pieces);
  const document = { ...whole, pieces: inSessions(chosenPieces(whole.pieces, conversations, given), name) };
  const brought = newCategories(document.categories ?? [], categories);
  const choice = {
    categories,
    category,
    asItStands: given.dryRun,
    keepSecrets: keepSecrets === true,
    personal: await ruleForPersonal(context, id),
  };
  const { passing, ...taken } = await toChanges(
    context,
    id,
    withCategories(document, brought),
    choice,
    new Set(given.without),
  );
  const aside = new Set(given.passing === false ? passing : []);
  if (signal?.aborted) throw cancelled('import');
  const isConcept = document.pieces.some(({ isWhole }) => isWhole);
  const rejected = [...(document.rejected ?? []), ...brought.rejected, ...taken.rejected];
  const importId = given.batchId ?? context.newId();
  // A dry run counts what it leaves out, too: it says how much that is.
  const counts: ImportCounts & Partial<CountedImport> = given.dryRun
    ? await store.files.countImport(principal, id, brought.categories, additions(taken.changes))
    : await store.files.importMemories(
        principal,
        id,
        {
          categories: brought.categories,
          changes: taken.changes.filter((one) => one.kind !== 'add' || !aside.has(one.memory.id)),
        },
        { ...author(context), batch: importId, wordsOf: wordsOfDocument(name) },
      );
  const found = given.dryRun ? newAmong(taken.changes, counts) : [];
  const added = found.filter((one) => !aside.has(one.id));
  const others = found.filter((one) => aside.has(one.id));
  const leftOut = [...(document.leftOut ?? []), ...(counts.erased ? [{ name: erasedName, count: counts.erased }] : [])];
  if (isConcept && !given.dryRun) await linkConcepts(context, id);
  return {
    importId,
    status: given.dryRun ? ('PARSED' as const) : ('COMMITTED' as const),
    totalParsed: document.pieces.length,
    memoriesAdded: counts.added - others.length,
    duplicatesSkipped: counts.duplicates + taken.known,
    fillerFiltered: taken.filler + others.length,
    rejectedCount: rejected.length,
    rejected: rejected.slice(0, maxRejections),
    ...(leftOut.length > 0 && { leftOut: summarized(leftOut) }),
    ...(given.dryRun && { examples: examplesOf(added, given.examples) }),
    recognised: recognisedIn(document, conversations.length),
    ...(given.dryRun &&
      given.listsConversations && { conversations: withNew(conversations, added, others, given.examples) }),
    createdAt,
  };
}

/** The result of a document: changes, known statements, and filler. */
interface Taken {
  changes: MemoryChange[];
  known: number;
  filler: number;
  /** The ids of what is said in passing. */
  passing: string[];
  rejected: Rejection[];
}

/** @param without what is not to be stored, as a dry run shows it; a provider is not asked about it */
async function toChanges(
  context: Context,
  characterId: string,
  { pieces: all, categories: ownCategories }: ReadDocument,
  choice: Choice,
  without: ReadonlySet<string>,
): Promise<Taken> {
  const names = choice.categories.map(({ name }) => name);
  const textOf = (piece: Piece) => (ownCategories ? piece.body : render(piece, names).content);
  const pieces = without.size === 0 ? all : all.filter((one) => !without.has(asShown(cleaned(textOf(one), choice))));
  if (ownCategories) return ownChanges(context, characterId, pieces, choice);
  const usesAi = context.extractor.kind === 'ai' && !choice.asItStands;
  const [take, steps] = usesAi ? [takePieces, withProvider] : [computePieces, alone];
  const taken = await mapInOrder(context, pieces, steps, async (some) =>
    (await take(context, characterId, some, choice)).map((one, at) => ({ ...one, piece: some[at] as Piece })),
  );
  const rejected = taken.flatMap((one) => ('rejection' in one ? one.rejection : []));
  const extracted = taken.flatMap((one) => ('rejection' in one ? [] : one));
  const isWanted = (one: MemoryChange) => one.kind !== 'add' || !without.has(asShown(one.memory.content));
  const changes = withoutRepeated(extracted.flatMap((one) => one.changes)).filter(isWanted);
  const passing = extracted.flatMap((one) => saidInPassing(one.piece, one.changes, choice.categories));
  const known = extracted.reduce((sum, one) => sum + one.known, 0);
  const filler = extracted.filter((one) => one.changes.length === 0 && one.known === 0).length;
  return { changes, known, filler, passing, rejected };
}

/** What a conversation says several times is said once; only what was stored before is known already. */
function withoutRepeated(changes: readonly MemoryChange[]): MemoryChange[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    if (change.kind !== 'add') return true;
    const identity = contentIdentity(change.memory.content);
    return !seen.has(identity) && seen.add(identity) !== undefined;
  });
}

/** The pieces of our own export, unchanged; redacting may make some too long. */
async function ownChanges(
  context: Context,
  characterId: string,
  pieces: readonly Piece[],
  choice: Choice,
): Promise<Taken> {
  const names = choice.categories.map(({ name }) => name);
  const taken: Taken = { changes: [], known: 0, filler: 0, passing: [], rejected: [] };
  const replaced: Replaced[] = [];
  const take = (piece: Piece) => {
    const content = cleaned(piece.body, choice);
    const named = piece.isWhole ? render(piece, names).category : piece.category;
    const fault = contentFault(content);
    const reason = whyRefused(piece.body, piece.body, choice);
    if (reason !== undefined) taken.rejected.push({ line: piece.line, reason });
    else if (fault === undefined) {
      const labels = labelsBy((text) => cleaned(text, choice), piece);
      const memory = asWritten(context, content, { ...piece, ...labels }, choice.category ?? named);
      taken.changes.push({ kind: 'add', memory });
      if (piece.replacedBy !== undefined) replaced.push({ memory, by: piece.replacedBy });
    } else taken.rejected.push({ line: piece.line, reason: `content ${fault}.` });
  };
  await mapInOrder(context, pieces, alone, async (some) => some.map(take));
  await endReplaced(context, characterId, additions(taken.changes), replaced);
  return taken;
}

function additions(changes: readonly MemoryChange[]): NewMemory[] {
  return changes.flatMap((change) => (change.kind === 'add' ? [change.memory] : []));
}

/** The memories that an import would add. */
function newAmong(changes: readonly MemoryChange[], { ids }: Partial<CountedImport>): NewMemory[] {
  const added = new Set(ids);
  return additions(changes).filter(({ id }) => added.has(id));
}

/** The steps of a document: the most pieces in a step, steps in parallel. */
interface Steps {
  size: number;
  width: number;
}

const withProvider: Steps = { size: 1, width: parallel };
const alone: Steps = { size: 20, width: 1 };

/** Processes a document in steps, reports progress after each, yields to other work, and stops when cancelled. */
async function mapInOrder<Result>(
  { signal, progress }: Context,
  pieces: readonly Piece[],
  { size, width }: Steps,
  work: (pieces: readonly Piece[]) => Promise<Result[]>,
): Promise<Result[]> {
  const steps = cut(pieces, size);
  const results: Result[][] = [];
  let next = 0;
  let done = 0;
  const worker = async () => {
    for (let at = next++; at < steps.length && !signal?.aborted; at = next++) {
      const some = steps[at] as Piece[];
      results[at] = await work(some);
      done += some.length;
      progress?.(done, pieces.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results.flat();
}

/** The pieces of each step, at least one. */
function cut(pieces: readonly Piece[], size: number): Piece[][] {
  const steps: Piece[][] = [];
  let letters = stepLetters;
  for (const piece of pieces) {
    const last = steps.at(-1);
    if (last && last.length < size && letters < stepLetters) last.push(piece);
    else {
      steps.push([piece]);
      letters = 0;
    }
    letters += piece.body.length;
  }
  return steps;
}

interface Brought {
  categories: NewCategory[];
  rejected: Rejection[];
  /** Of every category that the character will have. */
  keys: ReadonlySet<string>;
}

/** The categories of an export, up to the character's limit; memories of other categories get the default. */
function newCategories(given: readonly DocumentCategory[], known: readonly Category[]): Brought {
  const keys = new Set(known.map(({ name }) => categoryKey(name)));
  const categories: NewCategory[] = [];
  const rejected: Rejection[] = [];
  for (const { line, ...category } of given) {
    const key = categoryKey(category.name);
    if (keys.size >= maxCategories && !keys.has(key)) {
      const reason = `Category: a character has at most ${maxCategories}. Its memories go to the default one.`;
      rejected.push({ line, reason });
      continue;
    }
    keys.add(key);
    categories.push({ ...category, isDefault: false });
  }
  return { categories, rejected, keys };
}

/** The document with no category named that its character will not have. */
function withCategories(document: ReadDocument, { keys }: Brought): ReadDocument {
  if (!document.categories || document.pieces.some(({ isWhole }) => isWhole)) return document;
  const existing = (name: string | undefined) => (name !== undefined && keys.has(categoryKey(name)) ? name : undefined);
  return { ...document, pieces: document.pieces.map((piece) => ({ ...piece, category: existing(piece.category) })) };
}
