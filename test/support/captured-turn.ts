import type { CapturedClause } from '../../src/domain/captured-clause.ts';
import type { Scope } from '../../src/domain/principal.ts';
import type { MachineStore } from '../../src/domain/stores/store.ts';
import { tiers } from '../../src/domain/tier.ts';
import { newMemory } from './builders.ts';

/** Lets a hook capture a turn of a session with these clauses, without a change of memories. */
export async function captureTurn(
  { hooks, captures }: MachineStore,
  scope: Scope,
  characterId: string,
  clauses: CapturedClause[],
  { session = 'one', now = 9_000 } = {},
): Promise<void> {
  const whose = { host: 'codex', session };
  const { cursor: from } = await hooks.find(scope, whose, characterId);
  const position = (from?.position ?? 0) + 1;
  const memory = { ...newMemory(position, `turn ${position}`), sessionId: session };
  const turns = [{ key: `${session} ${position}`, role: 'user' as const, memory }];
  const receipt = { event: 'Stop', characterId, given: 0, tokens: 0, captured: 0, leftOut: {} };
  await hooks.captured(scope, whose, { from, to: { path: '/t', position, head: 'h' }, turns, receipt }, now);
  const [job] = await captures.claim(tiers, now, { holder: 'test', until: now + 1_000 }, 1, 'turns');
  await captures.finish('test', job!.jobId, [], { changedBy: 'auto-capture', now }, clauses);
}
