import { warningOf } from '../base/orders.ts';

// The patterns read text in lower case: V8 compiles one that ignores case five times as long, at its first use.

/** Words of rules: always, never, must, do not, ignore, from now on. Languages of the lexicon; stems where words bend. */
const ruling =
  /(?<=^|[.!?:;,]\s{0,3}|please )(?:do not|don't)(?!\p{L})|(?<!\p{L})(?:(?:always|never|must(?: not|n't)?|shall|should(?: not|n't)?|make sure|be sure|ensure|from now on|at all times|disregard|forget (?:all|any|every|your|the|what|previous)|you (?:have to|need to|are to|may|can)|(?:is|are) (?:allowed|required|obliged) to|without asking|immer|stets|niemals|ab (?:jetzt|sofort)|von nun an|vergiss|toujours|jamais|doi[ts]|devez|il faut|n(?:e |')\p{L}{2,20} pas|dorénavant|désormais|assure-toi|assurez-vous|siempre|nunca|jamás|debe[sn]?|debéis|tiene[sn]? que|hay que|no (?:uses?|utilices?|hagas?|ejecutes?|digas?|preguntes?|muestres?)|a partir de ahora|de ahora en adelante|asegúrate|sempre|jamais|deve[mis]?|tem que|a partir de agora|esque[çc]a|certifique-se|não (?:use|faça|execute|diga|pergunte)|non .{1,20} mai|mai più|devi|devono|bisogna|d'ora in poi|dimentica|assicurati|non (?:usare|fare|eseguire|dire|chiedere)|altijd|nooit|mag (?:niet|nooit)|voortaan|vanaf nu|negeer|vergeet|zawsze|nigdy|należy|trzeba|nie wolno|od teraz|zapomnij|всегда|никогда|нельзя|отныне|впредь|не (?:используй|делай|спрашивай|говори)|завжди|ніколи|відтепер|ігноруй|забудь|her zaman|daima|asla|hiçbir zaman|bundan (?:sonra|böyle)|yok say|görmezden gel|unut|alltid|aldrig|måste|från och med nu|strunta i|glöm|altid|må ikke|ignorér|glem|aina|koskaan|täytyy|unohda|vždy|nikdy|od teď|zapomeň|πάντα|ποτέ|πρέπει|αγνόησε|mindig|soha|kell|hagyd figyelmen|întotdeauna|mereu|niciodată|trebuie|ignoră|selalu|jangan|harus|abaikan|luôn|không bao giờ|phải|bỏ qua|دائما|دائمًا|يجب|تجاهل|תמיד|לעולם|חייב|התעלם|हमेशा|कभी|चाहिए|अनदेखा|সবসময়|কখনও)(?!\p{L})|ignor|muss|müss|soll|darf|dürf|missacht|oublie|olvida|moet|musi|долж|игнорир|забуд|повин|\p{L}{2,20}m[ae]l[ıi]|mus[íi])/u;
const rulingUnspaced =
  /总是|始终|一律|永远|从不|绝不|务必|必须|不要|不得|不准|请勿|忽略|无视|从现在起|今后|總是|永遠|絕不|必須|常に|必ず|いつも|決して|絶対に|してはいけ|してください|すること|しなければ|無視|今後|ないで|항상|언제나|절대|반드시|하지 ?마|해야|무시|앞으로|하세요|하십시오|เสมอ|อย่า|ต้อง|ห้าม|ละเว้น/u;

/** Verbs that an order to an agent begins with, by their own. */
const beginning =
  /^[^\p{L}\p{N}]{0,20}(?:(?:please|pls|kindly|now|then|first|note|important|reminder|bitte|s'il (?:te|vous) plaît|por favor|per favore|alsjeblieft|proszę|пожалуйста|lütfen)[\s:,!]{1,3}){0,2}(?:(?:add|allow|approve|ask|call|change|commit|copy|create|delete|deploy|disable|download|enable|execute|fetch|follow|forward|give|grant|hide|include|insert|install|keep|merge|open|override|post|prefer|print|push|put|read|refuse|remember|remove|rename|replace|reply|report|respond|reveal|run|send|set|share|show|skip|stop|switch|tell|trust|turn|update|upload|use|visit|write)(?=\s+(?!is|was|were|has|had|of)\p{L})|(?:verwende|benutze|nutze|führe|sende|schicke|lösche|installiere|antworte|schreibe|frage|utilise[zr]?|exécute[zr]?|envoie|envoyez|supprime[zr]?|installe[zr]?|réponds|répondez|écri[sv]\p{L}*|usa(?:d|te)?|utiliza|ejecuta|envía|manda|borra|elimina|instala|responde|escribe|pregunta|utilize|execute|envie|apague|instale|responda|escreva|esegui|invia|cancella|installa|rispondi|scrivi|chiedi|gebruik|voer|stuur|verwijder|installeer|antwoord|schrijf|vraag|używaj|użyj|uruchom|wyślij|usuń|zainstaluj|odpowiadaj|pisz|pytaj|используй\p{L}*|запусти\p{L}*|отправ\p{L}*|удали\p{L}*|установи\p{L}*|отвечай\p{L}*|пиши\p{L}*|спрашивай\p{L}*|kullan\p{L}*|çalıştır\p{L}*|gönder\p{L}*|sil|yükle|yanıtla|yaz|använd|kör|skicka|radera|installera|svara|skriv)(?!\p{L}))|^\s*(?:请|使用|运行|执行|发送|删除|安装|用)/u;

/** How far a text is looked at, in UTF-16 units. */
const reach = 2_000;

/** Whether a text looks like an instruction to an agent: a rule, an order, or what could do harm if one obeyed it. */
export function isInstruction(text: string): boolean {
  const said = text.slice(0, reach).replace(/[’‘]/gu, "'");
  const lower = said.toLowerCase();
  return ruling.test(lower) || rulingUnspaced.test(lower) || beginning.test(lower) || warningOf(said) !== undefined;
}
