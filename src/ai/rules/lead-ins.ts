const leadIns = [
  /^(?:hi|hello|hey|ok|okay|oh|well|thanks|thank you|sure|yes|yeah|no problem|also|besides|by the way|btw|fyi|hallo|bonjour|hola|ciao|ola)(?: (?:there|all|everyone|again))?\s*[,!.:–—]+\s+/iu,
];
const stresses = [
  /^(?:please |also,? |and )*(?:remember|note|keep in mind|bear in mind|do(?:n't| not) forget|never forget)(?:,? (?:please|also))?(?:\s+that\s+|\s*:\s+)/iu,
  /^(?:important|nota bene|nb|note|attention|remember|wichtig|importante?|важно|重要)\s*[:!]\s*/iu,
  /^(?:bitte )?(?:merk dir|denk daran|vergiss nicht|beachte),?\s*(?:bitte,?\s*)?(?:dass\s+|:\s*)/iu,
  /^(?:souviens-toi|rappelle-toi|n'oublie pas|note)(?:\s+que\s+|\s+qu'|\s*:\s*)/iu,
  /^(?:recuerda|no olvides|ten en cuenta|anota)(?:\s+que\s+|\s*:\s*)/iu,
  /^(?:请记住|记住|記住|覚えておいて|기억해)[，,:：、]?\s*/u,
];

/** A statement without "Hi," and "Remember that", which address the listener. `stressed`: it had the latter. */
export function withoutLeadIn(statement: string): { rest: string; stressed: boolean } {
  let rest = statement;
  for (const leadIn of leadIns) rest = strip(rest, leadIn);
  const before = rest;
  for (const stress of stresses) rest = strip(rest, stress);
  return { rest: capitalised(rest, statement), stressed: rest !== before };
}

/** Strips only where something worth keeping is left. */
function strip(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '');
  return /[\p{L}\p{N}]{2}|[\p{Lo}]/u.test(rest) ? rest : text;
}

function capitalised(rest: string, original: string): string {
  if (rest === original) return rest;
  const [first = ''] = rest;
  return first.toUpperCase() + rest.slice(first.length);
}
