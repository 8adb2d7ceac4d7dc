/** How people say what happened in their lives: they moved, changed their work, married; in lower case, by language. */
const events: readonly string[] = [
  // English, German, French
  "(?:i|i've|i have) (?:just |recently |finally )?(?:moved|relocated|got (?:a new job|married|divorced|engaged|promoted|hired|laid off)|started (?:a|my) new job|changed jobs|quit my job|bought a (?:house|flat|home|car)|retired|graduated)",
  'ich (?:bin|wurde|habe) (?:[^\\s.]+ ){0,5}?(?:umgezogen|gezogen|geheiratet|verheiratet|gekündigt|befördert|pensioniert|(?:den|meinen) job gewechselt)',
  "j'ai (?:déménagé|emménagé|épousé|divorcé|pris ma retraite|changé (?:de (?:travail|boulot|poste|métier)|d'emploi)|trouvé (?:un|du) (?:travail|boulot|emploi))|je me suis (?:mariée?|installée?|pacsée?|séparée?)|je viens de (?:déménager|me marier|changer de (?:travail|boulot))",
  // Spanish, Portuguese, Italian
  'me (?:mudé|he mudado|casé|he casado|divorcié|jubilé|gradué)|(?:cambié|he cambiado) de (?:trabajo|casa|empleo)|(?:empecé|he empezado) a trabajar',
  '(?:me )?mudei(?:-me)? (?:para|de (?:casa|emprego|trabalho))|(?:me )?(?:casei|formei|aposentei|divorciei)(?:-me)?|comecei a trabalhar',
  'mi sono (?:trasferit|sposat|laureat|separat|licenziat)[oa]|ho (?:cambiato (?:casa|lavoro)|iniziato a lavorare|traslocato|divorziato)',
  // Dutch, Swedish, Danish, Norwegian
  'ik ben (?:[^\\s.]+ ){0,5}?(?:verhuisd|getrouwd|gescheiden|gepensioneerd)|jag (?:har )?(?:flyttat|flyttade|gifte mig|bytte jobb|börjat jobba)|jeg (?:er |har )?(?:flyttede|flyttet|giftede mig|giftet meg|byttet jobb|skiftet job)',
  // Polish, Russian, Ukrainian
  '(?:przeprowadził|wprowadził|ożenił|zaręczył|rozwiodł)[ae]m się|wyszłam za mąż|zmienił[ae]m (?:pracę|mieszkanie)|zacz(?:ął|ęł)[ae]m (?:nową )?pracę',
  'я (?:[^\\s.]+ ){0,4}?(?:переехал|женился|развёл|развел|уволил|устроил(?:ся|ась)|вышла замуж|сменила? работу)',
  'я (?:[^\\s.]+ ){0,4}?(?:переїхав|переїхала|одружив|розлучи|звільнив|звільнила|вийшла заміж|змінила? роботу)',
  // Turkish, Arabic, Hindi
  '(?:taşındım|evlendim|boşandım|emekli oldum|iş değiştirdim|işe başladım)',
  '[وف]?(?:لقد |قد )?(?:انتقلت (?:إلى|الى|للعيش)|نقلت سكني|تزوجت|تطلقت|تخرجت|تقاعدت|بدأت (?:العمل (?:في|لدى)|وظيفة)|حصلت على (?:وظيفة|عمل)|تركت (?:عملي|وظيفتي)|اشتريت (?:بيت|منزل|شقة|سيارة))',
  'मैं .{0,40}(?:चला गया|चली गई|शिफ्ट हो|शिफ़्ट हो|रहने (?:लगा|लगी))|मैंने .{0,30}(?:नौकरी (?:बदल|शुरू|छोड़)|शादी (?:की|कर)|घर (?:बदल|खरीद|ख़रीद))|मेरी शादी',
  // Indonesian, Vietnamese
  '(?:saya|aku) (?:baru(?: saja)? |sudah )?(?:pindah ke|menikah|bercerai|pensiun|ganti kerja)|(?:tôi|mình) (?:mới |vừa |đã ){0,2}(?:chuyển (?:đến|tới|về|ra|vào)|kết hôn|cưới|ly hôn|nghỉ hưu|đổi việc)',
];

/** At the beginning, or behind a time: "W maju przeprowadziłem się do Gdańska." */
export const lifeEvents = new RegExp(`^(?:[^\\s.,]+[ ,]+){0,4}?(?:${events.join('|')})`, 'u');

/** What software is made of or runs on: who moves to it, or moves it, speaks of the work. */
export const ofSoftware =
  /[\w-]\/[\w-]|(?<=\w)\.(?:[cm]?[jt]sx?|py|rs|go|md|json|ya?ml)(?!\p{L})|(?<!\p{L})(?:postgres(?:ql)?|mysql|sqlite|redis|mongodb?|kafka|docker|kubernetes|k8s|aws|gcp|azure|github|gitlab|p?npm|yarn|bun|deno|vite|webpack|typescript|python|rust|react|vue|svelte|parser|tests?|server(?:s|en)?|backend|frontend|module?s?|branch|repo|proyek(?: ini)?)(?!\p{L})|сервер|проект|сервис|(?:ال)?مشروع|خادم|サーバー|データベース|服务器|数据库|서버/u;

/** The same in Chinese, Japanese and Korean. "把" moves a thing. */
export const asianLifeEvents =
  /我(?!们|們)[^把将將。，]{0,10}(?:搬(?:到|去|来|來|家)|跳槽|换了工作|換了工作|入职|入職|结婚|結婚|离婚|離婚|辞职|辭職|退休)|に引っ越し(?:まし)?た|(?:転職|結婚|離婚|入社|退職)し(?:まし)?た|로 이사했|(?:결혼|이직|입사|퇴사|이혼|은퇴)했/u;
