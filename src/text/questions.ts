import { words } from './words.ts';

/** Folded words that questions begin with, in many languages. */
export const asking =
  /^(?:what|what's|who|who's|when|where|where's|why|how|how's|which|can|could|would|will|do|does|did|is|are|should|was|wie|warum|wann|welche[rsn]?|kannst|konntest|konnen|wurdest|comment|pourquoi|quand|quel|quelle|peux|pouvez|pourrais|como|por|cuando|cual|puedes|podrias|puede|qual|quando|perche|puoi|potresti|pode|poderia|voce|come|hoe|waarom|wanneer|welke|kun|kan|wat|jak|dlaczego|kiedy|czy|mozesz|nasıl|neden|hvordan|hvorfor|hur|varfor|как|почему|когда|можешь)$/u;

export function endsInQuestion(text: string): boolean {
  return /[?？؟]\s*$/u.test(text.slice(-20));
}

/** Whether a text is a question: it has a question mark, or starts like questions. */
export function isQuestion(text: string): boolean {
  return /[?？؟]/u.test(text) || asking.test(words(text.slice(0, 100))[0] ?? '');
}
