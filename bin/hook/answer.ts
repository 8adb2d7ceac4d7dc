import { servicePrincipal } from '../../src/domain/principal.ts';
import type { WaitLimits } from '../../src/domain/project-rules.ts';
import { anchoringOf, findLayers } from '../../src/service/hooks/project.ts';
import type { Layers } from '../../src/service/hooks/prompt-asked.ts';
import {
  type HookContext,
  type RecallResult,
  recallAtStart,
  recallForPrompt,
  recallForTool,
  statusOf,
} from '../../src/service/hooks/recall.ts';
import { projectFiles } from '../memory-owner.ts';
import type { Question } from './question.ts';

/** The answer of a hook to its host. */
export interface HookAnswer {
  /** For the model; null: there is nothing to give. */
  context: string | null;
  /** For the user. */
  notice?: string | undefined;
}

export interface Answering {
  answer: HookAnswer;
  /**
   * Records memories before they are given to the host; false when another run of the same hook has just given them.
   */
  note(): Promise<boolean>;
}

/**
 * The context for a hook; undefined without a memory, or when nothing fits.
 * @param wait for what git says of what the project no longer has
 */
export async function answerQuestion(
  given: Omit<HookContext, 'principal'>,
  { tier, owner, prompt, names, status, ...run }: Question,
  wait: WaitLimits,
): Promise<Answering | undefined> {
  const asked = { ...given, principal: servicePrincipal(tier, 'hook') };
  const { store, principal } = asked;
  const memories = await findLayers(asked, owner, projectFiles);
  const [memory, ...others] = memories;
  if (!memory) return undefined;
  const { characterId, notice } = memory;
  const layers: Layers = [characterId, ...others.map((one) => one.characterId)];
  const anchoring = anchoringOf(asked, owner, projectFiles, wait);
  const context: HookContext = { ...asked, anchoring, own: memories.find(({ isOwn }) => isOwn)?.characterId };
  if (status) {
    return { answer: { context: await statusOf(context, run, layers) }, note: async () => true };
  }
  let recollection: RecallResult | undefined =
    names !== undefined
      ? await recallForTool(context, run, layers, names)
      : prompt === undefined
        ? await recallAtStart(context, run, layers)
        : await recallForPrompt(context, run, layers, prompt);
  // A session that began before the project took its memory over gets now what others get at their start.
  const isLateStart = notice !== undefined && prompt !== undefined && recollection?.text === undefined;
  if (isLateStart) recollection = await recallAtStart(context, run, layers);
  if (!recollection && notice === undefined) return undefined;
  return {
    answer: { context: recollection?.text ?? null, notice },
    async note() {
      if (recollection && !(await recollection.note())) return false;
      if (notice !== undefined) await store.projects.informed(principal, characterId);
      return true;
    },
  };
}
