import { isTakeover } from './takeover.ts';

// Orders that a page or a message could plant: a model that obeys one later sends, runs or hides something. Patterns read
// text in lower case: V8 compiles one that ignores case several times as long, at its first use.

/** Text that goes into a shell or an interpreter. */
const intoShell =
  /\|\s{0,9}(?:sudo\s{1,9})?(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|php|pwsh|powershell|iex)(?![\p{L}\p{N}])|(?<!\p{L})(?:iex|invoke-expression)(?!\p{L})|(?:\$|<)\(\s{0,9}(?:curl|wget)|(?<!\p{L})eval\s{1,9}["'$]|base64 (?:-d|--decode)/u;

const address =
  /(?:https?|ftp|ssh|wss?):\/\/\S|[\w.+-]{1,64}@[\w-]{1,63}\.\w|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)|(?<!\p{L})[A-Z]{2}\d{2}[ ]?[A-Z0-9]{2}|(?<![\p{L}\p{N}@/.-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|net|org|io|dev|app|sh|ai|co|xyz|info|example|ru|cn|de|me|tk|top|site|cloud|link)(?![\p{L}\p{N}])/u;
/** Sending, uploading, running, fetching, paying: the stems of their words. */
const reaching =
  /(?<!\p{L})(?:sen[dt]|upload|post(?!gres)|forward|e?-?mail (?:it|them|this|all|every|the|a|each)(?!\p{L})|share|copy|exfiltrat|transmit|submit|report|pay|paid|transfer|fetch|download|pull|run(?!(?:s|ning) (?:on|at|under|behind)(?!\p{L}))|execut|install|curl|wget|load|sourc|register|schick|send|sende|lad|hochlad|herunterlad|leite|überweis|führ|ausführ|installier|hol|teil|kopier|envo[iy]|télécharg|transfér|transmet|exécut|lanc|pay|pag|partag|copi|envi|enví|mand|sub[aeí]|súb|descarg|reenv|ejecut|compart|instal|baix|carreg|execut|inoltr|invi|caric|scaric|esegu|condivid|stuur|verstuur|verzend|upload|voer|haal|deel|betaal|wy[sś][lł]|prze[sś][lł]|pobier|uruchom|wykon|zainstal|udost|zap[lł]a|отправ|посыл|пересыл|загру|скач|выполн|запуст|запуска|устан|скопир|плат|gönder|yükle|indir|çalıştır|kur|paylaş|öde|skicka|ladda|kör|dela|hämta|betala|vidarebefordra)/u;
const reachingUnspaced =
  /发送|发给|发到|上传|转发|下载|运行|执行|安装|分享|复制|付款|转账|送[っりる]|送信|アップロード|転送|ダウンロード|実行|インストール|共有|支払|보내|전송|업로드|전달|다운로드|실행|설치|공유|복사|송금|지불/u;

const hiding =
  /(?<!\p{L})(?:secretly|covertly|silently (?:send|run|copy|forward|upload)|(?:do not|don't|never|without) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|show|showing|reveal|revealing|mention|mentioning)(?: (?:this|it|that|about it|anything))?(?: to)? (?:the )?(?:user|owner|human|person|people|anyone|anybody|them|him|her|me|team|admin)|(?:hide|conceal|keep) (?:this|it|that|them|\w+) (?:secret )?from|heimlich|verschweig\p{L}*|ohne (?:es |das |dies )?(?:dem|der|den|jemande?[mn]?|mir|ihm|ihr|ihnen) .{0,30}(?:sagen|mitzuteilen|informieren)|sag (?:es |das )?(?:dem|der|niemande?m?) .{0,20}nicht|en secret|en cachette|à l'insu|sans (?:le |la |lui |les |en )?(?:dire|prévenir|informer|avertir)|en secreto|a escondidas|sin (?:avisar|informar|decir)\p{L}*|no (?:le |se lo )?digas|em segredo|às escondidas|sem (?:avisar|informar|dizer|contar)|não (?:conte|diga) a|di nascosto|in segreto|senza (?:avvisare|informare|dir)\p{L}*|non dir\p{L}* a|stiekem|in het geheim|zonder .{0,30}(?:te vertellen|te melden|te informeren)|vertel .{0,20} niet|potajemnie|w tajemnicy|po kryjomu|bez (?:informowania|wiedzy)|nie mów|тайно|втайне|тайком|скр(?:ой|ывай|ыть)|без ведома|не (?:говори|сообщай|рассказывай)|gizlice|haber vermeden|söyleme(?:den)?(?!\p{L})|i hemlighet|i smyg|utan att (?:säga|berätta|meddela|informera)|berätta inte)(?!\p{L})|不要告诉|别告诉|不告诉|隐瞒|偷偷|瞒着|悄悄|内緒|こっそり|隠して|知らせずに|伝えないで|言わないで|몰래|숨기|숨겨|알리지|말하지 (?:마|말)/u;

/** How far a text is looked at. */
const reach = 2_000;

/** What a model that obeys an order in a text would do; undefined for other texts. */
export function warningOf(text: string): string | undefined {
  const said = text.slice(0, reach).replace(/[’‘]/gu, "'");
  const lower = said.toLowerCase();
  if (intoShell.test(lower)) return 'it runs what a program or a server answers';
  if (hiding.test(lower)) return 'it hides something from a person';
  if (
    address.test(said) &&
    (reaching.test(lower.replace(/\S{0,80}(?:@|:\/\/)\S{0,200}/gu, ' ')) || reachingUnspaced.test(said))
  )
    return 'it sends, runs or fetches something at an address';
  return isTakeover(said) ? 'it gives orders to a model' : undefined;
}
