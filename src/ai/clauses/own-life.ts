import { once } from '../../base/once.ts';
import { familyWords } from '../../text/about/family.ts';
import { cjk } from './cue-classes.ts';
import { plain } from './cue-rules.ts';

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

const european = familyWords.map(({ have, my, who, years: [years, months], am }): Language => {
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
