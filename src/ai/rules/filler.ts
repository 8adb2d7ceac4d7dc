import { fold, words } from './words.ts';

/** Words that say nothing by themselves; a statement of nothing else is small talk. */
const fillerWords = new Set(
  `hi hello hey hiya howdy yo greetings welcome thanks thank thx ty cheers ok okay k kk sure fine yes yeah yep yup no nope nah
  great cool nice good perfect awesome wow oh ah ahh um umm uh hm hmm hmmm mm well so lol haha hahaha hehe right alright
  bye goodbye cya later please sorry oops congrats congratulations you your very much a lot there again all everyone
  indeed exactly absolutely definitely totally really anyway and then the that that's it's it is sounds got it to me
  hallo hej moin servus danke dankeschon bitte ja nein gut super toll genau tschuss schonen tag vielen dank
  bonjour salut merci oui non beaucoup bonsoir revoir au bonne nuit journee d'accord
  hola gracias muchas si vale buenos dias buenas tardes noches adios claro bueno
  ciao grazie mille prego va bene buongiorno buonasera arrivederci ola obrigado obrigada sim nao bom dia boa tarde tchau
  dag bedankt dank je wel nee goed doei tack tak hei takk privet spasibo
  привет здравствуйте спасибо большое да нет хорошо ладно пока ок merhaba tesekkurler evet hayir tamam
  مرحبا شكرا نعم لا حسنا नमस्ते धन्यवाद हा नही`.split(/\s+/u),
);

/** Of the words above, those that only fill when a greeting, thanks or an assent stands beside them. */
const onlyBesideOthers = new Set(
  'you your very much a lot there again all everyone and then the that to me it is no si'.split(' '),
);

const phrases = [
  /^(?:and |so )?(?:how are you|how's it going|how is it going|how do you do|how have you been|what's up|whats up)(?: doing)?(?: today)?$/u,
  /^(?:see|talk to|speak to) you(?: (?:later|soon|tomorrow|then|around))?$/u,
  /^(?:have a|good) (?:nice |great |good |lovely )?(?:day|morning|afternoon|evening|night|weekend|one)(?: everyone| all| to you)?$/u,
  /^nice (?:to meet|meeting|talking to|to see) you(?: too)?$/u,
  /^(?:you're|you are) welcome$/u,
  /^(?:i'm|i am) (?:fine|good|well|ok|okay|great|doing well)(?: thanks| thank you)?(?: and you)?$/u,
  /^(?:no problem|no worries|my pleasure|never mind|nevermind|of course|i see|makes sense|got it|will do|let me know|just kidding|good (?:idea|point|question|luck)|me too|same here)$/u,
  /^(?:many )?(?:thanks|thank you|thx)(?: (?:so|very) much| a lot| again)? for (?:all )?(?:your |the |this |that )?(?:help|time|support|advice|patience|information|info|answers?|explanation|feedback|assistance|effort|everything)(?: (?:yesterday|today|earlier|again|so far))?$/u,
  /^(?:let me think|one moment|just a (?:moment|second|sec|minute)|hold on|give me a (?:second|moment|minute))$/u,
  /^(?:can|could|would|will) you (?:please )?help(?: me)?(?: out)?(?: with (?:this|that|something))?$/u,
  /^(?:guten (?:morgen|tag|abend)|gute nacht|wie geht'?s(?: dir| ihnen)?|wie geht es (?:dir|ihnen)|bis (?:bald|spater|morgen)|kein problem|alles klar)$/u,
  /^(?:comment (?:ca va|allez-? ?vous|vas-? ?tu)|ca va|a bientot|de rien|pas de probleme|s'il (?:te|vous) plait)$/u,
  /^(?:como estas|como esta|que tal|hasta (?:luego|manana|pronto)|de nada|por favor|no hay problema)$/u,
  /^(?:come stai|come va|a presto|di niente|per favore|tudo bem|como vai|ate logo|de nada|por favor|hoe gaat het|tot ziens)$/u,
  /^(?:как дела|до свидания|доброе утро|добрыи (?:день|вечер)|добрый (?:день|вечер)|пожалуиста|пожалуйста)$/u,
  /^(?:你好|您好|谢谢你?|謝謝你?|多谢|好的?|好吧|嗯+|再见|再見|早上好|晚上好|不客气|没问题|是的|对)$/u,
  /^(?:こんにちは|こんばんは|おはよう(?:ございます)?|ありがとう(?:ございます)?|はい|いいえ|うん|さようなら|またね|了解(?:です)?|よろしく(?:お願いします)?)$/u,
  /^(?:안녕(?:하세요)?|감사합니다|고마워요?|네|예|아니요|좋아요?|안녕히 (?:가세요|계세요))$/u,
  /^(?:สวัสดี(?:ครับ|ค่ะ)?|ขอบคุณ(?:ครับ|ค่ะ)?)$/u,
];

const speaker = /^[\p{Lu}\p{Lo}][\p{L}\p{N} ._-]{0,30}:\s+/u;
const longestFiller = 8;

/** Whether a statement holds nothing to remember: small talk, or a question for help. */
export function isFiller(statement: string): boolean {
  return isSmallTalk(statement) || isQuestionForHelp(statement.replace(speaker, ''));
}

/** Greetings, thanks, assent, or nothing but signs and emoji. */
export function isSmallTalk(statement: string): boolean {
  const said = statement.replace(speaker, '');
  if (!/[\p{L}\p{N}]/u.test(said)) return true;
  const plain = fold(said)
    .replace(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (phrases.some((phrase) => phrase.test(plain))) return true;
  const all = words(said);
  return (
    all.length <= longestFiller &&
    all.every((word) => fillerWords.has(word)) &&
    all.some((word) => !onlyBesideOthers.has(word))
  );
}

/** A question to the agent that states nothing of its own: short, and without a word such as "remind" or "my". */
function isQuestionForHelp(said: string): boolean {
  if (!/[?？؟]\s*$/u.test(said)) return false;
  const all = words(said);
  if (all.length > 12 || all.some((word) => /^(?:remind|remember|forget|my|our|i|i'm|i'll|we|i've)$/u.test(word)))
    return false;
  return /^(?:what|who|when|where|why|how|which|can|could|would|will|do|does|did|is|are|should)$/u.test(all[0] ?? '');
}

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

/** A statement without its "Hi," and "Remember that", which are said to the listener; `stressed` by the latter. */
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
