import { servicePrincipal } from '../../src/domain/principal.ts';
import type { OnMachine, ReadingContext } from '../../src/service/context.ts';
import { type Recollection, recallAtStart, recallForPrompt } from '../../src/service/hooks/recall.ts';
import type { Question } from './question.ts';

/** What the memory has to say to a hook; undefined where it knows no such character or is not asked anything. */
export async function answerQuestion(
  given: OnMachine<Omit<ReadingContext, 'principal'>>,
  { tier, character: reference, prompt, ...run }: Question,
): Promise<Recollection | undefined> {
  const principal = servicePrincipal(tier, 'hook');
  const character = await given.store.characters.find(principal, reference);
  if (!character) return undefined;
  const context = { ...given, principal };
  return prompt === undefined
    ? recallAtStart(context, run, character.id)
    : recallForPrompt(context, run, character.id, prompt);
}
