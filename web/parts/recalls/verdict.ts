import type { Output } from '../../client/client.ts';
import { listed, t, tn } from '../../languages/translate.ts';
import { whyInWords } from '../../languages/why.ts';
import { shortText } from '../memory/marking.ts';
import { bandOf, relevanceInFigures } from '../memory/rank.ts';

export type Reasons = Output<'explainPrompt'>;
/** A memory near a prompt. */
export type Near = Reasons['layers'][number]['memories'][number];

/** The most words of a prompt that are named as lacking. */
const maxLacking = 5;

/** What was there when it was asked, or what is there since and fits; first what surely answers. */
export function partOf(reasons: Reasons, isSince: boolean): Reasons {
  const isOf = ({ later = false, outcome }: { later?: boolean | undefined; outcome?: Near['outcome'] }) =>
    later === isSince && !(isSince && outcome === 'weak');
  const order = ({ answers }: Near) => Number(answers !== true);
  const layers = reasons.layers.map((one) => ({
    ...one,
    memories: one.memories.filter(isOf).toSorted((a, b) => order(a) - order(b)),
  }));
  return { ...reasons, layers, elsewhere: reasons.elsewhere.filter(isOf) };
}

export const memoriesOf = ({ layers }: Reasons) => layers.flatMap((one) => one.memories);
/** Kept back, though it answers. */
const isKeptBack = ({ outcome }: Near) => outcome !== 'given' && outcome !== 'weak';
/** Whether no memory of anybody says it. */
export const isMissing = (reasons: Reasons) =>
  reasons.asks && reasons.elsewhere.length === 0 && memoriesOf(reasons).every(({ outcome }) => outcome === 'weak');

/** Whether neither a memory elsewhere, nor one that is kept back or given now, answers it: writing one is left. */
export const isLeftToWrite = (reasons: Reasons) =>
  reasons.elsewhere.length === 0 && !memoriesOf(reasons).some((one) => isKeptBack(one) || one.answers === true);

/**
 * The reason in a sentence.
 * @param isAnswered what was stored since answers it
 * @param isMended a person has settled it, or does so now
 */
export function verdictOn(
  reasons: Reasons,
  { order, at, held = [] }: { order?: boolean | undefined; at?: string; held?: readonly unknown[] | undefined },
  isAnswered: boolean,
  isMended = false,
): string {
  const { allowed, asks, layers, elsewhere } = reasons;
  const memories = memoriesOf(reasons);
  const names = listed(layers.map(shownName));
  if (!allowed) return t('The plan has no hooks that recall.');
  if (!asks) return t('Hooks looked for nothing: it is small talk, a command or code.');
  const given = memories.filter(({ outcome }) => outcome === 'given').length;
  if (given > 0) {
    const now = tn(given, 'Asked now, hooks give {n} memory:', 'Asked now, hooks give {n} memories:');
    if (at === undefined || isMended) return `${t('Nothing was given then.')} ${now}`;
    return `${held.length > 0 ? t('What fitted then was held back.') : fittedTooLittle()} ${now}`;
  }
  if (memories.some(isKeptBack)) return t('Hooks searched {names}. What may answer it is kept back:', { names });
  if (elsewhere.length > 0) {
    const others = listed([...new Set(elsewhere.map(({ characterName }) => characterName))]);
    return t('Hooks searched {names}. What may answer it is in {others}, which they do not read here:', {
      names,
      others,
    });
  }
  if (isAnswered) return t('Hooks searched {names}. When it was asked, no memory there said it.', { names });
  if (order) return t('Hooks searched {names}. It asks nothing, so no answer is missing.', { names });
  return memories.length === 0
    ? t('Hooks searched {names}. No memory says it.', { names })
    : t('Hooks searched {names}. No memory says it well enough:', { names });
}

const fittedTooLittle = () =>
  t(
    'When it was asked, no memory matched well enough. What was stored since, or search by meaning, has raised the match.',
  );

/** How well a memory fits, in numbers. */
export function figuresOf({ relevance }: Pick<Near, 'relevance'>, least: number): string {
  return t('relevance {relevance}; hooks give from {least} on', {
    relevance: relevanceInFigures(relevance),
    least: relevanceInFigures(least),
  });
}

/** What a memory was when it was asked. */
function earlierAs({ state, said = '' }: NonNullable<Near['was']>): string {
  switch (state) {
    case 'elsewhere':
      return said === '' ? t('then it was in another character') : t('then it was in {name}', { name: said });
    case 'changed':
      return t('then it said: {text}', { text: shortText(said, 160) });
    case 'proposed':
      return t('then it was only proposed');
    case 'deleted':
      return t('then it was deleted');
    default:
      return t('then it counted as ended');
  }
}

export function reasonFor({ outcome, lacks, was }: Near): string {
  switch (outcome) {
    case 'given':
      return was ? `${t('hooks give it now')}; ${earlierAs(was)}` : t('hooks give it now');
    case 'weak': {
      const words = listed(lacks.slice(0, maxLacking).map((word) => t('“{word}”', { word })));
      const missed = t('it fits too little');
      return lacks.length === 0 ? missed : `${missed}${t(', ')}${t('it lacks {words}', { words })}`;
    }
    case 'ended':
      return t('it no longer holds');
    case 'wrong':
      return t('you called it wrong for this question');
    case 'proposed':
      return t('proposed: hooks give it when you keep it');
    case 'forgetting':
      return t('the prompt asks to forget it');
    case 'room':
      return t('it fits, but others filled the room, or say the same');
    default:
      return t('it fits');
  }
}

/** A layer's name; the user's own memory is called so. */
export const shownName = ({ name, isOwn }: Reasons['layers'][number]) => (isOwn ? t('Personal') : name);

/** Its rank today, and what it counted as before, if that has changed. */
export function todayIn(found: { relevance: number; why: string }, before: number | undefined): string {
  const why = whyInWords(found.why);
  const [then, now] = [before, found.relevance].map((one) => one !== undefined && bandOf(one).label);
  if (!then || !now || then === now) return t('Today: {why}.', { why });
  return t('It counted as “{then}” when it was given; asked today, it is “{now}”: {why}.', { then, now, why });
}
