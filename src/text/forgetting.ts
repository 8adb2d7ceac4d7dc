import { splitSentences } from './sentences.ts';

/** Requests to forget something, with it as `what`: in seventeen languages, of a sentence in lower case. */
const requests: readonly RegExp[] = [
  /^(?:(?:please|ok|okay|now|and|so),? ){0,3}(?:(?:can|could|would|will) you |i want you to |i'd like you to )?(?:please )?forget (?<what>[^\n]+)$/u,
  /^(?:please )?(?:can you |could you )?(?:please )?(?:delete|remove|erase) (?<what>[^\n]{1,200}) from your memory$/u,
  /^(?:bitte )?(?:vergiss|vergesst|vergessen sie),? (?:bitte,? )?(?<what>[^\n]+)$/u,
  /^(?:kannst|könntest) du (?:bitte )?(?<what>[^\n]{1,200}) vergessen$/u,
  /^(?:s'il te plaît,? )?(?:oublie|oubliez|(?:peux-tu|tu peux|pouvez-vous) oublier) (?<what>[^\n]+)$/u,
  /^(?:por favor,? )?(?:olvida|olvide|olvídate de|olvidad|(?:puedes|podrías) olvidar) (?<what>[^\n]+)$/u,
  /^(?:per favore,? )?(?:dimentica|dimenticate|scorda|scordati di|(?:puoi|potresti) dimenticare) (?<what>[^\n]+)$/u,
  /^(?:por favor,? )?(?:esqueça|esquece|(?:você )?(?:pode|podes|poderia) esquecer) (?<what>[^\n]+)$/u,
  /^(?:alsjeblieft )?vergeet (?:alsjeblieft )?(?<what>[^\n]+)$/u,
  /^(?:kun|kan|wil) je (?<what>[^\n]{1,200}) vergeten$/u,
  /^(?:snälla )?(?:glöm(?: bort)?|kan du glömma(?: bort)?) (?<what>[^\n]+)$/u,
  /^(?:vennligst |venligst )?(?:glem|kan du glemme) (?<what>[^\n]+)$/u,
  /^(?:unohda|unohtakaa|voitko unohtaa) (?<what>[^\n]+)$/u,
  /^(?:bitte )?lösche? (?:bitte )?(?<what>[^\n]{1,200}) aus deinem gedächtnis$/u,
  /^(?:supprime|efface) (?<what>[^\n]{1,200}) de ta mémoire$/u,
  /^(?:borra|elimina) (?<what>[^\n]{1,200}) de tu memoria$/u,
  /^(?:cancella|elimina) (?<what>[^\n]{1,200}) dalla tua memoria$/u,
  /^(?:apag(?:a|ue)|remov[ae]|exclua) (?<what>[^\n]{1,200}) da (?:tua|sua) memória$/u,
  /^(?:verwijder|wis) (?<what>[^\n]{1,200}) uit je geheugen$/u,
  /^(?:удали(?:те)?|сотри) (?<what>[^\n]{1,200}) из (?:своей |вашей )?памяти$/u,
  /^(?:请|請)?(?:把)?(?<what>[^\n]{1,200})从(?:你的)?记忆(?:中|里)?(?:删除|删掉|抹去)(?:吧)?$/u,
  /^(?<what>[^\n]{1,200}?)(?:のこと)?(?:を|は)?記憶から(?:消して|削除して)(?:ください|下さい|くれ|ね)?$/u,
  /^(?<what>[^\n]{1,200}?)(?:을|를|은|는)? ?기억에서 (?:지워|삭제해) ?(?:줘|주세요)?$/u,
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
  /^(?:it|that|this|them|about|to|es|das|dies|ça|cela|lo|eso|esto|ciò|questo|isso|isto|het|dat|dit|det|se|to|это|этом|bunu|onu|它|这个|那个|それ|これ|그거|그것)(?:[,;]|$)|^(?:about|to|not|nicht|zu|pas|de|no|non|não|niet|te|om|inte|ikke|att|nie|не)[ ,]|(?<!\p{L})(?:for (?:now|the moment|today|a (?:moment|second|minute))|right now|yet|first|vorerst|erst ?mal|fürs erste|pour (?:l'instant|le moment)|por (?:ahora|el momento|enquanto|agora)|per (?:ora|adesso|il momento)|voorlopig|för nu|tills vidare|foreløpig|toistaiseksi|na razie|пока|şimdilik)(?!\p{L})|先|暂时|今は|とりあえず|일단/u;

/** "Everything you know about Petra" and "what I told you about Petra" are about Petra. */
const leadIn =
  /^(?:that|everything|all|anything|what)(?: (?:i|we) (?:said|told you)| you know)? about |^(?:alles|das)(?: was du)? (?:über|zu|von) |^(?:tout )?ce que (?:tu sais|je t'ai dit|j'ai dit) (?:sur|de) |^tout (?:sur|de) |^(?:todo )?lo que (?:sabes|te dije|dije|te conté) (?:de|sobre) |^todo lo (?:de|sobre) |^lo de |^(?:tutto )?quello che (?:sai|(?:ti )?ho detto) (?:su|di) |^tutto (?:su|di) |^(?:tudo )?o que (?:sabes|sabe|eu (?:te )?disse|(?:te )?disse) sobre (?:[ao] )?|^tudo sobre |^alles over |^(?:det|allt)(?: som)? jag (?:sa|berättade) om |^(?:det|alt) (?:som )?(?:jeg|eg) (?:sa|sagde|fortalte) om |^allt om |^(?:to,? |wszystko,? )co (?:ci )?(?:mówi|powiedzia)ł[ae]m o |^wszystk\p{L}+ o |^(?:то|вс[её]),? что я (?:тебе )?(?:говорил|сказал|рассказал)а? (?:о(?:бо?)?|про) |^вс[её] (?:о(?:бо?)?|про) |^(?:我)?(?:说过|說過|告诉过?你|告訴過?你)的?(?:关于|關於)?|^(?:关于|關於)|^that /u;

/** The same where the verb comes last. */
const around: readonly RegExp[] = [
  /^(?:alles,? |das,? )?was (?:ich|wir) (?:dir )?(?:über|von|zu) (?<what>.+) (?:gesagt|erzählt) (?:habe|hatte|haben)$/u,
  /^(?:alles )?wat ik (?:je )?over (?<what>.+) (?:zei|vertelde|heb verteld|heb gezegd|verteld heb|gezegd heb)$/u,
  /^(?<what>.+) hakkında (?:söyledik|anlattık|dedik)\p{L}*$/u,
  /^(?<what>.+?)(?:について|に関して)(?:私が|僕が)?(?:言った|話した)こと$/u,
  /^(?<what>.+?)(?:에 대해|에 대해서|에 관해) (?:내가 |제가 )?(?:말한|얘기한|이야기한) (?:것|거|얘기|이야기)(?:들)?$/u,
];

/** What a request is about, without the words that lead to it. */
function subjectOf(what: string): string {
  const found = around.map((pattern) => pattern.exec(what)?.groups?.what).find((one) => one !== undefined);
  return found ?? what.replace(leadIn, '');
}

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
      const what = subjectOf(request.exec(said.toLowerCase())?.groups?.what?.trim() ?? '');
      if (what === '' || nothing.test(what)) continue;
      return { what, rest: sentences.toSpliced(at, 1).join('').trim() };
    }
  }
  return undefined;
}
