/** Whose name is told, where a language without spaces or capitals has one word for "to be called" and "to call". */
const chineseKin =
  '妻子|丈夫|老婆|老公|太太|先生|姐姐|妹妹|哥哥|弟弟|妈妈|爸爸|母亲|父亲|儿子|女儿|孩子|奶奶|爷爷|外婆|外公|朋友|女友|男友|女朋友|男朋友|同事|老板|上司|狗|猫';
const han = '\\p{Script=Han}';
const end = '(?=[\\s,.!?;，。！？；、)）」]|$)';
const arabicKin =
  'زوجتي|زوجي|أختي|أخي|أمي|أبي|والدتي|والدي|ابنتي|ابني|ابنة|صديقتي|صديقي|مديرتي|مديري|زميلتي|زميلي|جدتي|جدي|كلبي|قطتي';

/** Whom or what a person calls in Chinese; none of these begins a name: "妈妈叫我回家", "朋友叫外卖". */
const called = '我|你|您|他|她|它|咱|大家|别|不|外卖|快递|出租|滴滴|起床|停|回|来|去|吃|做|帮|什么|啥|[了着过]';
/** What people have, in Japanese, as they have names: "友人の会社は". */
const had =
  '会社|職場|仕事|実家|家族|両親|部屋|写真|病気|病院|手術|料理|手料理|学校|大学|高校|友達|友人|夫婦|弟子|指示|意見|提案|質問|返事|連絡|予定|都合|電話|番号|住所|年齢|誕生日|結婚|結婚式|葬式|命日|退職|転職|転勤|出張|趣味|好物|紹介|勧め|希望|要望|影響|代理|機嫌|体調|健康|薬|財布|携帯|荷物|机|席|担当|承認|許可|評価|面談|パソコン|スマホ|メール|アドレス|アカウント|ブログ|チーム|プロジェクト|アパート|マンション|トイレ|エサ|フード|ケージ|リード|ワクチン|バイク|バイト|アレルギー|プレゼント|レシピ|アドバイス|コメント|レビュー|カレンダー|スケジュール|コード';
/** Things whose names follow a rule: "変数名は小文字です". */
const named = 'ファイル|変数|関数|列|カラム|クラス|ブランチ|フォルダ';
const koreanNamed = '파일|변수|함수|컬럼|클래스|브랜치|폴더';
/** Between a relative and what they do, in Arabic: adjectives, past verbs, "always". */
const arabicBetween =
  'ال\\p{L}+|\\p{L}+ت|كان|بدأ|أراد|أصبح|صار|ظل|دائما|دائماً|غالبا|غالباً|أحيانا|أحياناً|أيضا|أيضاً|عادة|حاليا|حالياً|سوف';

const japaneseKin = '妻|夫|息子|娘|母|父|兄|弟|姉|妹|上司|同僚|友人|友達|彼女|彼氏|婚約者|祖母|祖父';

/** "妻の名前は美咲です", "妻の美咲は", "我妻子叫美玲", "아내 이름은 수진이에요", "زوجتي اسمها ليلى", "أختي ليلى تسكن", "קוראים לה נועה", "मेरी पत्नी का नाम मीरा है". */
const told = new RegExp(
  [
    `(?:(?<!(?:${named})の)名前|(?<![${han}\\p{Script=Katakana}ー])名)は、?(?![何誰])([${han}\\p{Script=Katakana}ー・]{1,12}|\\p{Script=Hiragana}{2,6}?)(?:です|だ(?!っ)|と(?:いい|言い|申し|呼|いう|言う)|で、|。|$)`,
    `(?<=[はがも、]|^)([${han}\\p{Script=Katakana}ー・]{2,12})(?:という名前|と申します)`,
    `(?:名字(?:是|叫)|名叫|(?:${chineseKin})叫(?:做|作)?)(?!${called})([${han}·]{2,6})(?<!的)${end}`,
    `(?<!(?:${koreanNamed}) ?)이름은 ?(\\p{Script=Hangul}{2,4}?)(?:이에요|예요|입니다|이야|야|이다|이고|고)${end}`,
    `(?<!\\p{L})(?:اسمها|اسمه|اسم (?:${arabicKin})) (?:هو |هي )?(\\p{Script=Arabic}{2,15})`,
    `(?<!\\p{L})(?:קוראים ל(?:ו|ה)|שמה|שמו) (\\p{Script=Hebrew}{2,12})`,
    `(?:${japaneseKin})の(?!名|(?:${had})[はがをにもと])([${han}\\p{Script=Katakana}ー]{2,6})(?=[はがをにもと])`,
    // No word of Japanese follows one in Katakana, so it may end the text: "妹のメイ", "猫のモモ".
    `(?:${japaneseKin}|猫|犬)の(?!(?:${had})(?![\\p{Script=Katakana}ー]))([\\p{Script=Katakana}ー]{2,8})(?=[はがをにもと、。\\s]|$)`,
    `(?:${japaneseKin}|猫|犬)は([${han}\\p{Script=Katakana}ー]{2,8})と(?:いう|言う|いいます|言います|申します)`,
    `(?<!\\p{L})(?:${arabicKin}) (?!(?:${arabicBetween}) )([^\\P{L}تي]\\p{L}{2,11})(?= [تي])`,
    `का नाम ([\\p{Script=Devanagari}\\p{M}]{2,15}) है`,
  ].join('|'),
  'gu',
);

const kinAtEnd = new RegExp(`(?:${japaneseKin})の$`, 'u');

/** The Japanese word for a relative at the end of what stands before a name: "妹の". */
export function kinBefore(text: string): string | undefined {
  return kinAtEnd.exec(text)?.[0];
}

/** The names that a text in a script without capitals says somebody has. */
export function namesToldIn(text: string): string[] {
  return [...text.matchAll(told)].flatMap((match) => match.slice(1).find((name) => name !== undefined) ?? []);
}

/** Forms of address. */
const title =
  /^(?:m(?:rs?|s|me|lle|adame|onsieur)|dr|prof|herrn?|frau|señora?|senhora?|doñ?a|don|signora?|meneer|mevrouw|pani?|пан[иа]?)$/iu;
/** Who somebody is to the speaker; German writes these words with a capital. */
const kin =
  /^(?:(?:groß|schwieger|stief|halb|ur)?(?:schwester|bruder|mutter|vater|sohn|tochter|eltern)|(?:ehe)?frau|(?:ehe)?mann|m[ao]m|mum|dad|mama|mamá|maman|papa|papá|papi|mamie|oma|opa|tante|tata|tonton|oncle|onkel|cousine?|neffe|nichte|enkel(?:in)?|schwager|schwägerin|(?:(?:ex)?freund|partner|kolleg|nachbar|chef|mitbewohner|vermieter)(?:in|e)?|verlobte[rn]?|(?:step)?(?:sister|brother|mother|father|son|daughter)|wife|husband|aunt|auntie|uncle|cousin|niece|nephew|grand(?:ma|pa|mother|father|son|daughter)|granny|nana|s(?:œ|oe)ur|frère|fille|fils|mari|neveu|nièce|copine|copain|hermana|hermano|espos[oa]|marido|mujer|novi[oa]|sobrin[oa]|hij[oa]|amig[oa]|filh[oa]|namorad[oa]|figli[oa]|moglie|marito|cugin[oa]|zoon|dochter|abuel[oa]|tí[oa]|prim[oa]|irmão|irmã|av[óô]|vov[óô]|ti[oa]|nonn[oa]|zi[oa]|sorella|fratello|zus|broer|syster|bror|siostra|brat|babcia|dziadek|ciocia|wujek|(?:сестр|брат|тёт|тет|дяд|бабушк|дедушк|мам|пап|жен|муж|дочк|дочь|сын|подруг|друг)[\p{Script=Cyrillic}]{0,3}|hund|kater|katze)$/iu;

/** Whether a word says who somebody is to the speaker: "Oma"; people are called so too. */
export function isRelation(word: string): boolean {
  return kin.test(word);
}

/** Whether a word is a relation or a title before a name: "Schwester Annika", "Frau Wegener". */
export function isKin(word: string): boolean {
  return kin.test(word) || title.test(word);
}

/** Whether a word only addresses somebody, by the name behind it. */
export function isTitle(word: string): boolean {
  return title.test(word);
}
