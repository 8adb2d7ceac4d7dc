import { warningOf } from '../base/orders.ts';

// Patterns read text in lower case: V8 compiles one that ignores case several times as long, at its first use.

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

/** Words that forbid: what their sentence names is not to be done. Not of "never ask", which frees from a check. */
const forbidding =
  /(?<![\p{L}-])(?:never(?! (?:forget|fail|hesitate))|do not|don't|must not|mustn't|may not|cannot|avoid|instead of|nie|niemals|nicht|kein\p{L}*|verboten|jamais|ne .{1,30} pas|interdit\p{L}*|nunca|jamás|no|prohibid\p{L}*|evita\p{L}*|não|proibid\p{L}*|mai|non|vietat\p{L}*|nooit|niet|geen|nigdy|nie wolno|никогда|не|нельзя|запрещ\p{L}*|asla|yasak\p{L}*|aldrig|inte|jangan|đừng|không được|لا|मत)(?!\p{L})|不要|不得|不准|禁止|请勿|切勿|不可|しない|ないで|하지 ?마|금지|ห้าม|อย่า/u;
/** Doing without anybody's consent. */
const unchecked =
  /(?<!\p{L})(?:without (?:\p{L}+ ){0,2}(?:asking|confirm\p{L}*|approval|permission|consent|review)|no questions asked|auto-?approve|(?:skip|bypass|disable|turn off) (?:\p{L}+ ){0,2}(?:confirmation|approval|permission|review|checks?|hooks?|safety|security|sandbox|verification|firewall)\p{L}*|ohne (?:\p{L}+ ){0,2}(?:rückfrage|nachfrage|zu fragen|nachzufragen|bestätigung|erlaubnis|genehmigung|freigabe|zustimmung)|sans (?:demander|confirmation|autorisation|validation|permission)|sin (?:preguntar|pedir|confirma\p{L}*|permiso|autorización|aprobación)|sem (?:perguntar|pedir|confirma\p{L}*|permissão|autorização|aprovação)|senza (?:chiedere|conferma\p{L}*|permesso|autorizzazione)|zonder (?:te vragen|toestemming|bevestiging|overleg)|bez (?:pytania|potwierdzenia|zgody)|без (?:спроса|подтверждени\p{L}*|разрешени\p{L}*|согласи\p{L}*)|не спрашивая|sormadan|onay (?:almadan|beklemeden)|izinsiz|utan (?:att fråga|godkännande|bekräftelse|tillåtelse)|tanpa (?:bertanya|konfirmasi|izin|persetujuan)|mà không hỏi|(?:دون|بدون) (?:سؤال|استئذان|تأكيد|إذن|پرسیدن|اجازه)|बिना (?:पूछे|अनुमति))(?!\p{L})|无[需须](?:确认|询问|许可|批准)|(?:不经|未经|不用)(?:确认|询问|许可|批准|问)|確認(?:せず|なし|不要)|許可なく|無断で|聞かずに|尋ねずに|묻지 (?:말고|않고)|(?:확인|허락|승인) 없이|โดยไม่ต้องถาม/u;
/** Frees from asking, though it forbids. */
const unasking =
  /(?<!\p{L})(?:(?:do not|don't|never|no need to|stop) (?:ask\p{L}*|confirm\p{L}*|wait\p{L}* for|request\p{L}*)|frag\p{L}* (?:\p{L}+ )?(?:nicht|nie)|ne (?:demande|pose)\p{L}* (?:pas|jamais|aucune)|(?:no|nunca) (?:preguntes?|pidas?|esperes?)|(?:não|nunca) (?:pergunte|peça|espere)|(?:non|mai) (?:chiedere|aspettare)|vraag (?:niet|nooit)|nie pytaj|не (?:спрашивай|проси)\p{L}*|sorma|fråga inte|jangan (?:tanya|bertanya)|không cần (?:hỏi|xác nhận)|لا تسأل)(?!\p{L})|(?:不要|别|不必)(?:问|询问|确认)|ไม่ต้องถาม/u;
/** Commands that reach the system, other machines or keys, or that undo for good. */
const commanding =
  /(?<![\p{L}\p{N}-])(?:sudo|doas|rm -\w*[rf]|chmod (?:-r )?\d*77|mkfs|dd if=|curl|wget|iwr|invoke-\w+|crontab|authorized_keys|id_rsa|push (?:-f|--force)(?!-with)|npx -y)(?![\p{L}\p{N}])|--(?:no-verify|dangerously|yolo|privileged)|(?:\/|~)\.(?:ssh|aws|gnupg)\//u;
/** Running what comes with the text. */
const running =
  /(?<!\p{L})(?:run|execute|launch|install|open|apply|perform)(?!\p{L}).{0,30}(?<!\p{L})(?:attached|following|below|this|these|downloaded)(?!\p{L}).{0,20}(?:script|command|file|program|binary|code|installer|package)|(?<!\p{L})(?:führe?|starte|öffne|installiere).{0,30}(?:folgende|diese|angehängt|beigefügt)\p{L}*.{0,20}(?:befehl|skript|datei|programm)|(?<!\p{L})(?:exécute|lance|installe|ejecuta|instala|abre|execute|instale|esegui|installa)\p{L}*(?=.{0,40}(?<!\p{L})(?:suivant|ci-joint|cette|siguiente|adjunt|este|seguinte|anex|seguente|allegat|questo)).{0,40}(?<!\p{L})(?:commande|script|fichier|comand[oi]|archivo|arquivo|file)|(?:运行|执行|安装|打开)(?:以下|下面|下列|附件|这个|该|此)|(?:次|以下|下記|この|添付)(?:の)?.{0,10}(?:コマンド|スクリプト|ファイル).{0,4}(?:実行|起動|開)|(?:다음|아래|첨부된?) .{0,10}(?:명령|스크립트|파일).{0,4}(?:실행|열)/u;
/** A model, what it may, and what cannot be taken back. */
const agents =
  /(?<!\p{L})(?:agents?|assistants?|models?|bots?|ai|you|agenten?|assistent\p{L}*|modelle?|ki|ia|agentes?|asistente\p{L}*|modelos?|агент\p{L}*|модел\p{L}*)(?!\p{L})|代理|智能体|助手|模型|エージェント|アシスタント|에이전트/u;
const allowing =
  /(?<!\p{L})(?:may|(?:allowed|permitted|authori[sz]ed|free|entitled) to|permission to|darf\p{L}*|dürfen|peu(?:t|vent)|autorisé\p{L}*|pued\p{L}*|pod(?:e|em)|permitido|può|possono|mogen|może|mogą|может|могут|разрешено)(?!\p{L})|可以|允许|てよい|てもよい|許可|해도 (?:된|돼|좋)/u;
const lasting =
  /(?<!\p{L})(?:push|merg|deploy|delet|drop|publish|releas|approv|pay|access|lösch|veröffentlich|supprim|publi|borr|elimin|apag|cancell|verwijder|usu[nń]|удал|публик)|推送|部署|删除|发布|合并|削除|公開|삭제|배포/u;
const obeying =
  /(?<!\p{L})(?:obey|comply with|do (?:only )?(?:as|what)|follow only|befolg\p{L}* (?:nur|ausschließlich)|obéi\p{L}*|obedec\p{L}*|obbedi\p{L}*|gehoorzaam|слушайся|подчиняйся)(?!\p{L})|听从|服从|従え/u;

/** A name that is no address: `scripts/check.sh`. */
const scriptName = /(?<![:/\w])[\w./-]{1,100}\.sh(?!\w)/gu;
/** A comma before "or" goes on with a list. */
const clauseEnd = /[.!?;:](?=\s|$)|,\s(?=\p{L})(?!(?:n?or|oder|noch|ou|ni|o|e|of|lub|или) )|\s[–—]\s|[。！？；，：\n]/u;

/**
 * Whether an order could do harm if a model obeyed it: it takes over, frees from checks, runs what comes with it, or
 * reaches the system. How a project works ("We use pnpm, never npm", "Run the tests before a commit") could not.
 */
export function couldHarm(text: string): boolean {
  const said = text.slice(0, reach).replace(/[’‘]/gu, "'");
  if (warningOf(said.replace(scriptName, ' ')) !== undefined) return true;
  const clauses = said.toLowerCase().split(clauseEnd);
  return clauses.some((clause) => {
    const has = (one: RegExp) => one.test(clause);
    if (has(unasking) || has(obeying)) return true;
    if (has(forbidding)) return false;
    if (has(agents) && has(allowing) && has(lasting)) return true;
    return [unchecked, commanding, running].some(has);
  });
}
