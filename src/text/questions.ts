import { words } from './words.ts';

/** Folded words that questions begin with, in many languages. */
export const asking =
  /^(?:what|what's|who|who's|when|where|where's|why|how|how's|which|can|could|would|will|do|does|did|is|are|should|was|wie|warum|wann|welche[rsn]?|kannst|konntest|konnen|wurdest|comment|pourquoi|quand|quel|quelle|peux|pouvez|pourrais|como|por|cuando|cual|puedes|podrias|puede|qual|quando|perche|puoi|potresti|pode|poderia|voce|come|hoe|waarom|wanneer|welke|kun|kan|wat|jak|dlaczego|kiedy|czy|mozesz|nasıl|neden|hvordan|hvorfor|hur|varfor|как|почему|когда|можешь)$/u;

export function endsInQuestion(text: string): boolean {
  return /[?？؟]\s*$/u.test(text.slice(-20));
}

/** How people ask to be told a thing: at the start, or in Japanese and Korean at the end. */
const beingTold =
  /^(?:tell me|sag(?:e|en sie)? mir|dis-moi|dites-moi|dime|dígame|dimmi|me diga)(?![\p{L}\p{M}])|^[请請]?告[诉訴]我/iu;
const beingToldAtEnd =
  /(?:教えて|おしえて)(?:ください|下さい|くれ|ほしい)?[。.!！]?$|(?:です|ます|でしょう|ました)か。?$|(?:알려|말해) ?(?:줘|주세요)[.!]?$/u;

/** Whether a text is a question: it has a question mark, starts like questions, or asks to be told something. */
export function isQuestion(text: string): boolean {
  if (/[?？؟]/u.test(text) || asking.test(words(text.slice(0, 100))[0] ?? '')) return true;
  return beingTold.test(text.slice(0, 40)) || beingToldAtEnd.test(text.slice(-20).trimEnd());
}

/** Folded words that requests to answer or to show something begin with, in many languages. Rules begin with other verbs. */
const requesting =
  /^(?:please|give|tell|show|suggest|provide|finish|reformat|rewrite|rephrase|summarize|summarise|explain|bitte|gib|zeig|erklare|nenne|donne|montre|explique|resume|dame|dime|muestrame|explica|dammi|dimmi|mostrami|spiega|riassumi|mostre|geef|toon|daj|pokaz|wyjasnij|дай|покажи|объясни|goster|acikla)$/u;

/** Whether a text asks for an answer: a question without another sentence, or a request for words. It states nothing. */
export function isRequest(text: string): boolean {
  const start = text.slice(0, 100);
  return endsInQuestion(text) || requesting.test(words(start)[0] ?? '');
}
