import { once } from '../../base/once.ts';
import type { About } from '../../domain/captured-clause.ts';
import { asianFamily, asianManner, asianMe, asianOwn, asianPrivate, asianProduct } from './asian.ts';
import { ownWords, turkishOwn } from './european.ts';
import { familyWords } from './family.ts';
import { furtherFamily, furtherHealth, furtherOwnStatements } from './further.ts';
import { asianCause, asianEverywhere, asianUnversed, furtherEverywhere, furtherOwn } from './knowing.ts';
import { asianLifeEvents, lifeEvents, ofSoftware } from './life.ts';

/** As much of a statement is read (UTF-16 units). */
const reach = 400;

const asian = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u;

/** Begins of words for health, food, faith and orientation, in all languages: a person's, where the speaker stands beside. */
const privateStems =
  'hernie|hernia|ernia (?:del|al)|bandscheib|плохо (?:слыш|виж)|słabo (?:słysz|widz)|diagnos|диагноз|диагностир|teşhis|scleros|sklerose|sclérose|esclerosis|esclerose|sclerosi|склероз|surgery|operiert|opéré|operado|operada|operacji|операци|ameliyat|hospitali|krankenhaus|hospitalis|ospedale|ziekenhuis|szpital|больниц|sjukhus|antidepress|antidépress|antydepres|антидепресс|blutverdünn|bloedverdun|painkiller|schmerz|rückenschmerzen|douleurs|dolores|dolori|rugpijn|боли в|bóle|smärta|ağrım|illness|krankheit|maladie|enfermedad|doença|malattia|ziekte|chorob|болезн|болею|sjukdom|sygdom|sykdom|sairau|hastalı|arthriti|arthrose|artrit|artros|артрит|artroz|rheuma|rhuma|reuma|ревмат|parkinson|alzheimer|demen[tcz]|démence|деменц|thyroid|schilddrüse|thyroïd|tiroid|tarczyc|щитовид|sköldkörtel|panic attack|panikattack|ptsd|trauma|miscarriage|fehlgeburt|ivf|endometrio|psoria|eczema|ekzem|tinnitus|glaucom|glaukom|myop|cataract|diab[eéè]t|диабет|şeker hasta|allerg|al[eé]rg|alerji|аллерг|asthm|asma(?!\\p{L})|asmátic|astma|astm|астм|epil[eé]p|эпилеп|migraine|migräne|migraña|enxaqueca|emicrania|migren|мигрен|cancer|krebs|kanker|cáncer|câncer|cancro|nowotwór|raka(?!\\p{L})|онколог|рак(?:а|ом)?(?!\\p{L})|kanser|kreft|kræft|syöpä|depress|depresj|depresión|депресс|anxiety|angststör|ansiedad|ansiedade|burn-?out|adhd|adhs|tdah|autis|autyz|autyst|аутиз|otizm|dyslex|dyslek|dysleks|legasthen|disl[eé]x|dislessi|дислекс|disleksi|coeliac|celiac|celíac|celiaq|celiach|zöliak|celiach|cœliaq|celiaki|bipolar|insulin|инсулин|insülin|pregnan|schwanger|enceinte|embarazad|grávida|incinta|zwanger|ciąż|беремен|gravid|raskaana|hamile|colou?r[- ]?blind|farbenblind|rot-grün|dalt[oôó]ni|kleurenblind|дальтоник|färgblind|farveblind|fargeblind|värisokea|renk kör|deaf|gehörlos|schwerhörig|sourd|sord[oa](?!\\p{L})|surd[oa](?!\\p{L})|doof(?!\\p{L})|slechthorend|głuch|niedosłysz|глух|sağır|hard of hearing|visually impaired|legally blind|sehbehindert|wheelchair|rollstuhl|fauteuil roulant|silla de ruedas|cadeira de rodas|sedia a rotelle|rolstoel|wózku|инвалид|rullstol|kørestol|tekerlekli|disabilit|behinderung|discapacidad|deficiência|disabilità|niepełnospr|lactose|laktose|laktoz|lactosa|lattosio|лактоз|gluten|глютен|vegan|végan|weganin|веган|vegetar|végétar|wegetar|вегетариан|vejetaryen|kosher|koscher|halal|my medic|medication|medikament|médicaments|medicamento|medicación|medicijn|leki (?:na|prze)|лекарств|ilaç kullan|blutdruck|bluthochdruck|h[iy]pertens|blood pressure|tension artérielle|tensión arterial|давлени|ciśnieni|cholesterol|heart (?:attack|disease|condition)|chronic (?:pain|illness)|hiv(?!\\p{L})|can(?:.t|not| not) (?:eat|drink)|(?:bad|weak|broken|artificial) (?:knees?|back|hips?|eyes?|heart|hearing)|knees(?!\\p{L})|vertrage|peux pas manger|puedo comer|posso comer|posso mangiare|geen \\p{L}+ (?:eten|drinken)|nie mogę jeść|tål inte|tåler ikke|yiyemi|aparelho auditivo|audífono|appareil auditif|apparecchio acustico|gehoorapparaat|hörapparat|aparat słuchow|слухов\\p{L}+ аппарат|işitme cihaz|vih(?!\\p{L})|pacemaker|schrittmacher|transplant|kidney|niere|lungs?(?!\\p{L})|hearing aids?|hörgerät|tensión alta|christian(?!\\p{L})|christ(?:in)?(?!\\p{L})|chrétien|cristian[oa]|cristã|chrześcija|христиан|chemo(?:therap)?|therapist|psychotherap|gay(?!\\p{L})|lesbian|lesbisch|lesbienne|bisexual|bisexuell|transgender|non-?binary|schwul|homosexu|muslim|musulman|musulmán|müslüman|muçulman|мусульман|jewish|jüdisch|juif|judío|buddhist|catholic|katholi|catholique|católic|katoli|atheist|atei';

/** Files of a person's own, outside of projects. */
const ownFiles =
  /~\/\.(?:claude|codex|gemini|cursor|config|zshrc|bashrc|ssh)|(?<![\w/])\.(?:zshrc|bashrc|zprofile|vimrc|tmux\.conf)|(?<!\p{L})(?:claude status ?line|エイリアス)/u;

/** Words that speak of the work in hand. */
const projectWords =
  /(?<!\p{L})(?:(?:this|the|our) (?:project|repo|repository|app|application|api|codebase|site|website|page|service|server|backend|frontend|database|db|user|users|team|client|customers?|ui|component|agent|model|script|function|endpoint|test|tests|build|readme|docs?|feature|table|game|system)|in this (?:file|folder|branch)|commits?|commit messages?|readme|endpoints?|pull requests?|prs?|changelog|we|our|us|unser|unsere|unserem|wir|nous|notre|nos|nuestr[oa]s?|nosso|nossa|nossos|nostr[oaie]|ons|onze|wij|nasz|nasza|nasze|мы|наш\p{L}*|нас|vår|våra|vi|vores|bizim|projemiz|(?:dieses|das|diesem|dem) projekt|ce projet|le projet|este proyecto|el proyecto|este projeto|o projeto|questo progetto|il progetto|dit project|het project|ten projekt|tym projekcie|этот проект|этом проекте|bu proje|här projektet|dette projekt\p{L}*)(?!\p{L})|プロジェクト|リポジトリ|このアプリ|本项目|这个项目|该项目|我们|프로젝트에서|저장소|우리 (?:팀|회사|프로젝트)/u;

/** A language, or plain words, that an answer is wanted in. */
const tongues =
  'engl|angl|ingl|angiel|англ|i̇ngil|ingil|deutsch|german|alem|allem|tedesc|niemiec|немец|duits|tysk|alman|fran[cç]|french|französ|francus|француз|frans|spanis|españ|espagn|spagn|hiszp|испан|spaans|portug|portugi|португ|ital|włosk|итал|dutch|niederl|nederl|polski|polsku|polish|polnisch|польск|russia|russisch|russe|ruso|rosyj|русск|rusça|svensk|swedish|schwed|szwed|türkçe|turkish|türkisch|chinese|chines|chinois|japan|korean|koreanisch|dansk|danish|norsk|norwegian|suomeksi|thai|vietnam|tiếng|ukrain|україн|hindi|arab|czech|česk|british|pt-br';
const answering =
  'answer|reply|replies|respond|response|speak|talk|chat|explain|explanation|write to me|write me|antwort|sprich|rede|schreib mir|erklär|répon|parle|explique|explication|donne|respond|respuesta|contesta|habla|escríbeme|explíca|resposta|fale|fala|rispost|rispond|parla|spieg|antwoord|praat|spreek|uitleg|odpowi|mów|pisz do|отвеч|ответ|говори|объясн|svar|prata|snakk|tal |vastaa|vastaukse|puhu|cevap|yanıt|konuş|açıkla|trả lời|відповід|odpovíd';
const brief =
  'short|brief|concise|terse|succinct|kurz|knapp|court|bref|brève|concis|corta|corto|breve|curt|kort|bondig|beknopt|krótk|zwięź|кратк|коротк|kısa|lyhy|detailed|ausführlich|détaillé|detallad|detalhad|dettagliat|szczegółow|подробн';

/** Machines and programs of a person's desk. */
const desk =
  'mac(?:s|book|os)?|amcos|windows|win ?1[01]|linux|ubuntu|debian|fedora|arch(?: linux)?|nixos|omarchy|manjaro|wsl2?|zsh|bash shell|fish shell|powershell|cmd|vim|neovim|nvim|emacs|vs ?code|vscode|jetbrains|intellij|xcode|iterm2?|ghostty|kitty|tmux|monitors?|laptop|gpus?|nvidia|radeon|iphone|ipad|android phone|pixel|thinkpad|chromebook|raspberry pi|keyboard|trackpad|obsidian|figma desktop|lm studio|dvorak|colemak|git ai';
const having =
  "i'm on|i am on|im on|i'm using|i am using|i use|i have|i've got|i own|i work on|i work with|i installed|i switched to|i would like to switch|i'm running|on my|my main|ich nutze|ich benutze|ich verwende|ich habe|ich arbeite (?:mit|an|auf|unter)|j'utilise|j'ai|je travaille sur|je suis sur|uso|utilizo|tengo|trabajo con|trabajo en|estamos en|eu uso|estou usando|tenho|uso|ho un|lavoro su|ik gebruik|ik heb|ik werk (?:met|op)|używam|uzywam|mam|pracuję na|я использую|я пользуюсь|я работаю|я установил|у меня|jag använder|jag har|jag kör|jeg bruger|jeg bruker|jeg har|käytän|kullanıyorum|tôi dùng|in my";

const edge = '(?<!\\p{L})';
const end = '(?!\\p{L})';
/** "My child component" is no child. */
const notOfCode =
  "(?!(?:'s)? (?:component|class|process|element|node|folder|directory|repo|package|module|theme|page|window|issue|task|ticket|branch|workflow|record|table|row|key|object|view|account|id|selector|klasse|prozess|komponente))";
/** "My new boss". */
const fresh =
  'new|old|former|current|neue[nrms]?|alte[nrms]?|frühere[nrms]?|nouve(?:au|l|lle)|ancien(?:ne)?|nuev[ao]s?|nov[ao]s?|antig[ao]s?|antigu[ao]s?|nuov[aoei]|vecchi[ao]?|nieuwe|oude|vorige|now[yaei]|star[yae]|нов\\p{L}{2}|стар\\p{L}{2}|бывш\\p{L}{2}|ny[ae]?|gamla|gamle|tidigare|uusi|vanha|yeni|eski';
const lead =
  "^(?:(?:please|also|and|but|so|oh|hi|hello|hey|btw|by the way|fyi|note that|remember|remember that|for context|just so you know|actually|correction|no|well|ok|okay|bitte|übrigens|also|und|aber|merk dir|nur zur info|d'ailleurs|au fait|et|mais|retiens que|note que|por cierto|además|y|pero|recuerda que|a propósito|aliás|e|mas|lembre-se de que|lembra que|comunque|ma|ricorda che|trouwens|en|maar|onthoud dat|onthoud|a propos|i|ale|zapamiętaj|zapamiętaj, że|pamiętaj, że|кстати|и|но|запомни|запомни, что|учти|förresten|och|men|kom ihåg att|for øvrigt|og|husk at|muista että|bu arada|unutma)[,:]? )*";

const patterns = once(() => {
  const any = (name: keyof (typeof ownWords)[number]) => ownWords.map((words) => words[name]).join('|');
  const all = (source: string) => new RegExp(source, 'u');
  const me = `${edge}(?:${any('me')})${end}`;
  const family = familyWords.map(({ have, my, who }, i) => {
    const own = ownWords[i]?.my ?? '';
    // "Our partner" may be a company.
    return `(?:${own}|${my}|${have})(?: \\p{L}+){0,2}? (?!partner)(?:${who})|(?:${own}) partner`;
  });
  const near = "(?:[ ,:-]+[\\p{L}\\p{M}'’-]+){0,5}?[ ,:-]+";
  return {
    begins: all(`${lead}(?:${any('begins')})`),
    mine: ownWords.map(({ my, things }) => all(`${edge}(?:${my}) (?:(?:${fresh}) )?(?:${things})${end}${notOfCode}`)),
    manner: all(`${edge}(?:${any('manner')})${end}`),
    everywhere: all(`${edge}(?:${any('everywhere')})${end}`),
    me: all(me),
    privately: all(`${edge}(?:${privateStems})`),
    family: family.map((one) => all(`${edge}(?:${one})${end}${notOfCode}`)),
    tongue: all(
      `${edge}(?:${answering})\\p{L}*${near}(?:${tongues})|${edge}(?:${tongues})\\p{L}*${near}(?:${answering})|${edge}(?:${answering})\\p{L}*${near}(?:${brief})|${edge}(?:${brief})\\p{L}*${near}(?:${answering})|keep it (?:in )?(?:english|short|brief|simple english)|ตอบ.{0,10}ภาษา|(?:jawab|balas|gunakan|pakai|berbicara)\\p{L}* (?:\\p{L}+ ){0,3}bahasa|jangan (?:berasumsi|menebak|asumsi)|tanya(?:kan)? (?:ke |kepada )?(?:saya|dulu)|panggil saya|(?:nama|istri|suami|anak) saya|saya (?:adalah|tinggal|bekerja|suka|tidak suka|seorang|lebih suka)|tôi (?:là|alf|tên|sống|thích|không thích|đang sống|làm việc (?:ở|tại))|(?:vợ|chồng|con) tôi|به (?:فارسی|انگلیسی)|فارسی (?:جواب|پاسخ|صحبت)`,
    ),
    desk: all(`${edge}(?:${having})(?:[ ,]+[\\p{L}\\p{N}.'-]+){0,6}? (?:${desk})${end}`),
  };
});

/**
 * Whom a statement is about: rules in twenty-two languages for what is certain of the person (who they are, live, know and
 * like, family, health, devices, how to be answered); in doubt the project.
 */
export function aboutOf(statement: string): About {
  const said = bare(statement);
  return (asian.test(said) ? isOfAsian(said) : isOfEuropean(said)) ? 'user' : 'project';
}

/** Whether a statement speaks of the person's family and pets, or of their health, food and faith. */
export function privateIn(statement: string): 'family' | 'health' | undefined {
  return privateOf(bare(statement));
}

/**
 * Whether a question is about the person who asks: "Where do I live?", "Wie heißt mein Hund?" One for what to do is not: "How
 * do I deploy?"
 */
export function asksOfSpeaker(question: string): boolean {
  const asked = bare(question);
  const isShort = asked.trim().split(/\s+/u).length <= maxKeywords;
  if (!(isShort || isAsked.test(asked)) || asksForWay.test(asked)) return false;
  return namesSpeaker(asked);
}

/** Whether somebody speaks of themselves, or of a relative: "I met Nora", "妹のユキ". */
export function tellsOfOwn(statement: string): boolean {
  const said = bare(statement);
  return namesSpeaker(said) || privateOf(said) === 'family';
}

const namesSpeaker = (said: string) => asianMe.test(said) || patterns().me.test(said) || mineAtEnd.test(said);

/** "My dog's name" asks too. */
const maxKeywords = 5;
const isAsked =
  /[?？؟]|^(?:what|who|where|which|when|how|was|wer|wo|wie|wann|quel(?:le)?s?|qui|où|comment|qué|quién|cuál|dónde|chi|qual|dove|come|quem|onde|como|(?:do|did|am|was|have|had) i|(?:is|are|was|were|does|did|has) my|(?:bin|habe|hatte|war|arbeite|wohne) ich|(?:ist|sind|hat) meine?)(?!\p{L})/u;
const asksForWay =
  /(?<!\p{L})(?:(?:can|could|should|shall|must|would|(?:how|what) do) i (?!have|like|live|own|love|hate|work|drive|drink|eat|know|prefer|speak|use|need)|(?:kann|soll|muss|könnte|sollte) ich|(?:puis|dois|peux|devrais)-je|(?:puedo|debo|debería|posso|devo|dovrei|deveria)(?!\p{L}))/u;
/** "My" as an ending, or by itself in Arabic, Hebrew, Turkish, Hindi, Indonesian and Vietnamese. */
const mineAtEnd =
  /(?<![\p{L}\p{M}])(?:عندي|لدي|أنا|שלי|אני|לי|benim|bana|ben|मेरा|मेरी|मेरे|मैं|saya|aku|tôi)(?![\p{L}\p{M}])/u;

/** The beginning of a statement in lower case, without marks before it. */
function bare(statement: string): string {
  const said = statement.slice(0, reach).replace(/[’‘]/gu, "'");
  return said.replace(/^[\s*_"'`>-]+/u, '').toLowerCase();
}

function privateOf(said: string): 'family' | 'health' | undefined {
  const is = (one: RegExp) => one.test(said);
  if (asian.test(said)) {
    if (asianFamily.some(is)) return 'family';
    return is(asianPrivate) && (is(asianMe) || !is(asianProduct)) ? 'health' : undefined;
  }
  const { family, me, privately } = patterns();
  if (family.some(is) || furtherFamily.some(is)) return 'family';
  return furtherHealth.some(is) || (is(privately) && is(me)) ? 'health' : undefined;
}

/** Whether a statement names no work in hand: it may hold in all projects. */
export function namesNoProject(statement: string): boolean {
  return !projectWords.test(statement.slice(0, reach).toLowerCase());
}

function isOfAsian(said: string): boolean {
  const is = (one: RegExp) => one.test(said);
  if (privateOf(said) !== undefined) return true;
  if (asianManner.some(is) || is(asianEverywhere)) return true;
  if (is(asianLifeEvents)) return !is(ofSoftware) && !projectWords.test(said);
  return (
    (asianOwn.some(is) || (is(asianUnversed) && !is(asianCause)) || ownFiles.test(said)) && !projectWords.test(said)
  );
}

function isOfEuropean(said: string): boolean {
  const { begins, mine, manner, everywhere, tongue, desk: ofDesk } = patterns();
  if (privateOf(said) !== undefined || turkishOwn.test(said)) return true;
  if (everywhere.test(said) || furtherEverywhere.test(said)) return true;
  if (projectWords.test(said)) return false;
  if (ownFiles.test(said)) return true;
  if (lifeEvents.test(said)) return !ofSoftware.test(said);
  return (
    begins.test(said) ||
    furtherOwn.test(said) ||
    furtherOwnStatements.some((one) => one.test(said)) ||
    mine.some((one) => one.test(said)) ||
    manner.test(said) ||
    tongue.test(said) ||
    ofDesk.test(said)
  );
}
