import { endsInQuestion } from '../../text/questions.ts';
import { splitSentences } from '../../text/sentences.ts';
import { fold, words } from '../../text/words.ts';
import { word } from './cues.ts';

/**
 * What is worth keeping of what somebody said to an agent while they worked together, though nobody asked to remember
 * it: preferences, decisions, rules, facts about people and projects, corrections. Requests, questions and what the
 * agent reports of its work are most of a session, and none of them.
 */
export interface Overheard {
  role: 'user' | 'assistant' | 'other';
  /** "Remember that …". */
  stressed: boolean;
  category: string;
  /** 0 to 1: how surely its category was found. */
  certainty: number;
}

/** Read as far as this: what a statement is shows early. */
const reach = 300;

/** How requests and reports of the moment begin. */
const ofTheMoment = word(
  "(?:please|can you|could you|would you|will you|let'?s (?:see|try|check|start|do|fix|add|look|get|make|move|run|continue)|now |next,? |then |fix|add|run|make|create|write|change|remove|delete|update|rename|refactor|implement|build|show|explain|check|look|find|search|open|read|try|test|use|move|help|give|tell|generate|review|debug|install|convert|clean|optimi[sz]e|continue|go|do|don'?t|stop|commit|push|merge|revert|undo|list|print|summari[sz]e|translate|format|i (?:need|want|would like|was|am (?:trying|getting|seeing|looking|working|having|not sure)|have (?:an?|this|the|some|to|been)|think|guess|see|saw|tried|ran|got|just|found|don'?t (?:understand|know|see|think)|can'?t|cannot|could)|i'?m (?:trying|getting|seeing|looking|working|having|not sure|going)|i'?ve (?:been|got|just|tried)|i'?d like (?:you|to (?:see|add|have|get|make))|we (?:need|should|could|can|might|have to|still|are getting|just)|it (?:is|was|does|doesn'?t|should|still|seems|looks|fails|works)|it'?s|this |that'?s|that (?:is|was)|there (?:is|are|was|were)|why|what|how|when|where|which|who)",
);

/** What someone decided, wants always, or corrects. */
const decisive = word(
  "(?:we|i|they|the team|the user) (?:have |had |'ve )?(?:decided|agreed|chose|settled on|switched|moved|migrated|standardi[sz]ed)|we (?:always|never|only|don'?t|do not|no longer) \\p{L}+|we (?:use|deploy|release|ship|host|run|store|keep|write|prefer|work|call|name|follow|support|target)|(?:from now on|going forward|as a rule|by convention|our (?:convention|policy|rule|standard)|the (?:convention|policy|rule) is)|always (?:use|write|run|ask|prefer|add|keep|put|name|commit|start)|never (?:use|write|run|ask|add|commit|push|touch|delete|mention)|instead of|(?:actually|correction|to be precise),? (?:my|our|the|i|we|it'?s|he|she|they)|(?:is|are) (?:called|named)|let'?s (?:use|go with|stick (?:to|with)|call)",
);

/** Someone's own: "my sister", "our API", "I live in". */
const ofSomeone = word(
  "(?:my|our) \\p{L}+(?: \\p{L}+){0,3} (?:is|are|was|has|have|lives?|works?|runs?|likes?|prefers?|hates?|needs?|uses?|owns?|starts?|ends?|begins?|speaks?)|i (?:live|work|study|speak|teach|grew up|was born|moved|prefer|like|love|hate|always|never|usually|own|use)|i'?m (?:an?|allergic|vegetarian|vegan|from|based|based in|married|called|the)|i am (?:an?|allergic|vegetarian|vegan|from|based|married|called|the)|call me|my name",
);

/** What an assistant says of both, not of what it has just done. */
const settled = word(
  "(?:we|you|the team|the user) (?:have |had |'ve )?(?:decided|agreed|chose|settled on|prefer|switched)|from now on|as (?:agreed|decided)",
);

/** In other languages, and where no pattern speaks: categories that only lasting things have. */
const lasting = new Set(['preferences', 'decisions', 'relationships', 'facts', 'skills']);
const sure = 0.5;
const fewestWords = 3;

/** A statement without its questions: nobody keeps them, and what was said in the same breath must not go with them. */
export function withoutQuestions(statement: string): string {
  return splitSentences(statement)
    .filter((sentence) => !endsInQuestion(sentence))
    .join('')
    .trim();
}

export function isWorthKeeping(statement: string, { role, stressed, category, certainty }: Overheard): boolean {
  const said = fold(statement.slice(0, reach));
  if (words(said).length < fewestWords && /^[\p{ASCII}\p{Script=Latin}]*$/u.test(said)) return false;
  if (role === 'assistant') return settled.test(said);
  if (stressed) return true;
  if (decisive.test(said) || ofSomeone.test(said)) return !isRequest(said);
  return certainty >= sure && lasting.has(category) && !startsWith(ofTheMoment, said);
}

/** "Use tabs from now on" is a rule; "use tabs here" a request. */
function isRequest(said: string): boolean {
  return (
    startsWith(ofTheMoment, said) &&
    !/\b(?:always|never|from now on|going forward|as a rule|convention|actually|i'?d like to|let'?s (?:use|go with|stick))\b/u.test(
      said,
    )
  );
}

function startsWith(pattern: RegExp, said: string): boolean {
  return pattern.exec(said)?.index === 0;
}
