import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { BaseConfig } from '../../src/base-settings.ts';
import type { Log } from '../../src/domain/log.ts';
import { servicePrincipal } from '../../src/domain/principal.ts';
import { asSaid } from '../../src/hooks/marks.ts';
import { lastPrompt } from '../../src/hooks/transcript.ts';
import { recallAtStart, recallForPrompt } from '../../src/service/hooks/recall.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { createStore } from '../../src/storage/sqlite/store.ts';
import { characterOf, type HookCall, patienceMs, runOf } from './session.ts';

/** The context that a session begins with, or that its prompt needs; undefined when nothing is known. */
export async function recall(config: BaseConfig, call: HookCall, log: Log): Promise<string | undefined> {
  // Looking makes no store.
  if (!existsSync(config.databasePath)) return undefined;
  const prompt = promptOf(call);
  const isStart = call.dialect.events[call.event] === 'start';
  if (!isStart && prompt === undefined) return undefined;
  const connection = openConnection(config.databasePath, { log, patienceMs });
  try {
    // What is written is a note of what was given; a power failure may take it along.
    connection.sqlite.pragma('synchronous = NORMAL');
    const store = createStore(connection);
    const principal = servicePrincipal(config.tier, 'hook');
    const character = await store.characters.find(principal, characterOf(config, call));
    if (!character) return undefined;
    const context = { store, principal, now: Date.now, newId: () => randomUUID(), log };
    return isStart
      ? await recallAtStart(context, runOf(call), character.id)
      : await recallForPrompt(context, runOf(call), character.id, prompt ?? '');
  } finally {
    await connection.close();
  }
}

function promptOf({ dialect, input: { prompt, transcriptPath } }: HookCall): string | undefined {
  if (!dialect.promptInTranscript) return prompt && asSaid(prompt);
  return transcriptPath && lastPrompt(transcriptPath, dialect.turn);
}
