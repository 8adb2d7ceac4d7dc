import { once } from '../../base/once.ts';
import { cjk } from './cue-classes.ts';
import { plain } from './cue-rules.ts';

/** How a language expresses possession, family, and age. */
interface Words {
  /** "I have", "we have" and the like, apart by `|`, as all of these. */
  have: string;
  my: string;
  /** Family and pets. */
  who: string;
  /** An age, after a number in digits or words; the first is also the speaker's. */
  years: readonly [years: string, months: string];
  /** Goes before the age of the speaker. */
  am: string;
}

const languages: readonly Words[] = [
  {
    have: "i have|i've got|i got|we have|we've got|i own|we own|i adopted|we adopted",
    my: 'my|our',
    who: 'cats?|dogs?|pupp(?:y|ies)|kittens?|retriever|poodle|horses?|rabbits?|parrots?|hamsters?|goldfish|pets?|kids?|child(?:ren)?|babies|baby|sons?|daughters?|twins|wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|brothers?|sisters?|siblings?|mother|father|mom|mum|dad|parents?|grand(?:son|daughter|children|mother|father|parents|kids|ma|pa)s?|nieces?|nephews?|aunt|uncle|cousins?',
    years: ['years? old|years of age', 'months? old'],
    am: "i'm|i am",
  },
  {
    have: 'ich habe|ich hab|wir haben',
    my: 'mein|meine|meiner|unser|unsere',
    who: 'katzen?|kater|hunde?|welpen?|pferde?|kaninchen|hamster|papagei|haustiere?|kind(?:er)?|baby|söhne|sohn|töchter|tochter|zwillinge|frau|ehefrau|mann|ehemann|freundin|freund|partner(?:in)?|verlobte[rn]?|brüder|bruder|schwestern?|geschwister|mutter|vater|mama|papa|eltern|enkel(?:in|kinder|sohn|tochter)?|oma|opa|nichten?|neffen?|tante|onkel',
    years: ['jahre? alt', 'monate alt'],
    am: 'ich bin',
  },
  {
    have: "j'ai|nous avons|on a",
    my: 'mon|ma|mes|notre|nos',
    who: 'chats?|chattes?|chiens?|chiennes?|chiots?|chevaux|cheval|lapins?|hamsters?|perroquets?|enfants?|bébés?|fils|filles?|jumeaux|jumelles|femme|mari|compagn(?:on|e)|copine?|fiancée?|frères?|s(?:œ|oe)urs?|mère|père|maman|papa|parents|petits?-(?:fils|enfants)|petite-fille|nièces?|neveux?|tante|oncle|cousine?s?',
    years: ['ans', 'mois'],
    am: "j'ai",
  },
  {
    have: 'tengo|tenemos',
    my: 'mi|mis|nuestro|nuestra|nuestros|nuestras',
    who: 'gat[oa]s?|perr[oa]s?|cachorros?|caballos?|conejos?|mascotas?|hij[oa]s?|niñ[oa]s|bebés?|gemel[oa]s|mellizos|esposa|esposo|mujer|marido|pareja|novi[oa]|herman[oa]s?|madre|padre|mamá|papá|padres|niet[oa]s?|abuel[oa]s?|sobrin[oa]s?|t[íi][oa]s?|prim[oa]s?',
    years: ['años', 'meses'],
    am: 'tengo',
  },
  {
    have: 'tenho|eu tenho|temos|nós temos',
    my: 'meu|minha|meus|minhas|nosso|nossa|nossos|nossas|o meu|a minha|os meus|as minhas|o nosso|a nossa|os nossos|as nossas',
    who: 'gat[oa]s?|cães|cão|cachorr[oa]s?|cadelas?|cavalos?|coelhos?|filh[oa]s?|crianças?|bebês?|bebés?|gêmeos|gémeos|esposa|esposo|mulher|marido|namorad[oa]|companheir[oa]|noiv[oa]|irmãos?|irmãs?|mãe|pai|pais|net[oa]s?|avós?|avô|sobrinh[oa]s?|ti[oa]s?|prim[oa]s?',
    years: ['anos', 'meses'],
    am: 'tenho|eu tenho',
  },
  {
    have: 'ho|io ho|abbiamo|noi abbiamo',
    my: 'mio|mia|miei|mie|nostro|nostra|nostri|nostre|il mio|la mia|i miei|le mie|il nostro|la nostra|i nostri|le nostre',
    who: 'gatt[oaie]|cane|cani|cucciol[oi]|cavall[oi]|conigli[oe]?|figli[oae]?|bambin[oaie]|gemell[ie]|moglie|marito|compagn[oa]|ragazz[oa]|fidanzat[oa]|fratell[oi]|sorell[ae]|madre|padre|mamma|papà|genitori|nipot[ei]|nonn[oaie]|zi[oae]|cugin[oaie]',
    years: ['anni', 'mesi'],
    am: 'ho|io ho',
  },
  {
    have: 'ik heb|wij hebben|we hebben',
    my: "mijn|m'n|onze|ons",
    who: 'kat(?:ten)?|poes(?:en)?|hond(?:en)?|puppy|paard(?:en)?|konijn(?:en)?|huisdier(?:en)?|kind(?:eren)?|baby|zonen|zoon|dochters?|tweeling|vrouw|man|vriendin|vriend|partner|verloofde|broers?|zus(?:sen|je)?|moeder|vader|mama|papa|ouders|kleinkind(?:eren)?|oma|opa|nichtje?|neefje?|tante|oom',
    years: ['jaar(?: oud)?', 'maanden oud'],
    am: 'ik ben',
  },
  {
    have: 'mam|mamy|posiadam',
    my: 'mój|moja|moje|moi|mojego|mojej|nasz|nasza|nasze',
    who: 'kot(?:a|y|ów|ka|kę)?|ps[aiy]|pies|psów|konia?|królika?|chomika?|dziec(?:ko|i)|dzidziusia|syn(?:a|ów|owie)?|córk(?:a|ę|i)|córek|bliźniaki|bliźnięta|żon(?:a|ę)|mąż|męża|chłopaka?|dziewczyn(?:a|ę)|narzeczon(?:a|y|ą|ego)|brat(?:a)?|braci|siostr(?:a|ę|y)|matka|ojciec|mama|tata|rodzice|wnuk(?:a|i|ów)?|wnuczk(?:a|ę)|babcia|dziadek|ciocia|wujek',
    years: ['lat(?:a)?', 'miesięcy'],
    am: 'mam',
  },
  {
    have: 'у меня|у нас',
    my: 'мой|моя|мои|моё|мое|моего|моей|моему|моих|моим|наш|наша|наши|нашей|нашему',
    who: 'кош(?:ка|ки|ек)|кот(?:а|ов|ы)?|соба(?:ка|ки|к)|п[её]с|щен(?:ок|ка|ки)|лошад(?:ь|и)|кролик(?:а|и)?|хомяк(?:а)?|попуга(?:й|я)|реб[её]нок|дет(?:и|ей)|двойняшки|близнецы|сын(?:а|у|овья|овей)?|доч(?:ь|ка|ери|ке|ери)|дочер(?:и|ей)|жен[аеуы]|муж[ау]?|девушк[аеи]|парень|невест[аеы]|жених|брат(?:а|у|ья|ьев)?|сестр(?:а|ы|е|у)|сест[её]р|мам[аеы]|пап[аеы]|мать|отец|отцу|родители|внук(?:а|и|ов)?|внучк[аеи]|бабушк[аеи]|дедушк[аеи]|т[её]т[яи]|дяд[яи]',
    years: ['лет|года?', 'месяцев'],
    am: 'мне',
  },
  {
    have: 'jag har|vi har',
    my: 'min|mitt|mina|vår|vårt|våra',
    who: 'katt(?:er)?|hund(?:ar)?|valp(?:ar)?|häst(?:ar)?|kanin(?:er)?|husdjur|barn|bebis|son|söner|dotter|döttrar|tvillingar|fru|man|sambo|flickvän|pojkvän|fästmö|fästman|bror|bröder|syster|systrar|syskon|mamma|pappa|mor|far|föräldrar|barnbarn|mormor|morfar|farmor|farfar|moster|faster|morbror|farbror',
    years: ['år(?: gammal| gamla| gammalt)?', 'månader gammal'],
    am: 'jag är',
  },
];

/** After a relative, the statement must end or continue about the person: "a child process" is not a child. */
const behind =
  '(?=$|[.,;!?]|\\s(?:and|who|that|named|called|aged|from|in|at|with|und|die|der|das|namens|mit|et|qui|nommée?|de|y|que|llamad[oa]s?|e|che|di|con|met|genaamd|i|która|który|które|imieniem|o imieniu|и|по|котор\\p{L}+|och|som)(?!\\p{L}))';

const between = '(?: [\\p{L}\\p{N}-]+){0,3}? ';
/** "I have 3 years of logs" is no age. */
const ended = '(?=$|[.,;!?]|\\s(?:and|und|et|y|e|en|i|и|och)\\s)';

const number = '(?:\\d{1,3}|\\p{L}+(?:[ -]\\p{L}+){0,2})';

interface Language {
  beginnings: readonly string[];
  /** Compiled when a clause begins with its word: compiling all of them would cost a short-lived hook too much. */
  pattern: () => RegExp;
}

const european = languages.map(({ have, my, who, years: [years, months], am }): Language => {
  const pattern = () => {
    const owned = `(?:${have})${between}(?:${who})${behind}`;
    const aged = `(?:${my}) (?:\\p{L}+ ){0,2}?(?:${who})(?: \\p{L}+){0,2} ${number} (?:${years}|${months})`;
    const own = `(?:${am}) ${number} (?:${years})`;
    return new RegExp(`^(?:${owned}|(?:${aged}(?!\\p{L})|${own}${ended}))`, 'u');
  };
  return {
    beginnings: [have, my, am].flatMap((list) => list.split('|')).map((one) => `${one} `),
    pattern: once(pattern),
  };
});

const turkish =
  /^(?:[\p{L}\p{M}\p{N}]+ ){0,3}?(?:kedi|köpe[kğ]|çocu[kğ]|oğl|oğul|kız|kardeş|bebe[kğ]|torun|tavşan)\p{L}{0,4}m(?:[ıiuü]z)? var(?!\p{L})|^(?:benim )?(?:kız|oğl|oğul|eş|anne|baba|kardeş|abla|abi|köpeğ|kedi)\p{L}{0,3}m(?:[ıiuü]z)? (?:\d{1,3}|\p{L}+(?: \p{L}+)?) (?:yaşında|aylık)(?!\p{L})|^(?:ben )?(?:\d{1,3}|\p{L}+(?: \p{L}+)?) yaşındayım(?!\p{L})/u;

const asian: readonly RegExp[] = [
  // Chinese
  /^我(?:们)?(?:家)?(?:有|养了?|养着)[一二两三四五六七八九十几\d]{0,2}(?:只|条|个|匹|位)?(?:[\p{L}]{0,3}的?)?(?:猫|狗|小狗|小猫|兔子|仓鼠|孩子|小孩|宝宝|儿子|女儿|哥哥|弟弟|姐姐|妹妹|孙子|孙女|双胞胎)|^我(?:的|们的)?(?:女儿|儿子|孩子|妻子|老婆|丈夫|老公|妈妈|爸爸|母亲|父亲|哥哥|弟弟|姐姐|妹妹|奶奶|爷爷|狗|猫)(?:今年)?[一二两三四五六七八九十百\d]{1,4}(?:岁|个月)|^我(?:今年)?[一二两三四五六七八九十百\d]{1,4}岁/u,
  // Japanese
  /(?:猫|犬|ハムスター|うさぎ|インコ|ペット).{0,8}飼って(?:い(?:る|ます)|る|ます)|^(?:私|僕|俺|うち)?(?:に)?(?:は)?(?:子供|子ども|息子|娘|兄|弟|姉|妹|孫|兄弟|双子)が.{0,6}(?:います|いる)|^(?:私の|うちの|僕の)?(?:娘|息子|妻|夫|母|父|子供|子ども|兄|弟|姉|妹|猫|犬)は[一二三四五六七八九十百\d]{1,4}(?:歳|才|ヶ月|か月)|^(?:私|僕|俺)は[一二三四五六七八九十百\d]{1,4}(?:歳|才)/u,
  // Korean
  /(?:고양이|강아지|개|토끼|햄스터).{0,10}(?:키워|키우|기르|길러)|^(?:저는|나는|우리는|저에게는|우리에게는)?\s?(?:아이|아들|딸|자녀|형|누나|오빠|언니|동생|손자|손녀)(?:가|이)? ?\p{L}{0,5} ?(?:명|마리)? ?있(?:어|습니다|다)|^(?:제|내|우리) (?:딸|아들|아이|아내|남편|어머니|아버지|엄마|아빠|형|누나|오빠|언니|동생|고양이|강아지)(?:은|는) (?:\d{1,3}|[\p{L}]{1,4})\s?(?:살|세|개월)|^(?:저는|나는) (?:\d{1,3}|\p{L}{1,4})\s?(?:살|세)/u,
];

/** Whether the first words state a relative or possession, or the age of the speaker or of a relative. */
export function isOfOwnLife(clause: string): boolean {
  const said = plain(clause).toLowerCase();
  if (cjk.test(said)) return asian.some((one) => one.test(said));
  const { pattern } = european.find(({ beginnings }) => beginnings.some((one) => said.startsWith(one))) ?? {};
  return pattern?.().test(said) === true || (/ var(?!\p{L})|yaşında/u.test(said) && turkish.test(said));
}
