import { isTakeover } from '../../base/takeover.ts';
import type { Memory } from '../../domain/memory.ts';
import { originKind } from '../../domain/memory-origin.ts';
import type { HookChoices } from '../../domain/stores/recalls.ts';
import { couldHarm, isInstruction } from '../../text/instructions.ts';
import type { Context } from '../context.ts';
import type { FoundMemory } from './found.ts';

/** What could take over a model that reads it, unless the reader typed it. */
export function mayTakeOver({ origin = '', content }: Memory): boolean {
  return originKind(origin) !== 'you' && isTakeover(content);
}

/**
 * Whether hooks hold it back, unless its user trusts it: what could take a model over, an imported order that could do
 * harm, and any order of pasted text, which the user may not even have read.
 */
export function isHeldFromHooks(memory: Memory): boolean {
  const { origin = '', content } = memory;
  const isOrder = origin === pasted ? isInstruction : couldHarm;
  return (originKind(origin) === 'import' && isOrder(content)) || mayTakeOver(memory);
}

const pasted = 'import pasted text';

/** What hooks do with a memory by themselves or by its user's choice; empty: they give it. */
export interface Choice {
  /** Its user chose that they leave it out. */
  muted?: true;
  /** They hold it back: it reads as an order to the agent. */
  held?: true;
  /** It reads so, and its user trusts it. */
  trusted?: true;
}

export function choiceOf(memory: Memory, { muted, trusted }: Pick<HookChoices, 'muted' | 'trusted'>): Choice {
  if (muted.includes(memory.id)) return { muted: true };
  if (trusted.includes(memory.id)) return { trusted: true };
  return isHeldFromHooks(memory) ? { held: true } : {};
}

/** What the users of some characters chose that hooks do with their memories. */
export async function chosenIn(
  { store, principal }: Pick<Context, 'store' | 'principal'>,
  characters: Iterable<string>,
): Promise<HookChoices> {
  const chosen = await Promise.all([...new Set(characters)].map((id) => store.recalls.chosen(principal, id)));
  return {
    muted: chosen.flatMap((one) => one.muted),
    trusted: chosen.flatMap((one) => one.trusted),
    wrong: chosen.flatMap((one) => one.wrong),
    answers: chosen.flatMap((one) => one.answers),
  };
}

/** What hooks do with each found memory, and the memories in whose place it stands, as parts of its explanation. */
export async function withChoices<One extends FoundMemory>(
  context: Pick<Context, 'store' | 'principal'>,
  memories: readonly One[],
): Promise<One[]> {
  const choices = await chosenIn(
    context,
    memories.map(({ characterId }) => characterId),
  );
  return memories.map((one) => {
    const older = one.insteadOf && {
      insteadOf: one.insteadOf.map(({ id, characterId, content, supersededBy }) => {
        return { id, characterId, content, ...(supersededBy === undefined && { isAsked: true }) };
      }),
    };
    return { ...one, explain: { ...one.explain, ...older, ...choiceOf(one, choices) } };
  });
}
