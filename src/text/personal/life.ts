import { once } from '../../base/once.ts';
import { privateIn } from '../about/about.ts';
import { isRelation, namesToldIn } from '../told-names.ts';
import { namesPerson } from './people.ts';

/** A sentence with both is private: what it says of a person, and the day, sum or number that it gives. */
interface Rule {
  kind: string;
  says: RegExp;
  /** Absent: whatever stands there. */
  gives?: RegExp;
  /** It may have no digit. */
  isInWords?: true;
  /** What is typical, or a firm's, is nobody's own. */
  except?: RegExp;
}

const months =
  'jan|gen|f[eé]v|feb|m[aä]r|apr|a[bv]r|may|mai|mag|mei|maj|jun|jui|giu|jul|lug|aug|ao[uû]|ago|sep|set|o[ckt]t|out|nov|de[czs]|dic|déc|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек';
const day = () =>
  new RegExp(
    `(?:19|20)\\d\\d|\\d{1,2}[./-]\\d{1,2}(?!\\d)|\\d{1,2}\\s?[月월]|\\d{1,2}(?:\\.|º|er|st|nd|rd|th)? (?:of |de )?(?:${months})|(?<!\\p{L})(?:${months})\\p{L}{0,7}\\.? \\d`,
    'iu',
  );
const birth =
  /(?<!\p{L})(?:birthda(?:y|te)|date of birth|d\.?o\.?b(?!\p{L})|(?:was|is|were|am|i['’]m) born|geburts(?:tag|datum)|geboren|anniversaire|date de naissance|née? (?:le|en)|cumpleaños|fecha de nacimiento|nací|nació|aniversário|data de nascimento|nasc(?:i|eu)|compleanno|data di nascita|nat[oa] (?:il|nel)|verjaardag|geboorte|urodzin|urodz(?:ony|ona|ił)|födelsedag|fødselsdag|syntymäpäiv|doğum (?:gün|tarih))|рождени|родил(?:ся|ась)|誕生日|生年月日|生まれ|生日|出生|생일|생년월일|태어/iu;

const currencies = '[¥￥$€£₩₹₽]|usd|eur|jpy|gbp|chf|cny|krw';
const sum = () =>
  new RegExp(
    `(?:${currencies})\\s?\\d|\\d(?:[\\d.,'’ ]{0,15}\\d)?\\s?(?:k|mio\\.?|million|[千百十]?[万億萬]|만)?\\s?(?:${currencies}|yen|euros?|dollars?|pounds?|円|元|块|원|zł|руб|kr|reais|tl)(?!\\p{Ll})`,
    'iu',
  );
const typical = /\b(?:average|typical|median|per capita|moyen|revenue)|durchschnitt|平均/iu;
const money =
  /(?<!\p{L})(?:salar(?:y|ies)|wages?|paycheck|income|(?:i|he|she|we|they) earns?|allowance|pocket money|debts?|owes? |mortgage|(?:the |my |our |his |her |their )rent|loans?|savings|pension|(?:bank|savings|brokerage|my|our|his|her|their) (?:\p{L}{1,30} )?account|geh[aä]lt|lohn|einkommen|verdien(?:e|t|en)|taschengeld|schulde|kredit|hypothek|miete|rente|(?:giro|spar|bank)?konto|salaire|revenus|argent de poche|dettes?|loyer|hypothèque|sueldo|salario|ingresos|deudas?|alquiler|hipoteca|préstamo|mesada|salário|dívidas?|aluguel|empréstimo|stipendio|reddito|debit[oi]|affitto|mutuo|loon|salaris|inkomen|zakgeld|huur|hypotheek|pensj|wynagrodzeni|zarabia|czynsz|dług|kredyt|lön|inkomst|hyra|maaş|gelir|kira|borç)|(?<!\p{L})(?:зарплат|оклад|доход|долг|ипотек|кредит)|給料|給与|年収|月収|手取り|小遣い|家賃|借金|ローン|貯金|口座|残高|年金|工资|工資|薪水|年薪|月薪|收入|零花钱|房租|贷款|房贷|存款|월급|연봉|급여|용돈|월세|대출|빚/iu;

const street = () =>
  new RegExp(
    [
      // 12 Baker Street
      '(?<![\\p{L}\\p{N}.])\\d{1,5}[a-z]? (?:\\p{Lu}[\\p{L}.]+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Blvd|Terrace|Crescent)(?!\\p{L})',
      // Hauptstraße 5, Lange Straße 5, Prinsengracht 12, Storgatan 3
      '\\p{Lu}\\p{Ll}+(?:straße|strasse|str\\.|gasse|allee|(?<!Um|Aus)weg|(?:Markt|Rathaus|Kirch|Bahnhofs|Schloss)platz|straat|laan|gracht|plein|gatan|vägen|gade|katu) \\d{1,4}(?![\\d%.,]*\\d)',
      '\\p{Lu}\\p{Ll}+ (?:Straße|Strasse|Str\\.|Allee|Gasse|Caddesi|Sokak|Sokağı) (?:[Nn]o:? ?)?\\d',
      // 5 rue de la Paix, Calle Mayor 5, Rua Augusta, 100
      "\\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|allée|chemin|impasse|quai) (?:d[eu] |des |la |l[’'])*\\p{Lu}",
      '(?<!\\p{L})(?:[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo|[Rr]ua|[Pp]raça|[Vv]iale|[Pp]iazza|[Cc]orso|[Uu]l\\.|[Уу]л\\.|[Уу]лица) (?:d[eio]l?l?[ao]?s? )?\\p{Lu}[\\p{L} ]{1,30},? (?:n[.º°] ?|д\\. ?)?\\d',
      // 56 Nishikyo-ku, 左京区田中町1-2, 人民路12号, 강남구 테헤란로 12
      '\\p{L}-(?:cho|machi|ch[oō]me),? \\d|\\d,? \\p{Lu}\\p{Ll}+-(?:cho|machi|ku)(?!\\p{L})',
      '[市区町村]\\p{Script=Han}{1,12}[0-9０-９]{1,4}[-−ー－の][0-9０-９]|[0-9０-９一二三四五六七八九十]+(?:丁目|番地)|〒\\s?\\d{3}|[路街道巷弄][0-9]{1,5}[号號]|[구시군] ?\\p{Script=Hangul}{1,8}[로길] ?\\d',
      '(?:Anschrift|home address|住所|住址|집 주소|주소)(?:[:：]|は|是|ist|is)[^\\n]{0,40}[0-9０-９]',
    ].join('|'),
    'u',
  );

/** What a file on a patient says, and the labels of one. */
const patient =
  /(?<!\p{L})(?:patient(?:in|['’]s)? (?:profile|history|record|file|name|id)|medical history|(?:patient|kranken)(?:en)?(?:akte|geschichte)|dossier médical|historia clínica|prontuário|cartella clinica)(?!\p{L})|カルテ|既往歴|病歴|病历|病史|(?:^|\n|› )\W{0,4}(?:patient(?:in)?|diagnos(?:is|e|i)|diagnóstico|diagnostic|paciente|paziente|medications?|medikamente|allerg(?:y|ies|ien)|blood type|blutgruppe|диагноз|пациент|診断|患者|病名|処方|血液型|诊断|진단|환자)\W{0,4}[:：]/iu;

/** The kinds that are recognised, as marks name them. */
const rules = once((): readonly Rule[] => [
  { kind: 'health', says: patient, isInWords: true },
  { kind: 'dates of birth', says: birth, gives: day() },
  { kind: 'income and debts', says: money, gives: sum(), except: typical },
  { kind: 'street addresses', says: street() },
]);
/** Ends of sentences and lines; a title stands before its text. */
const ends = /(?<=[.!?] )|(?<=[。！？])|\n/u;

/** What every day, sum and address has; most texts have none. */
const digit = /[\d０-９]|丁目|番地/u;

const notOfWords = /[^\p{L}\p{M}]+/u;

/** What is private of somebody's life in a text, told by words and forms: kinds, some more than once. */
export function lifeKindsIn(text: string): string[] {
  const sentences = once(() => text.split(ends));
  const hasDigit = digit.test(text);
  const kinds = rules().flatMap(({ kind, says, gives, except, isInWords = false }) => {
    if (!(isInWords || hasDigit) || gives?.test(text) === false || !says.test(text)) return [];
    const isPrivate = (one: string) => gives?.test(one) && says.test(one) && !except?.test(one);
    return !gives || sentences().some(isPrivate) ? [kind] : [];
  });
  for (const one of sentences()) {
    const told = privateIn(one);
    if (told === 'health') kinds.push(told);
    const isOfFamily = told === 'family' || one.split(notOfWords).some(isRelation);
    // "Meine Schwester Yuki", "妹のユキ".
    if ((isOfFamily && namesPerson(one)) || namesToldIn(one).length > 0) kinds.push('names of people');
  }
  return kinds;
}
