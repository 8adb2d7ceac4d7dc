import { asking, endsInQuestion } from '../../text/questions.ts';
import { isSmallTalk } from '../../text/small-talk.ts';
import type { Speaker } from '../../text/speakers.ts';
import { words } from '../../text/words.ts';
import { isAssistantPhrase } from './assistant-phrases.ts';

/** "Ana: thanks" outside a transcript; one word after a label ("Vegetarian: yes") is a value. */
const label = /^[\p{Lu}\p{Lo}][\p{L}\p{N} ._-]{0,30}: /u;
const values = new Set(
  'yes no ok okay fine good great sure true right nice si ja nein oui non sim nao tak nie evet nee да нет'.split(' '),
);

/** Whether a statement has nothing to remember: small talk, a request for help, an assistant's own phrases. */
export function isFiller(statement: string, speaker?: Speaker): boolean {
  if (speaker?.role === 'assistant' && isAssistantPhrase(statement)) return true;
  if (isSmallTalk(statement)) return true;
  const said = statement.replace(label, '');
  if (said !== statement && isSmallTalk(said)) return !values.has(words(said).join(' '));
  return isQuestionForHelp(said);
}

const ownMatter =
  /^(?:remind|remember|forget|my|our|i|i'm|i'll|we|i've|ich|mein|meine[mnrs]?|wir|unser|unsere|je|j'ai|mon|ma|mes|notre|yo|mi|mis|nuestra|nuestro|eu|meu|minha|io|mio|mia|ik|mijn|ons|moj|moja|moje|mnie|benim|ben|jag|min|mitt|jeg|mit|я|мой|моя|мне|у)$/u;

/** A question to the agent without a statement: short, and without a word such as "remind" or "my". */
function isQuestionForHelp(said: string): boolean {
  if (said.length > 300 || !endsInQuestion(said)) return false;
  const all = words(said);
  if (all.length > 12 || all.some((word) => ownMatter.test(word))) return false;
  return asking.test(all[0] ?? '');
}
