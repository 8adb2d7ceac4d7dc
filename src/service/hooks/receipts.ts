import type { HookReceipt } from '../../domain/stores/hooks.ts';
import type { HostExtraction } from '../../domain/stores/host-extractions.ts';
import { isMachineStore, type MachineStore } from '../../domain/stores/store.ts';
import { iso, startOfUtcDay } from '../../domain/text.ts';
import type { ReadingContext } from '../context.ts';

/** The latest runs of a host's hooks. */
export interface HostReceipts {
  host: string;
  runs: number;
  /** Memories given, and their estimated tokens. */
  given: number;
  tokens: number;
  /** Turns handed to extraction. */
  captured: number;
  /** Why things were left out, and how often. */
  leftOut: HookReceipt['leftOut'];
  /** ISO-8601. */
  lastAt: string;
}

/** As many as the store keeps. */
const maxReceipts = 1_000;

/**
 * The latest runs of hooks, of one character or of all, and their totals by host, the last active one first. One has also
 * what sessions of others gave of it, and stored in it. No hook runs on a server's store.
 */
export async function receipts(
  context: ReadingContext,
  characterId?: string,
): Promise<{ hosts: HostReceipts[]; latest: HookReceipt[] }> {
  const { store, principal } = context;
  if (!isMachineStore(store)) return { hosts: [], latest: [] };
  const all = await store.hooks.receipts(principal, maxReceipts);
  const latest = characterId === undefined ? all : await ofCharacter(context, store, characterId, all);
  const hosts = new Map<string, HostReceipts>();
  for (const { host, at, given, tokens, captured, leftOut } of latest) {
    const sum = hosts.get(host) ?? { host, runs: 0, given: 0, tokens: 0, captured: 0, leftOut: {}, lastAt: at };
    sum.runs++;
    sum.given += given;
    sum.tokens += tokens;
    sum.captured += captured;
    for (const [reason, count] of Object.entries(leftOut) as [keyof HookReceipt['leftOut'], number][]) {
      sum.leftOut[reason] = (sum.leftOut[reason] ?? 0) + count;
    }
    hosts.set(host, sum);
  }
  return { hosts: [...hosts.values()], latest };
}

/** Those of a character, and what sessions of others gave of it and stored in it, as receipts; the latest first. */
async function ofCharacter(
  { principal }: ReadingContext,
  { recalls, hooks }: MachineStore,
  characterId: string,
  all: readonly HookReceipt[],
): Promise<HookReceipt[]> {
  const [given, turns] = await Promise.all([
    recalls.list(principal, { characterId, kind: 'hook', empty: false, limit: maxReceipts }),
    hooks.turns(principal, { characterId, limit: maxReceipts }),
  ]);
  const own = all.filter((one) => one.characterId === characterId);
  const counted = new Set(own.map(({ at }) => at));
  const none = { characterId, given: 0, tokens: 0, captured: 0, leftOut: {} };
  const ofRecalls = given.map(({ at, client: host, by, results, tokens = 0 }): HookReceipt => {
    return { ...none, at: iso(at), host: host ?? by, event: 'recall', given: results.length, tokens };
  });
  const ofTurns = turns.flatMap(({ at, host = '', ...turn }): HookReceipt[] =>
    turn.characterId === characterId ? [] : [{ ...none, at, host, event: 'capture', captured: 1 }],
  );
  const others = [...ofRecalls, ...ofTurns].filter(({ at }) => !counted.has(at));
  return [...own, ...others].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Usage of the models of hosts. */
export interface HostModelUse {
  /** Sessions a UTC day at most, and how many are left today; absent: unknown to this process. */
  perDay?: number | undefined;
  leftToday?: number | undefined;
  /** The latest first. */
  sessions: HostExtraction[];
}

/** Undefined where the models of hosts read nothing, and never did. */
export async function hostModelUse(
  { store, principal, hostExtractions: perDay, now }: ReadingContext,
  limit: number,
): Promise<HostModelUse | undefined> {
  if (!isMachineStore(store)) return undefined;
  const sessions = await store.hostExtractions.list(principal, limit);
  if (perDay === undefined) return sessions.length === 0 ? undefined : { sessions };
  const begun = await store.hostExtractions.begunSince(principal, startOfUtcDay(now()));
  return { perDay, leftToday: Math.max(0, perDay - begun), sessions };
}
