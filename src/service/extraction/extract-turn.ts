import { warningOf } from '../../base/orders.ts';
import type { Proposal } from '../../domain/ai.ts';
import { type CapturedClause, judgedKinds, type KindVerdicts } from '../../domain/captured-clause.ts';
import type { MemoryChange, WordsOf } from '../../domain/memory.ts';
import { contentOf, withTexts } from '../../domain/memory-rules.ts';
import type { CaptureJob } from '../../domain/stores/files.ts';
import { isMachineStore } from '../../domain/stores/store.ts';
import { iso } from '../../domain/text.ts';
import type { Turn } from '../../domain/turn.ts';
import { shownEnd } from '../../domain/zone.ts';
import { ownWords } from '../../text/foreign.ts';
import { personalKindsIn, redactPersonal, refusalOf, underRule } from '../../text/personal/personal.ts';
import { findSecrets } from '../../text/secrets.ts';
import type { Context, OwnMemory } from '../context.ts';
import { endsOf } from '../judging.ts';
import type { GivenMemory } from '../memories.ts';
import { ruleForPersonal } from '../personal.ts';
import { askExtractor } from './ask-extractor.ts';
import { Known } from './known.ts';
import { inOwnMemory, type MoveHere, type Part, saidInTwo, Targets } from './targets.ts';
import { onlyAdding, withoutTouching } from './to-change.ts';

/** The names of speakers in a transcript, which extractors know. */
const speakers: Record<Turn['role'], string> = { user: 'User', assistant: 'Assistant' };

/** Whose words its memories are. */
export function wordsOfTurn(speaker: Turn['role'] | undefined): WordsOf | undefined {
  return speaker && (speaker === 'user' ? 'user' : 'agent');
}

/** The result of a turn: what goes to each memory, and the receipt of each clause. */
export interface ExtractedTurn {
  /** That of its character first. */
  parts: [Part, ...Part[]];
  clauses: CapturedClause[];
}

/**
 * Lets the extractor choose memories of a captured turn, often none; nothing is stored here. A known statement in other
 * words raises its memory. A proposed one becomes a memory when it is said again. Errors as `askExtractor`.
 * @param own the user's own memory, for statements about the user; absent: everything goes to the character
 */
export async function extractTurn(
  context: Context,
  characterId: string,
  { speaker = 'user', ruleLines = [] }: Pick<CaptureJob, 'speaker' | 'ruleLines'>,
  given: GivenMemory,
  own?: OwnMemory,
): Promise<ExtractedTurn> {
  // Models take a pasted order for the user's wish; the rules read pasted text, and propose at most.
  const said = context.extractor.kind === 'ai' ? ownWords(given.content) : given.content;
  if (said.trim() === '') return { parts: [{ characterId, changes: [], ends: [] }], clauses: [] };
  const text = `${speakers[speaker]}: ${said.trim()}`;
  return extractSaid(context, characterId, { speaker, ruleLines }, given, text, own);
}

/** As `extractTurn`, for a text that names its speakers. Hearsay, not only the user's words, changes no stored memory. */
export async function extractSaid(
  context: Context,
  characterId: string,
  {
    speaker = 'user',
    ruleLines = [],
    isHearsay = speaker === 'assistant',
  }: Pick<CaptureJob, 'speaker' | 'ruleLines'> & { isHearsay?: boolean },
  given: GivenMemory,
  text: string,
  own?: OwnMemory,
): Promise<ExtractedTurn> {
  const { occurredAt = iso(context.now()) } = given;
  const targets = await Targets.of(context, characterId, own);
  const { proposals } = await askExtractor(context, characterId, targets.main.categories, {
    text,
    own: targets.own,
    occurredAt,
    overheard: context.captureMode ?? 'balanced',
  });
  const reading: Reading = {
    context,
    given,
    targets,
    known: targets.ids.map((id) => new Known(context, id, ruleLines)),
    kinds: proposals.some(isAddition) ? await kindsOf(context, characterId) : [],
    isUsersWord: speaker === 'user' && !isHearsay,
  };
  const parts = new Map<string, Part>();
  const partOf = (id: string) => {
    const part = parts.get(id) ?? { characterId: id, changes: [], ends: [] };
    parts.set(id, part);
    return part;
  };
  const clauses: CapturedClause[] = [];
  for (const proposed of (isHearsay ? onlyAdding(proposals) : proposals).map((one) => targets.within(cautious(one)))) {
    const proposal = reading.isUsersWord ? await targets.ofOwnPeople(proposed) : proposed;
    const step = await stepOf(reading, proposal);
    const { characterId: to = characterId, move } = step;
    const { change, clause } = await underItsRule(context, to, step);
    const part = partOf(to);
    if (move) part.moves = [...(part.moves ?? []), move];
    if (change) part.changes.push(change);
    if (change?.kind === 'add') part.ends.push(...endsOf(proposal, change.memory.id));
    if (clause) clauses.push(to === characterId ? clause : inOwn(clause, to));
  }
  for (const known of reading.known) {
    const { changes } = partOf(known.characterId);
    changes.push(...(await known.leaving(changes)));
  }
  const here = partOf(characterId);
  const others = [...parts.values()].filter((one) => one !== here && (one.changes.length > 0 || one.moves));
  return { parts: [here, ...others], clauses: shown(clauses, speaker) };
}

function inOwn(clause: CapturedClause, characterId: string): CapturedClause {
  const where = clause.reason.endsWith(saidInTwo) ? 'in your own memory' : inOwnMemory;
  return { ...clause, reason: `${clause.reason}; ${where}`, characterId };
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

/** What the statements of one turn are compared with. */
interface Reading {
  context: Context;
  given: GivenMemory;
  targets: Targets;
  /** Of each memory that exists, that of the turn first. */
  known: Known[];
  kinds: readonly KindVerdicts[];
  isUsersWord: boolean;
}

interface Step {
  change?: MemoryChange | undefined;
  clause?: CapturedClause | undefined;
  /** The memory that it is for; absent: that of the turn. */
  characterId?: string | undefined;
  /** A memory of another project that goes there too. */
  move?: MoveHere | undefined;
}

async function stepOf(
  { context, given, targets, known, kinds, isUsersWord }: Reading,
  proposal: Proposal,
): Promise<Step> {
  const { operation, reason = 'worth remembering' } = proposal;
  if (operation === 'NONE') {
    const { said: text, kind } = proposal;
    return text === undefined ? {} : { clause: { text, outcome: 'left out', reason, kind } };
  }
  if (operation === 'ADD') {
    const { content: text, kind } = proposal;
    const outcome = proposal.isProposed ? 'proposed' : 'kept';
    if (kinds.some((one) => one.isOff && one.kind === kind && one.outcome === outcome))
      return {
        clause: { text, kind, outcome: 'left out', reason: `people rejected statements of this kind (${kind})` },
      };
    // What is about the user is stored once, in whichever memory it is.
    for (const one of proposal.about === 'user' ? known : known.slice(0, 1)) {
      const before = await one.before(proposal, given.occurredAt ?? iso(context.now()));
      if (before)
        return { change: before.change, clause: { text, kind, ...before.clause }, characterId: one.characterId };
    }
    const isInDoubt = proposal.about !== 'user' && !proposal.isProposed && isUsersWord;
    const said = isInDoubt ? await targets.saidElsewhere(text) : undefined;
    if (said) {
      const { characterId, memoryId, from } = said;
      if (from === undefined)
        return { clause: { text, kind, outcome: 'known', reason: 'stored already', memoryId }, characterId };
      return {
        move: { from, memoryId },
        clause: { text, kind, outcome: 'kept', reason: `${reason}; ${saidInTwo}`, memoryId },
        characterId,
      };
    }
  }
  const { target, change } = await targets.changeOf(proposal, given, { kind: 'extraction' });
  const { characterId } = target;
  if (operation === 'DELETE') return { change, characterId };
  const { content: text, kind } = proposal;
  const why = change ? withItsEnd(reason, change) : reason;
  const outcome = operation === 'ADD' && proposal.isProposed ? 'proposed' : 'kept';
  const memoryId = change?.kind === 'add' ? change.memory.id : change?.memoryId;
  return { change, clause: { text, outcome, reason: why, kind, memoryId }, characterId };
}

/** The step as the rule of its memory for personal data allows it; receipts show no more than the memory has. */
async function underItsRule(context: Context, characterId: string, { change, clause }: Step): Promise<Step> {
  const content = (change && contentOf(change)) ?? '';
  const texts = [content, clause?.text ?? ''];
  if (!texts.some((text) => personalKindsIn(text).length > 0)) return { change, clause };
  const rule = await ruleForPersonal(context, characterId);
  const refusal = texts.map((text) => refusalOf(text, rule)).find((one) => one !== undefined);
  if (refusal !== undefined) {
    const { kind } = clause ?? {};
    const text = redactPersonal(clause?.text ?? content);
    return { clause: { text, kind, outcome: 'left out', reason: `it holds ${refusal}` } };
  }
  const screened = (text: string) => underRule(text, rule);
  return {
    change: change && withTexts(change, screened),
    clause: clause && { ...clause, text: screened(clause.text) },
  };
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
