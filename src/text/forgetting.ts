import { splitSentences } from './sentences.ts';

/** Requests to forget something, with it as `what`: in fourteen languages, of a sentence in lower case. */
const requests: readonly RegExp[] = [
  /^(?:(?:please|ok|okay|now|and|so),? ){0,3}(?:(?:can|could|would|will) you |i want you to |i'd like you to )?(?:please )?forget (?<what>[^\n]+)$/u,
  /^(?:bitte )?(?:vergiss|vergesst|vergessen sie) (?:bitte )?(?<what>[^\n]+)$/u,
  /^(?:kannst|könntest) du (?:bitte )?(?<what>[^\n]{1,200}) vergessen$/u,
  /^(?:s'il te plaît,? )?(?:oublie|oubliez|(?:peux-tu|tu peux|pouvez-vous) oublier) (?<what>[^\n]+)$/u,
  /^(?:por favor,? )?(?:olvida|olvide|olvídate de|olvidad|(?:puedes|podrías) olvidar) (?<what>[^\n]+)$/u,
  /^(?:per favore,? )?(?:dimentica|dimenticate|scorda|scordati di|(?:puoi|potresti) dimenticare) (?<what>[^\n]+)$/u,
  /^(?:por favor,? )?(?:esqueça|esquece|(?:você )?(?:pode|podes|poderia) esquecer) (?<what>[^\n]+)$/u,
  /^(?:alsjeblieft )?vergeet (?:alsjeblieft )?(?<what>[^\n]+)$/u,
  /^(?:kun|kan|wil) je (?<what>[^\n]{1,200}) vergeten$/u,
  /^(?:snälla )?(?:glöm(?: bort)?|kan du glömma(?: bort)?) (?<what>[^\n]+)$/u,
  /^(?:proszę,? )?(?:zapomnij|możesz zapomnieć) (?:o )?(?<what>[^\n]+)$/u,
  /^(?:пожалуйста,? )?(?:забудь(?:те)?|(?:можешь|можете) забыть) (?:про |обо? )?(?<what>[^\n]+)$/u,
  /^(?:lütfen )?(?<what>[^\n]{1,200}) (?:unut|unutun|unutur musun)$/u,
  /^(?:请|請)?(?:你)?(?:忘掉|忘记|忘記)(?<what>[^\n]+)$/u,
  /^(?:请|請)?把(?<what>[^\n]{1,200})(?:忘掉|忘了|忘记)(?:吧)?$/u,
  /^(?<what>[^\n]{1,200}?)(?:のこと)?(?:を|は)?忘れて(?:ください|下さい|くれ|ね)?$/u,
  /^(?<what>[^\n]{1,200}?)(?:을|를|은|는)? ?잊어 ?(?:줘|주세요|버려|라)?$/u,
];

/** Nothing that is stored: "forget it", "do not forget", "forget to run", or for a while. */
const nothing =
  /^(?:it|that|this|them|about|to|es|das|dies|ça|cela|lo|eso|esto|ciò|questo|isso|isto|het|dat|dit|det|to|это|этом|bunu|onu|它|这个|那个|それ|これ|그거|그것)(?:[,;]|$)|^(?:about|to|not|nicht|zu|pas|de|no|non|não|niet|te|om|inte|att|nie|не)[ ,]|(?<!\p{L})(?:for (?:now|the moment|today|a (?:moment|second|minute))|right now|yet|first|vorerst|erst ?mal|fürs erste|pour (?:l'instant|le moment)|por (?:ahora|el momento|enquanto|agora)|per (?:ora|adesso|il momento)|voorlopig|för nu|tills vidare|na razie|пока|şimdilik)(?!\p{L})|先|暂时|今は|とりあえず|일단/u;

/** "Everything you know about Petra" is about Petra. */
const leadIn =
  /^(?:that|everything|all|anything|what)(?: (?:i|we) (?:said|told you)| you know)? about |^(?:alles|das)(?: was du)? (?:über|zu|von) |^(?:tout|ce que tu sais) (?:ce que tu sais )?(?:sur|de) |^todo lo (?:de|sobre) |^tutto (?:su|di) |^tudo sobre |^alles over |^allt om |^wszystk\p{L}+ o |^вс[её] (?:о|об|про) |^that /u;

const maxLength = 300;

/** A request to forget. */
export interface Forgetting {
  what: string;
  /** The other sentences of the text. */
  rest: string;
}

/** The first request of a text to forget something; undefined where there is none. */
export function forgetting(text: string): Forgetting | undefined {
  if (text.length > maxLength) return undefined;
  const sentences = splitSentences(text);
  for (const [at, sentence] of sentences.entries()) {
    const said = sentence
      .trim()
      .replace(/[’‘]/gu, "'")
      .replace(/[.!?。！？]+$/u, '');
    for (const request of requests) {
      const what = request.exec(said.toLowerCase())?.groups?.what?.trim();
      if (what === undefined || what === '' || nothing.test(what)) continue;
      return { what: what.replace(leadIn, ''), rest: sentences.toSpliced(at, 1).join('').trim() };
    }
  }
  return undefined;
}
