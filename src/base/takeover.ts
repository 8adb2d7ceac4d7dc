import { Lru } from './lru.ts';
import { once } from './once.ts';

/**
 * Texts that would take a model over if it read them as its orders (prompt injection): they set aside what it was told,
 * claim to be its system prompt, act behind the user's back, or send secrets or money to an address.
 */

/** In these scripts words have no ends that a search could use. */
const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u;

/** Finds phrases as whole words in a text whose words have one space around them; `*` stands for any ending. */
function phrases(...lines: readonly string[]): () => RegExp {
  return once(() => {
    const all = lines.flatMap((line) => line.replaceAll('.', '\\.').split('|'));
    const isUnspaced = (one: string) => unspaced.test(one);
    const stems = all.filter((one) => !isUnspaced(one) && one.endsWith('*')).map((one) => one.slice(0, -1));
    const whole = all.filter((one) => !isUnspaced(one) && !one.endsWith('*'));
    return new RegExp(` (?:(?:${whole.join('|')}) |${stems.join('|')})|${all.filter(isUnspaced).join('|')}`);
  });
}

/** To set aside, or no longer to follow. */
const setAside = phrases(
  "ignore|ignores|ignoring|disregard*|forget|override|bypass|discard|overrule|do not follow|don't follow|never follow|stop following|no longer follow|do not obey|don't obey|never obey|do not comply|pay no attention|are void|are now void|are invalid|no longer apply|none of",
  'ignorier*|missacht*|vergiss|vergesst|übergeh*|überschreib*|verwirf|folge nicht|befolge nicht|befolge keine|gelten nicht|gilt nicht|setze dich über|setzt euch über|halte dich nicht',
  "ignorez|ignorer|ignorons|oublie|oubliez|oublier|néglige|négligez|contourne*|fais abstraction|ne suis pas|ne suis plus|ne suivez p*|ne respecte p*|ne respectez p*|ne tiens p*|ne tenez p*|ne tenir p*|n'obéis p*",
  'ignora|ignorad|ignoren|ignorar|olvida|olvide|olvidad|olvidar|olviden|desestima|desestime|descarta|omite|no sigas|no siga|no hagas caso|no obedezcas|no cumplas|no tengas en cuenta|deja de seguir',
  'esqueça|esqueca|esquece|esquecer|desconsider*|descarte|não siga|não obedeça|não cumpra|não leve em conta|pare de seguir',
  'ignori|ignorate|ignorare|dimentica|dimenticate|dimenticare|dimentichi|scorda*|trascura|scarta|non seguire|non obbedire|non rispettare|non tenere conto|non tener conto|smetti di seguire',
  'negeer|negeren|vergeet|volg niet|gelden niet|houd je niet',
  'zignoruj*|ignoruj*|ignorować|zapomnij*|pomiń*|odrzuć|nie stosuj*|nie przestrzegaj|nie słuchaj|nie wykonuj|nie zważaj',
  'игнорируй*|игнорировать|проигнорируй*|забудь|забудьте|отбрось|не обращай*|отмени|отменяются|не следуй*|не слушай*|не выполняй*|не соблюдай*|ігноруй*|проігноруй*|відкинь|не зважай|не дотримуйся|не слухай*|не виконуй',
  'yok say*|görmezden gel*|unut|unutun|dikkate alma*|göz ardı*|uyma|uymayın|takip etme*|geçersiz',
  'ignorera|strunta i|glöm|bortse|följ inte|ignorér|glem|unohda',
  'abaikan|lupakan|hiraukan|jangan ikuti|jangan patuhi|jangan turuti|bỏ qua|quên|phớt lờ|đừng làm theo|không làm theo|đừng tuân*|không tuân*|đừng nghe theo',
  'تجاهل*|تتجاهل|انس|انسَ|لا تتبع|لا تلتزم|لا تطع|لا تنفذ|نادیده بگیر*|فراموش کن*|پیروی نکن*|اطاعت نکن*|नज़रअंदाज़*|नजरअंदाज*|अनदेखा*|अनदेखी*|भूल जा*|पालन मत*|पालन न*|मत मानो',
  '忽略|无视|無視|忘记|忘記|忘掉|不要理会|不理会|抛弃|不用管|别管|不要遵守|不要遵循|不要听从|忘れ|無効に|従わない|従うな|무시|잊어|잊고|따르지|เพิกเฉย|ไม่ต้องสนใจ|ลืม|ละเว้น',
);

/** What was before, everything, or the model's own. */
const former = phrases(
  'all|any|every|previous*|prior|earlier|preceding|above|former|existing|your|other|everything|system|developers*',
  'alle|allen|aller|alles|vorherig*|vorige*|vorher|bisherig*|früher*|obige*|deine|deinen|deiner|sämtlich*',
  "toute|toutes|tous|précédent*|antérieur*|ci-dessus|tes|vos|système|données|qu'on t'a",
  'todo|toda|todos|todas|anterior*|previo*|previa*|tus|sus|del sistema|suas|seus|prévi*|acima|do sistema|tutte|tutti|precedent*|tue|tuoi|di sistema|ricevut*|prima',
  'eerdere|vorige|bovenstaande|jouw|je|wszystk*|poprzedni*|wcześniejsz*|powyższ*|swoje|twoje|swoich|twoich|dotychczasow*',
  'все|всё|всех|предыдущи*|прежни*|прошлы*|предшествующи*|свои|твои|попередн*|усі|всі',
  'önceki|tüm|bütün|eski|yukarıdaki|alla|tidigare|föregående|dina|tidligere|dine|kaikki|aiemmat',
  'semua|sebelumnya|di atas|tất cả|mọi|trước đó|trước đây|ở trên|trước',
  'السابق*|كل|جميع|أعلاه|पिछल*|सभी|सारे|पहले के|ऊपर के|قبلی|تمام|همه',
  '之前|以前|先前|所有|全部|以上|上述|上面|一切|これまで|今まで|すべて|全て|上記|前の|이전|모든|지금까지|위의|앞선|ก่อนหน้า|ทั้งหมด|ข้างต้น',
);

/** What a model was told. */
const told = phrases(
  'instruction|instructions|directive|directives|prompt|prompts|orders|guardrails|safety rules|safety guidelines|were told|been told|you were told before|your rules|previous rules|your guidelines|previous guidelines|the guidelines that your|earlier commands|previous commands',
  'anweisung*|instruktionen|vorgaben|befehl*|systemprompt*|gesagt wurde|consignes|ordres|instrucciones|órdenes|indicaciones|directrices|instruções|ordens|diretrizes',
  'istruzioni|ordini|direttive|instructies|opdrachten|aanwijzingen|bevelen|instrukcj*|poleceni*|poleceń|rozkaz*|wytyczn*',
  'инструкци*|указани*|приказ*|команды|інструкці*|вказівк*|вказівок|наказ*|talimat*|komut*|yönerge*|instruktioner*|anvisningar|instrukser|ohjeet',
  'instruksi|perintah|arahan|hướng dẫn|chỉ dẫn|mệnh lệnh|chỉ thị|التعليمات|تعليمات|الأوامر|أوامر|التوجيهات|निर्देश*|आदेश*|دستورات|دستورالعمل*',
  '指令|指示|提示|命令|プロンプト|지시|명령|지침|프롬프트|คำสั่ง|คำแนะนำ',
);

/** Behind the user's back. */
const behindBack = phrases(
  "secretly|covertly|silently send|silently post|silently upload|silently copy|silently forward|without the user's knowledge|without the user knowing|without telling the user|without telling anyone|without informing the user|without notifying the user|without alerting the user|do not tell the user about|don't tell the user about|never tell the user about|do not mention this|don't mention this|never mention this|hide this from the user|hide it from the user|keep this from the user",
  "heimlich|hinter dem rücken|ohne dass der nutzer es|ohne dass der benutzer es|ohne dem nutzer|ohne den nutzer zu informieren|ohne es dem nutzer|à l'insu|en cachette|sans prévenir l'utilisateur|sans informer l'utilisateur|sans le dire à l'utilisateur",
  "a espaldas de|sin avisar al usuario|sin informar al usuario|sin que el usuario|sem avisar o usuário|sem informar o usuário|sem que o usuário|all'insaputa|di nascosto|senza avvisare l'utente|senza informare l'utente|zonder de gebruiker te|zonder dat de gebruiker",
  'po kryjomu|bez wiedzy użytkownika|nie mów użytkownikowi|тайно|тайком|втайне|без ведома|не говори пользовател*|таємно|без відома|gizlice|kullanıcıya söyleme*|kullanıcıya haber vermeden|i hemlighet|utan att användaren',
  'diam-diam|tanpa memberi tahu pengguna|tanpa sepengetahuan pengguna|bí mật gửi|bí mật chuyển|bí mật sao chép|không nói cho người dùng|không báo cho người dùng|دون علم|دون إخبار المستخدم|चुपके से|गुप्त रूप से|उपयोगकर्ता को बताए बिना|مخفیانه|بدون اطلاع کاربر',
  '不要告诉用户|别告诉用户|瞒着用户|偷偷|悄悄发|悄悄上传|悄悄复制|ユーザーに知らせず|ユーザーに言わず|ユーザーに伝えず|ユーザーに気付かれ|ユーザーに知らせないで|ユーザーに言わないで|こっそり|몰래|사용자에게 알리지|사용자에게 말하지|โดยไม่บอกผู้ใช้|โดยไม่แจ้งผู้ใช้|แอบส่ง',
);

/** To pass on, to pay. */
const passing = phrases(
  'send|forward|upload|post|leak|exfiltrate|transmit|email|e-mail|submit|transfer|wire|pay|hand over',
  'sende|sendet|schick|schicke|schickt|leite|übermittle|überweis*|zahle|envoie|envoyez|transfère|transférez|transmets|vire|virez|paie|payez|envía|enviad|envíe|manda|reenvía|sube|transfiere|paga|haz una transferencia',
  'envie|encaminhe|transfira|pague|mande|invia|inoltra|carica|trasferisci|stuur|verzend|betaal|wyślij|prześlij|przelej|zapłać|udostępnij|отправь*|отправляй*|перешли*|переведи*|оплати|надішли|надсилай|перекажи|сплати',
  'gönder|gönderin|ilet|iletin|yükle|yükleyin|öde|aktar|havale et|skicka|vidarebefordra|betala|överför|kirim*|unggah|bayar|gửi|chuyển|tải lên|thanh toán|أرسل|ارسل|حوّل|حول|ادفع|भेजो|भेजें|भेज दो|بفرست|ارسال کن|منتقل کن',
  '发送|发给|发到|发至|上传|转发|转账|汇款|转到|支付|送信|送って|転送|アップロード|振り込|送金|보내|전송|송금|업로드|이체|ส่ง|โอน|อัปโหลด',
);

/** Secrets, what was said, money. */
const valuables = phrases(
  'password*|secrets|credential*|api key*|api keys|private key*|ssh key*|every token|all tokens|cookies|.env|id_rsa|seed phrase|memories|conversation|conversations|chat history|chat logs|all files|customer data|money|funds|usd|eur|euro|euros|dollars|bitcoin|btc',
  'passwort|passwörter|zugangsdaten|schlüssel|geheimnisse|geld|gespräche|unterhaltung*|mot de passe|mots de passe|identifiants|clés|argent|contraseña*|claves|credenciales|dinero|conversaciones|senha|senhas|chaves|credenciais|dinheiro|conversas|arquivo .env',
  'credenziali|chiavi|segreti|denaro|soldi|conversazioni|wachtwoord*|sleutels|hasło|hasła|haseł|klucze|pieniądze|rozmowy|парол*|ключи|секреты|деньги|переписк*|паролі|гроші|şifre*|parola*|anahtar*|parayı|lösenord*|pengar',
  'kata sandi|kunci|uang|percakapan|mật khẩu|khóa|tiền|كلمات المرور|كلمة المرور|المفاتيح|مفاتيح|المال|पासवर्ड|पैसे|رمز عبور|پول',
  '密码|密钥|凭证|令牌|聊天记录|对话|パスワード|秘密鍵|トークン|会話|お金|비밀번호|토큰|키를|대화|รหัสผ่าน|เงิน',
);

/** Marks of a system prompt, a mode without limits, and requests for the prompt itself. */
const posing =
  /<\|(?:im_start|system)\|>|\[\/?(?:INST|SYSTEM)\]|<\/?system(?:_?prompt)?>|^\s*(?:### )?system(?: (?:prompt|message|override))?:\s|\b(?:jailbreak|dan mode|do anything now|developer mode (?:is )?(?:on|enabled)|god mode)\b|\byou are (?:now|no longer) .{0,40}(?:unrestricted|uncensored|bound|restricted|restrictions|limits|filters)\b|\b(?:reveal|print|show|output|repeat|leak|verrate|zeige?|révèle|affiche|revela|muestra|revele|mostre|rivela|mostra|ujawnij|pokaż|göster) .{0,30}(?:system ?prompt|hidden (?:prompt|instructions)|prompt système|prompt d[eio]l? sistema|prompt di sistema|prompt systemowy|sistem istemi)|没有任何(?:限制|约束)/im;

const account =
  /:\/\/\S|\w@[\w-]{1,63}\.\w|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}|\b(?:0x[0-9a-fA-F]{20,}|bc1[a-z0-9]{20,}|IBAN)\b|\b[a-z0-9-]{1,40}\.(?:com|net|org|io|dev|xyz|info|example|ru|cn|me|tk|top|site|link)\b/;
const addresses = /\S{0,80}(?:@|:\/\/)\S{0,200}/gu;

/** How far a text is looked at, in UTF-16 units. */
const reach = 2_000;

/** Texts whose verdicts are remembered: every page judges the same ones again. */
const maxRemembered = 1_000;
const verdicts = new Lru<string, boolean>(maxRemembered);

/** Whether a model that reads the text among its memories might take it for an order against its user. */
export function isTakeover(text: string): boolean {
  const verdict = verdicts.get(text) ?? judged(text);
  verdicts.set(text, verdict);
  return verdict;
}

function judged(text: string): boolean {
  const said = text.slice(0, reach).replace(/[’‘]/gu, "'");
  if (posing.test(said)) return true;
  const sends = account.test(said);
  return said.split(/[.!?](?=\s|$)|[。！？؟।\n]/u).some((sentence) => {
    const spoken = ` ${sentence
      .replace(addresses, ' ')
      .toLowerCase()
      .replace(/[\s,;:!?"()[\]{}“”„«»、，：；]+/gu, ' ')} `;
    const has = (some: () => RegExp) => some().test(spoken);
    if (has(told) && has(setAside) && has(former)) return true;
    return has(behindBack) || (sends && has(passing) && has(valuables));
  });
}
