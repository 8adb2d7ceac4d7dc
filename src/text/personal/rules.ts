import { once } from '../../base/once.ts';
import type { SecretRule } from '../secret-shapes.ts';
import * as check from './checks.ts';
import { health } from './health.ts';

/** The kinds of personal data that are recognised, as answers and marks name them. */
export const personalKinds = [
  'e-mail address',
  'telephone number',
  'IBAN',
  'card number',
  'national id',
  'health',
] as const;
export type PersonalKind = (typeof personalKinds)[number];

type PersonalRule = SecretRule & { kind: PersonalKind };

/** The endings of files (`icon@2x.png`) and of hosts that are nobody's. */
const noDomain =
  /\.(?:png|jpe?g|gif|svg|webp|[cm]?[jt]sx?|css|html?|json|md|py|sh|ya?ml|local|internal|invalid|test|example)$/i;
const isAddress = (address: string) =>
  !noDomain.test(address) &&
  !/^(?:git|no-?reply|donotreply)@/i.test(address) &&
  !/[@.]example\.(?:com|org|net)$/i.test(address);

/** A number of a form of its own, at no other number's edge. */
const id = (source: string, counts: (text: string) => boolean): PersonalRule => ({
  kind: 'national id',
  words: /\d/,
  pattern: new RegExp(`(?<![\\p{Lu}\\p{Ll}\\p{N}_]|\\d[-./])${source}(?![\\p{Lu}\\p{Ll}\\p{N}_]|[-.]\\d)`, 'gu'),
  counts,
});

/** A number that counts only behind the words for it: others are as likely to have its form. */
const idBehind = (words: string, source: string, counts: (text: string) => boolean): PersonalRule => ({
  kind: 'national id',
  words: new RegExp(words, 'iu'),
  pattern: new RegExp(
    `(?<![\\p{Lu}\\p{Ll}])(?:${words})[^\\d\\n]{0,40}(?<![\\d.-])(${source})(?![\\p{Lu}\\p{Ll}\\p{N}_]|[-.]\\d)`,
    'giu',
  ),
  counts,
});

const ids = (): PersonalRule[] => [
  id('\\d{3}-\\d{2}-\\d{4}', check.isSsn),
  idBehind('ssn|social security', '\\d{3} ?\\d{2} ?\\d{4}', check.isSsn),
  idBehind(
    'steuer-?(?:id(?:nr)?|identifikationsnummer|nummer)|idnr|tax id',
    '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}',
    check.isGermanTaxId,
  ),
  id('[12] ?\\d{2} ?\\d{2} ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}', check.isNir),
  id('(?:\\d{8}|[XYZ]-?\\d{7})-?[A-Z]', check.isDni),
  id('[A-Z]{6}\\d{2}[ABCDEHLMPRST]\\d{2}[A-Z]\\d{3}[A-Z]', check.isCodiceFiscale),
  idBehind('bsn|burgerservicenummer|sofinummer|citizen service number', '\\d{4}[. ]?\\d{2}[. ]?\\d{3}', check.isBsn),
  id('\\d{2}[0-389]\\d[0-3]\\d{6}', check.isPesel),
  id('\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', check.isCpf),
  idBehind('cpf', '\\d{11}', check.isCpf),
  id('[2-9]\\d{3} \\d{4} \\d{4}', check.isAadhaar),
  idBehind('aadhaar|aadhar|आधार|uidai', '[2-9]\\d{11}', check.isAadhaar),
  id('[1-9]\\d{5}(?:19|20)\\d{2}[01]\\d[0-3]\\d{4}[\\dXx]', check.isChineseId),
  id('\\d{2}[01]\\d[0-3]\\d-[1-8]\\d{6}', check.isKoreanId),
  id('(?:19|20)?\\d{2}[01]\\d[0-9]\\d[-+]\\d{4}', check.isPersonnummer),
  id('[0-3]\\d[01]\\d{3}[-+A-FU-Y]\\d{3}[0-9A-Y]', check.isHetu),
  id('\\d{2}\\.[01]\\d\\.[0-3]\\d-\\d{3}\\.\\d{2}', check.isBelgianId),
  id('756\\.\\d{4}\\.\\d{4}\\.\\d{2}', check.isAhv),
  id(
    '[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]',
    (text) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(text),
  ),
  idBehind('sin|social insurance', '\\d{3}[ -]?\\d{3}[ -]?\\d{3}', check.luhn),
  idBehind('south african id|sa id|id number|identity number', '\\d{10}[012][89]\\d', check.isSouthAfricanId),
  idBehind('t\\.?c\\.? ?kimlik(?: no| numaras[ıi])?|tckn', '[1-9]\\d{10}', check.isTurkishId),
];

/** Words behind which digits are a telephone number. */
const telephoneWords =
  'tel(?:ephone|efon\\p{L}{0,6}|éphone|éfono|efono|efone|efoon\\p{L}{0,6}|\\.)?|phone|mobile|mobil(?:e|nummer|telefon)?|handy(?:nummer)?|cell(?:phone)?|call|text|ring|whatsapp|signal|fax|rufnummer|portable|móvil|cellulare|celular|komórk\\p{L}{0,3}|puhelin\\p{L}{0,6}|телефон\\p{L}{0,3}|номер|電話(?:番号)?|电话|手机(?:号码?)?|携帯(?:番号)?|전화(?:번호)?|휴대폰';

const hasDigits = (least: number, most: number) => (text: string) => {
  const count = text.replace(/\D/g, '').length;
  return count >= least && count <= most;
};

const telephones = (): PersonalRule[] =>
  [
    // E.164, with the spaces, hyphens and brackets of people.
    { words: /\+/, pattern: /(?<![\p{Lu}\p{Ll}\p{N}_+])\+[1-9](?:[ ./()-]{0,2}\d){7,14}(?![\d:]|[.-]\d)/gu },
    {
      words: /00[1-9]/,
      pattern: /(?<![\p{Lu}\p{Ll}\p{N}_.-]|\d )00[1-9]\d{0,2}[ /-](?:[ ./()-]{0,2}\d){6,12}(?![\d:]|[.-]\d)/gu,
    },
    // North America.
    {
      words: /\d{4}/,
      pattern:
        /(?<![\p{Lu}\p{Ll}\p{N}_]|\d[-. ])(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])[2-9]\d{2}[-. ]\d{4}(?![\p{Lu}\p{Ll}\p{N}_]|[-.]\d)/gu,
    },
    // France, Japan, and the many with a zero before the area.
    {
      words: /0\d/,
      pattern: /(?<![\p{Lu}\p{Ll}\p{N}_]|\d[-. ])0[1-9](?:[ .]\d{2}){4}(?![\p{Lu}\p{Ll}\p{N}_]|[-. ]\d)/gu,
    },
    {
      words: /0\d/,
      pattern: /(?<![\p{Lu}\p{Ll}\p{N}_]|\d[-. ])0[1-9]\d{0,2}-\d{2,4}-\d{4}(?![\p{Lu}\p{Ll}\p{N}_]|[-.]\d)/gu,
    },
    {
      words: /0[1-9]/,
      pattern: /(?<![\p{Lu}\p{Ll}\p{N}_]|\d[-. ])0[1-9]\d{1,3}[ /]\d{6,8}(?![\p{Lu}\p{Ll}\p{N}_]|[-.]\d)/gu,
    },
    {
      words: new RegExp(telephoneWords, 'iu'),
      pattern: new RegExp(
        `(?<![\\p{Lu}\\p{Ll}])(?:${telephoneWords})(?!\\p{Ll}{3})[^\\d\\n+]{0,24}(?<![\\d.:-])(\\(?\\d(?:[ ./()-]{0,2}\\d){6,13})(?![\\p{Lu}\\p{Ll}\\p{N}_:]|[-.]\\d)`,
        'giu',
      ),
      // A year, a day or an address in the network is no number.
      counts: (text: string) =>
        hasDigits(7, 14)(text) && !/^(?:19|20)\d\d[-./]?\d\d[-./]?\d\d|^\d{1,3}(?:\.\d{1,3}){3}$/.test(text),
    },
  ].map((rule) => ({ kind: 'telephone number' as const, ...rule }));

/** Linear in the text, as the rules of secrets. Made when first asked for: V8 takes 25 ms for their classes of letters. */
export const personalRules = once((): readonly PersonalRule[] => [
  {
    kind: 'e-mail address',
    needle: '@',
    pattern:
      /(?<![\p{Lu}\p{Ll}\p{N}._%+'-])[\p{Lu}\p{Ll}\p{N}._%+'-]{1,64}@(?:[\p{Lu}\p{Ll}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{Lu}\p{Ll}\p{N}_:/-])/gu,
    counts: isAddress,
  },
  {
    kind: 'IBAN',
    words: /[A-Z]{2}\d{2}/,
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    counts: check.isIban,
  },
  {
    kind: 'card number',
    words: /\d{4}/,
    pattern: /(?<![\p{Lu}\p{Ll}\p{N}_]|\d[-. ])\d{4}(?:[ -]?\d{2,6}){2,5}(?![\p{Lu}\p{Ll}\p{N}_]|[-.]\d)/gu,
    counts: check.isCard,
  },
  ...ids(),
  ...telephones(),
  { kind: 'health', pattern: health() },
]);
