/** Where one clause of a sentence ends and the next begins. */

/** How requests and questions begin. */
const asking = [
  '(?:can|could|would|will) (?:you|we|u)\\b',
  "can i\\b|please\\b|pls\\b|help me\\b|tell me\\b|show me\\b|let me know\\b|let's\\b|lets\\b|talk me through\\b",
  'how (?:can|do|does|should|would|to|much|many|did)\\b',
  "what(?:'s)?\\b|which\\b|why\\b|where\\b|when (?:should|can|will)\\b",
  '(?:do|does|did) (?:you|i|we|it)\\b',
  '(?:should|is|are|am|was) (?:i|we|it|there|this|that|these)\\b',
  'any (?:tips|advice|ideas|suggestions|thoughts|recommendations)\\b',
  "i(?:'m| am) (?:wondering|not sure|curious|unsure)\\b|i (?:was |am )?wonder",
  "i need (?:help|you)|i want you\\b|i'd (?:like|love) (?:you|to (?:know|get|hear))",
  'peux[- ]tu|pouvez[- ]vous|est-ce que|comment (?:puis|dois|faire)',
  'puedes|pod(?:es|rías)|cómo (?:puedo|debo)|pode\\b|você pode|como (?:posso|devo)|puoi\\b|potresti|come posso',
  'kannst du|könntest|können sie|wie (?:kann|soll)|kun je|kunt u|hoe kan|czy możesz|jak mogę|możesz\\b',
  'можешь|можете|подскажи|как (?:мне|нам)|kan du|hur kan|yapabilir misin|nasıl',
].join('|');

const mark =
  '(?:\\s{0,9}[,;:]\\s{0,9}(?:(?:so|and|but|then|also|or|which|e|et|mais|und|aber|y|pero|mas|ma|en|maar|i|ale|och|men|ve|ama|и|но|а)\\s{1,9})?|\\s{1,9}[-–—]{1,3}\\s{1,9}|\\s{1,9}(?:so|and|but|then)\\s{1,9})';

/** "I prefer mornings, | can you help me plan?" */
export const beforeRequest = new RegExp(`(?<![\\s,;:])${mark}(?=${asking})`, 'giu');

/** A request without a mark before it: "we have three projects | do I need a key". */
export const runOnRequest =
  /(?<!\s)\s{1,9}(?=(?:can you|could you|can u|do i (?:need|have)|should i|should we|do you (?:think|know|have)|what (?:should|do|would) (?:i|we|you)|how (?:do|can|should) (?:i|we|you)|talk me through|anything (?:that |else )?i|is there (?:a|any)|are there any|please (?:help|fix|add|make|check|create|update|tell|explain|write|let))\b)/giu;

/** "…, because we | deploy on Fridays": another statement with a repeated subject. */
export const beforeStatement =
  /(?<![\s,;])(?:\s{0,9};\s{0,9}|\s{1,9}[-–—]{1,3}\s{1,9}|,\s{1,9}(?:(?:and|but|so|because|since|as|car|weil|porque|потому что|parce que|perché|omdat|bo|eftersom) )?|\s{1,9}(?:because|since|but|car|weil|porque)\s{1,9})(?=(?:i|i'm|im|i've|i'd|we|we're|we've|our|my|it's|it is|don't|do not|never|always|make sure|the (?:project|app|repo|api|code)\w{0,30}|this is|je|j'ai|nous|ich|wir|я|мы|yo|nosotros|eu|nós|io|noi|ik|wij|vi|jag)(?![\p{L}\p{N}]))/giu;
