import {
  type AnsweredOperation,
  memoryReference,
  type OwnPlace,
  type Proposal,
  ruledOperation,
  type SimilarMemory,
} from '../../domain/ai.ts';
import type { About } from '../../domain/captured-clause.ts';
import { type Category, findCategory } from '../../domain/category.ts';
import { contentFault, defaultSalience } from '../../domain/memory.ts';
import { mended, withLineFeeds } from '../../domain/text.ts';
import { aboutOf } from '../../text/about/about.ts';

/** The ids and names that an answer may refer to. */
export interface Known {
  categories: Category[];
  similar: SimilarMemory[];
  own?: OwnPlace | undefined;
}

export interface Checked {
  proposals: Proposal[];
  /** The errors of the rest, one sentence each, for the model's next answer. */
  faults: string[];
}

/**
 * The most deletions of one answer, and ends by one statement: a text contradicts few memories, so an answer with more has obeyed instructions in
 * the text.
 */
const maxDeletions = 3;

/** Divides an extractor's answer into valid operations and faults. */
export function checkAnswer(answer: unknown, known: Known): Checked {
  const list =
    typeof answer === 'object' && answer !== null ? (answer as { operations?: unknown }).operations : undefined;
  if (!Array.isArray(list)) {
    return { proposals: [], faults: ['The answer is no JSON object with a list named operations.'] };
  }
  const touched = new Set<string>();
  const checked: Checked = { proposals: [], faults: [] };
  for (const [index, item] of list.entries()) {
    const result = check(item, known, touched);
    if (typeof result === 'string') checked.faults.push(`Operation ${index + 1}: ${result}.`);
    else checked.proposals.push(result);
  }
  return withoutLooseDeletions(checked);
}

/** One valid operation, or its fault. */
function check(item: unknown, known: Known, touched: Set<string>): Proposal | string {
  const parsed = ruledOperation.safeParse(item);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.') || 'it'} is wrong: ${issue?.message}`;
  }
  const { operation, memoryId, content: said = undefined } = parsed.data;
  const kind = parsed.data.kind ?? undefined;
  const isForeign = parsed.data.isForeign ?? undefined;
  const isProposed = isForeign || (parsed.data.isProposed ?? undefined);
  const memory = memoryId ? findSimilar(memoryId, known.similar) : undefined;
  if (memoryId && !memory) return `${memoryId} is not one of the given memories`;
  const reason = parsed.data.reason ? { reason: mended(parsed.data.reason.slice(0, 300)) } : {};
  if (operation === 'NONE') return { operation, memory, said: said ?? undefined, kind, ...reason };
  if (operation === 'ADD') {
    const ends = endedBy(parsed.data, known, touched);
    if (typeof ends === 'string') return ends;
    return withContent(parsed.data, known, (fields, about) => ({
      operation,
      ...fields,
      about,
      kind,
      ...(ends.length > 0 && { ends }),
      isProposed,
      isForeign,
      ...reason,
    }));
  }
  if (!memory) return `${operation} needs the memoryId of a stored memory`;
  if (touched.has(memory.id)) return `${memoryId} is changed twice`;
  touched.add(memory.id);
  if (operation === 'DELETE') return { operation, memory, ...reason };
  return withContent(parsed.data, known, (_, about, given) => ({
    operation,
    memory,
    ...given,
    kind,
    about,
    ...reason,
  }));
}

/** The memories that a statement ends, each once, or the fault. */
function endedBy({ ends }: AnsweredOperation, { similar }: Known, touched: Set<string>): SimilarMemory[] | string {
  const found: SimilarMemory[] = [];
  for (const reference of ends ?? []) {
    const memory = findSimilar(reference, similar);
    if (!memory) return `${reference} is not one of the given memories`;
    if (touched.has(memory.id)) return `${reference} is changed twice`;
    touched.add(memory.id);
    found.push(memory);
  }
  return found.length > maxDeletions ? `it ends ${found.length} memories, and a text at most ${maxDeletions}` : found;
}

type Content = Pick<Extract<Proposal, { operation: 'ADD' }>, 'content' | 'category' | 'importance' | 'salience'>;
type Given = Pick<Content, 'content'> & { [Key in keyof Content]?: Content[Key] | undefined };

/** Checks content and weights; `make` gets them with defaults and as given, and whom they are about. */
function withContent(
  { content: given, category: name, importance, salience, about: answered }: AnsweredOperation,
  { categories, own }: Known,
  make: (fields: Content, about: About | undefined, given: Given) => Proposal,
): Proposal | string {
  if (!given) return 'content is missing';
  const content = withLineFeeds(given);
  const fault = contentFault(content);
  if (fault) return `content ${fault}`;
  if (salience != null && !(salience >= 0 && salience <= 1)) return `salience must be 0 to 1, not ${salience}`;
  // Health, family and identity are the user's, whatever a model answers.
  const about = own && (answered === 'user' ? 'user' : aboutOf(content));
  const known = [...categories, ...(own?.categories ?? [])];
  const category = name ? findCategory(name, known) : undefined;
  if (name && !category) {
    const names = new Set(known.map((one) => one.name));
    return `there is no category ${JSON.stringify(name)}; there are ${[...names].join(', ')}`;
  }
  const there = (about === 'user' && own?.categories) || categories;
  const chosen = (category && findCategory(category.name, there)) ?? there.find((one) => one.isDefault) ?? there[0];
  if (!chosen) return 'the character has no categories';
  return make(
    {
      content,
      category: chosen.name,
      importance: importance ?? chosen.importance,
      salience: salience ?? defaultSalience,
    },
    about,
    { content, category: category?.name, importance: importance ?? undefined, salience: salience ?? undefined },
  );
}

/** By the short name under which it was shown, or by its id. */
function findSimilar(reference: string, similar: SimilarMemory[]): SimilarMemory | undefined {
  return similar.find(({ id }, index) => memoryReference(index) === reference || id === reference);
}

/**
 * A text can't request deletions: a deletion counts only together with the fact that contradicts the memory, and only a
 * few at a time.
 */
function withoutLooseDeletions({ proposals, faults }: Checked): Checked {
  const deletions = proposals.filter(({ operation }) => operation === 'DELETE').length;
  if (deletions === 0) return { proposals, faults };
  const states = proposals.some(({ operation }) => operation === 'ADD' || operation === 'UPDATE');
  if (states && deletions <= maxDeletions) return { proposals, faults };
  const why = states
    ? `A text contradicts at most ${maxDeletions} memories, not ${deletions}.`
    : 'DELETE needs an ADD or UPDATE that says what holds instead; a request to delete is not followed.';
  return { proposals: proposals.filter(({ operation }) => operation !== 'DELETE'), faults: [...faults, why] };
}
