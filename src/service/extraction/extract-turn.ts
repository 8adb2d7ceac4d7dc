import { warningOf } from '../../base/orders.ts';
import type { Proposal } from '../../domain/ai.ts';
import { type CapturedClause, judgedKinds, type KindVerdicts } from '../../domain/captured-clause.ts';
import type { Category } from '../../domain/category.ts';
import type { MemoryChange } from '../../domain/memory.ts';
import type { CaptureJob } from '../../domain/stores/files.ts';
import { isMachineStore } from '../../domain/stores/store.ts';
import { iso } from '../../domain/text.ts';
import type { Turn } from '../../domain/turn.ts';
import { shownEnd } from '../../domain/zone.ts';
import { ownWords } from '../../text/foreign.ts';
import { findSecrets } from '../../text/secrets.ts';
import type { Context } from '../context.ts';
import { endsOf, type NamedEnds } from '../judging.ts';
import type { GivenMemory } from '../memories.ts';
import { askExtractor } from './ask-extractor.ts';
import { Known } from './known.ts';
import { toChange, withoutTouching } from './to-change.ts';

/** The names of speakers in a transcript, which extractors know. */
const speakers: Record<Turn['role'], string> = { user: 'User', assistant: 'Assistant' };

/** The result of a turn: changes, and the receipt of each clause. */
export interface ExtractedTurn {
  changes: MemoryChange[];
  clauses: CapturedClause[];
  /** What its new memories end. */
  ends: NamedEnds[];
}

/**
 * Lets the extractor choose memories of a captured turn, often none; nothing is stored here. A known statement in other
 * words raises its memory. A proposed one becomes a memory when it is said again. Errors as `askExtractor`.
 */
export async function extractTurn(
  context: Context,
  characterId: string,
  categories: Category[],
  { speaker = 'user', ruleLines = [] }: Pick<CaptureJob, 'speaker' | 'ruleLines'>,
  given: GivenMemory,
): Promise<ExtractedTurn> {
  // Models take a pasted order for the user's wish; the rules read pasted text, and propose at most.
  const said = context.extractor.kind === 'ai' ? ownWords(given.content) : given.content;
  if (said.trim() === '') return { changes: [], clauses: [], ends: [] };
  const text = `${speakers[speaker]}: ${said.trim()}`;
  return extractSaid(context, characterId, categories, { speaker, ruleLines }, given, text);
}

/** As `extractTurn`, for a text that names its speakers. */
export async function extractSaid(
  context: Context,
  characterId: string,
  categories: Category[],
  { speaker = 'user', ruleLines = [] }: Pick<CaptureJob, 'speaker' | 'ruleLines'>,
  given: GivenMemory,
  text: string,
): Promise<ExtractedTurn> {
  const { occurredAt = iso(context.now()) } = given;
  const { proposals } = await askExtractor(context, characterId, categories, {
    text,
    occurredAt,
    overheard: context.captureMode ?? 'balanced',
  });
  const known = new Known(context, characterId, ruleLines);
  const kinds = proposals.some(isAddition) ? await kindsOf(context, characterId) : [];
  const turn: ExtractedTurn = { changes: [], clauses: [], ends: [] };
  for (const proposal of proposals.map(cautious)) {
    const step = await stepOf(context, proposal, given, known, kinds);
    if (step.change) turn.changes.push(step.change);
    if (step.clause) turn.clauses.push(step.clause);
    if (step.change?.kind === 'add') turn.ends.push(...endsOf(proposal, step.change.memory.id));
  }
  turn.changes.push(...(await known.leaving(turn.changes)));
  return { ...turn, clauses: shown(turn.clauses, speaker) };
}

/** Only a person makes a memory of an order that could do harm. */
function cautious(proposal: Proposal): Proposal {
  const warning = 'content' in proposal ? warningOf(proposal.content) : undefined;
  if (warning === undefined) return proposal;
  const added = withoutTouching(proposal, warning);
  return added.operation === 'ADD' ? { reason: warning, ...added, isProposed: true, isForeign: true } : added;
}

type Addition = Extract<Proposal, { operation: 'ADD' }>;

function isAddition(proposal: Proposal): proposal is Addition {
  return proposal.operation === 'ADD';
}

interface Step {
  change?: MemoryChange | undefined;
  clause?: CapturedClause | undefined;
}

async function stepOf(
  context: Context,
  proposal: Proposal,
  given: GivenMemory,
  known: Known,
  kinds: readonly KindVerdicts[],
): Promise<Step> {
  const { operation, reason = 'worth remembering' } = proposal;
  if (operation === 'NONE') {
    const { said: text, kind } = proposal;
    return text === undefined ? {} : { clause: { text, outcome: 'left out', reason, kind } };
  }
  const change = toChange(context, proposal, given, { kind: 'extraction' });
  if (operation === 'DELETE') return { change };
  const { content: text, kind } = proposal;
  const why = change ? withItsEnd(reason, change) : reason;
  if (operation === 'UPDATE') {
    return { change, clause: { text, outcome: 'kept', reason: why, kind, memoryId: proposal.memory.id } };
  }
  const outcome = proposal.isProposed ? 'proposed' : 'kept';
  const isOff = kinds.some((one) => one.isOff && one.kind === kind && one.outcome === outcome);
  if (isOff)
    return { clause: { text, kind, outcome: 'left out', reason: `people rejected statements of this kind (${kind})` } };
  const before = await known.before(proposal, given.occurredAt ?? iso(context.now()));
  if (before) return { change: before.change, clause: { text, kind, ...before.clause } };
  const memoryId = change?.kind === 'add' ? change.memory.id : undefined;
  return { change, clause: { text, kind, outcome, reason: why, memoryId } };
}

/** The reason of a change, with the end that was read of its text. */
function withItsEnd(reason: string, change: MemoryChange): string {
  const { validUntil } = change.kind === 'add' ? change.memory : change.kind === 'update' ? change.fields : {};
  return validUntil == null ? reason : `${reason}; holds until ${shownEnd(validUntil, undefined)}`;
}

/** The users' verdicts on the kinds of statements that were captured of a character. */
async function kindsOf({ store, principal }: Context, characterId: string): Promise<KindVerdicts[]> {
  return isMachineStore(store) ? judgedKinds(await store.hooks.verdicts(principal, characterId)) : [];
}

/** Clauses of a turn that a receipt shows, and UTF-16 units of each. */
const maxClauses = 40;
const maxClauseLength = 300;

/** For receipts: no clause with a credential, and of the agent's words only clauses with an outcome. */
function shown(clauses: readonly CapturedClause[], speaker: Turn['role']): CapturedClause[] {
  const relevant = clauses.filter(({ outcome, text }) => {
    return (speaker === 'user' || outcome !== 'left out') && findSecrets(text).length === 0;
  });
  // If there are too many, those that were left out are dropped first.
  let spare = relevant.length - maxClauses;
  return relevant
    .toReversed()
    .filter(({ outcome }) => outcome !== 'left out' || spare-- <= 0)
    .toReversed()
    .slice(0, maxClauses)
    .map((one) => ({
      ...one,
      text: one.text.slice(0, maxClauseLength).toWellFormed(),
      reason: one.reason.slice(0, maxClauseLength),
    }));
}
