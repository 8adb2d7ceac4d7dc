import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createAi } from '../../../src/ai/providers.ts';
import { rulesExtractor } from '../../../src/ai/rules.ts';
import { createLog } from '../../../src/base/log.ts';
import { captureName } from '../../../src/domain/captured-clause.ts';
import { servicePrincipal } from '../../../src/domain/principal.ts';
import type { LeftOut } from '../../../src/domain/stores/hooks.ts';
import type { Config } from '../../../src/features/config.ts';
import { createStore } from '../../../src/features/sqlite.ts';
import { DocumentReader } from '../../../src/files/reading/document-reader.ts';
import { readRuleLines } from '../../../src/hooks/rule-files.ts';
import { keepPastSession, type PastChange, type PastOutcome } from '../../../src/service/hooks/past-session.ts';
import { ensureLocalTenant } from '../../../src/service/tenancy/local.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { projectFiles } from '../../memory-owner.ts';
import { progressBar } from '../../terminal/progress.ts';
import type { Project } from './projects.ts';

/** The result for the sessions of one project. */
export interface Outcome {
  project: Project;
  /** The character of its memory; absent where there was nothing to store. */
  character?: string | undefined;
  turns: number;
  broken: number;
  leftOut: LeftOut;
  stored: PastChange[];
  /** Proposals that the user has to decide on. */
  proposed: PastChange[];
}

/**
 * Imports the sessions of these projects into the store at a path. The rules extract them even if a provider's key is
 * set, so that the result is the one that the user agreed to, and no session is sent away.
 * @param doing the label of the progress bar
 */
export async function keepSessions(
  config: Config,
  databasePath: string,
  projects: readonly Project[],
  signal: AbortSignal,
  doing: string,
): Promise<Outcome[]> {
  const log = createLog('warn', (line) => process.stderr.write(line), config.secrets);
  const store = createStore(openConnection(databasePath, { log }));
  const bar = progressBar();
  try {
    await ensureLocalTenant(store.tenants, config, Date.now());
    const principal = servicePrincipal(config.tier, captureName);
    const context = {
      store,
      principal,
      extractor: rulesExtractor(config.ai.encodes),
      ai: createAi(config.ai).settings,
      documents: new DocumentReader(join(__dirname, 'document-worker.cjs')),
      captureMode: config.captureMode,
      now: Date.now,
      newId: () => randomUUID(),
      log,
      signal,
    };
    const total = projects.reduce((sum, { sessions }) => sum + sizeOf(sessions), 0);
    let bytes = 0;
    const outcomes: Outcome[] = [];
    const rulesIn = new Map<string, readonly string[]>();
    const ruleLinesOf = (folder: string | undefined) => {
      if (folder === undefined) return [];
      const lines = rulesIn.get(folder) ?? readRuleLines(folder);
      rulesIn.set(folder, lines);
      return lines;
    };
    for (const project of projects) {
      const outcome: Outcome = { project, turns: 0, broken: 0, leftOut: {}, stored: [], proposed: [] };
      const done = new Map<string, PastChange>();
      const seen = new Set<string>();
      for (const session of project.sessions) {
        if (signal.aborted) break;
        bar.show(bytes, total, `${doing} ${project.name}: ${session.host}`);
        const of = { host: session.host, session: session.session.slice(0, 200) };
        const rules = () => ruleLinesOf(session.folder);
        const one = await keepPastSession(context, of, project.owner, projectFiles, session.read, seen, rules);
        add(outcome, one);
        for (const { change, memory } of one.done) {
          // A memory that was added in this run and corrected later counts as added.
          const isNew = change === 'corrected' && done.get(memory.id)?.change === 'added';
          done.set(memory.id, { change: isNew ? 'added' : change, memory });
        }
        if (one.characterId !== undefined && outcome.character === undefined) {
          outcome.character = (await store.characters.identify(principal, one.characterId))?.name;
        }
        bytes += sizeOf([session]);
      }
      const last = [...done.values()];
      outcome.stored = last.filter(({ change }) => change === 'added' || change === 'corrected');
      outcome.proposed = last.filter(({ change }) => change === 'proposed');
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    bar.end();
    await store.close();
  }
}

const sizeOf = (sessions: readonly { bytes: number }[]) => sessions.reduce((sum, { bytes }) => sum + bytes + 1, 0);

function add(outcome: Outcome, { turns, broken, leftOut }: PastOutcome): void {
  outcome.turns += turns;
  outcome.broken += broken;
  for (const [reason, count] of Object.entries(leftOut) as [keyof LeftOut, number][]) {
    outcome.leftOut[reason] = (outcome.leftOut[reason] ?? 0) + count;
  }
}
