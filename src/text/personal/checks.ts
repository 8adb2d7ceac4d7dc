/** Checksums and forms of identity, bank and card numbers. Each takes a number as it was written, with its separators. */

const digitsOf = (text: string): number[] => [...text.replace(/\D/g, '')].map(Number);
const plain = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** The sum of digits times weights. */
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);

/** Whether digits are more than one repeated: 000…0 passes most checksums. */
const areVaried = (digits: readonly number[]) => new Set(digits).size > 1;

/** ISO/IEC 7812-1, annex B (Luhn). */
export function luhn(text: string): boolean {
  const digits = digitsOf(text).toReversed();
  const sum = digits.reduce(
    (total, digit, i) => total + (i % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
    0,
  );
  return areVaried(digits) && sum % 10 === 0;
}

/** Verhoeff 1969: the dihedral group of ten elements, and its permutation. */
export function verhoeff(text: string): boolean {
  const times = (a: number, b: number) => {
    if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
    return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5;
  };
  const permuted = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const digits = digitsOf(text);
  const sum = digits.toReversed().reduce((total, digit, place) => {
    let moved = digit;
    for (let i = 0; i < place % 8; i++) moved = permuted[moved] as number;
    return times(total, moved);
  }, 0);
  return areVaried(digits) && sum === 0;
}

/** ISO/IEC 7064, MOD 11,10. */
function mod1110(digits: readonly number[]): boolean {
  const product = digits.slice(0, -1).reduce((rest, digit) => (((rest + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === digits.at(-1);
}

/** The remainder of a decimal number of any length. */
function remainder(decimal: string, by: number): number {
  let rest = 0;
  for (const digit of decimal) rest = (rest * 10 + Number(digit)) % by;
  return rest;
}

/** Whether there is such a day; a year of two digits means any century. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const partOf = (text: string, from: number, length = 2) => Number(text.slice(from, from + length));

/** Lengths of the countries of ISO 13616, the SWIFT registry of IBANs. */
const ibanLengths = new Map(
  (
    'NO15 BE16 DK18 FI18 FO18 GL18 NL18 SD18 FK18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 MN20 CH21 HR21 LI21 LV21 ' +
    'BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 TL23 SO23 OM23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 ' +
    'SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 AZ28 AL28 DO28 GT28 HU28 LB28 PL28 BY28 CY28 NI28 SV28 PS29 BR29 QA29 KW30 ' +
    'JO30 MU30 UA29 EG29 MT31 SC31 LC32 RU33 FR27 GR27 IT27 MC27 MR27 SM27 BI27 DJ27'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

/** ISO 13616: the length of the country, and 1 modulo 97. Longer texts that begin with one count too. */
export function isIban(text: string): boolean {
  const iban = plain(text);
  if (iban.length !== ibanLengths.get(iban.slice(0, 2))) return false;
  const moved = iban.slice(4) + iban.slice(0, 4);
  return (
    remainder(
      moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)),
      97,
    ) === 1
  );
}

/** The beginnings and lengths of the card networks, and Luhn. */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const isNetwork =
    /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}|35(?:2[89]|[3-8]\d)\d{12}|(?:50|5[6-9]|6[37])\d{10,17})$/.test(
      digits,
    );
  return isNetwork && luhn(digits);
}

/** United States: no area 000, 666 or 9xx, no group 00, no serial 0000 (Social Security Administration). */
export function isSsn(text: string): boolean {
  return (
    /^(?!000|666|9)\d{3}\D?(?!00)\d{2}\D?(?!0000)\d{4}$/.test(text) && !/^(?:078-?05-?1120|219-?09-?9999)$/.test(text)
  );
}

/** Germany, Steuer-IdNr: one of the first ten digits is there twice or three times, and MOD 11,10. */
export function isGermanTaxId(text: string): boolean {
  const digits = digitsOf(text);
  const counts = digits.slice(0, 10).map((digit) => digits.slice(0, 10).filter((one) => one === digit).length);
  const repeated = new Set(digits.slice(0, 10).filter((_, i) => (counts[i] ?? 0) > 1));
  return digits[0] !== 0 && repeated.size === 1 && Math.max(...counts) <= 3 && mod1110(digits);
}

/** France, NIR: sex, month, and a key of 97 minus the rest; 2A and 2B are Corsica. */
export function isNir(text: string): boolean {
  const nir = plain(text);
  const month = partOf(nir, 3);
  const number = nir.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return (
    ((month >= 1 && month <= 12) || month >= 20) &&
    /^\d{13}$/.test(number) &&
    97 - remainder(number, 97) === partOf(nir, 13)
  );
}

/** Spain, DNI and NIE: the letter is the rest modulo 23. */
export function isDni(text: string): boolean {
  const id = plain(text);
  const number = id.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] === id.at(-1);
}

/** Italy, codice fiscale: the last letter is the sum of the values of odd and even places, modulo 26. */
export function isCodiceFiscale(text: string): boolean {
  const code = plain(text);
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  const worthOf = (sign: string) => (/\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65);
  const sum = [...code.slice(0, 15)].reduce(
    (total, sign, i) => total + (i % 2 === 0 ? (odd[worthOf(sign)] as number) : worthOf(sign)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === code.at(-1);
}

/** The Netherlands, BSN: weights 9 to 2, and -1. */
export function isBsn(text: string): boolean {
  const digits = digitsOf(text);
  return areVaried(digits) && weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** Poland, PESEL: a day whose month tells the century, and a check digit. */
export function isPesel(text: string): boolean {
  const month = partOf(text, 2) % 20;
  const sum = weighted(digitsOf(text), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]);
  return month <= 12 && isDay(partOf(text, 0), month, partOf(text, 4)) && sum % 10 === 0;
}

/** Brazil, CPF: two check digits modulo 11. */
export function isCpf(text: string): boolean {
  const digits = digitsOf(text);
  const check = (count: number) =>
    ((weighted(
      digits,
      Array.from({ length: count }, (_, i) => count + 1 - i),
    ) *
      10) %
      11) %
      10 ===
    digits[count];
  return areVaried(digits) && check(9) && check(10);
}

/** India, Aadhaar: it does not begin with 0 or 1; Verhoeff. */
export function isAadhaar(text: string): boolean {
  return /^[2-9]/.test(text) && verhoeff(text);
}

/** China, GB 11643: a day of birth, and ISO/IEC 7064 MOD 11-2. */
export function isChineseId(text: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const isBirth = isDay(partOf(text, 6, 4), partOf(text, 10), partOf(text, 12));
  return isBirth && '10X98765432'[weighted(digitsOf(text.slice(0, 17)), weights) % 11] === text.at(-1)?.toUpperCase();
}

/** Korea: a day of birth, and a digit for sex and century; newer numbers have no checksum. */
export function isKoreanId(text: string): boolean {
  return isDay(partOf(text, 0), partOf(text, 2), partOf(text, 4));
}

/** Sweden: a day of birth, or with 60 added of a co-ordination number, and Luhn. */
export function isPersonnummer(text: string): boolean {
  const number = text.replace(/\D/g, '').slice(-10);
  return isDay(partOf(number, 0), partOf(number, 2), partOf(number, 4) % 60) && luhn(number);
}

/** Finland: a day of birth, and a sign of the rest modulo 31. */
export function isHetu(text: string): boolean {
  const sign = '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(text.slice(0, 6) + text.slice(7, 10)) % 31];
  return isDay(partOf(text, 4), partOf(text, 2), partOf(text, 0)) && sign === text.at(-1)?.toUpperCase();
}

/** Belgium: 97 minus the rest modulo 97; from 2000 on with a 2 before it. */
export function isBelgianId(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const check = partOf(digits, 9);
  return ['', '2'].some((century) => 97 - remainder(century + digits.slice(0, 9), 97) === check);
}

/** Switzerland, AHV: EAN-13 with the prefix 756. */
export function isAhv(text: string): boolean {
  return weighted(digitsOf(text), [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

/** South Africa: a day of birth, and Luhn. */
export function isSouthAfricanId(text: string): boolean {
  return isDay(partOf(text, 0), partOf(text, 2), partOf(text, 4)) && luhn(text);
}

/** Turkey: two check digits. */
export function isTurkishId(text: string): boolean {
  const digits = digitsOf(text);
  const [odd, even] = [0, 1].map((from) =>
    digits
      .slice(0, 9)
      .filter((_, i) => i % 2 === from)
      .reduce((a, b) => a + b, 0),
  );
  const tenth = ((((odd ?? 0) * 7 - (even ?? 0)) % 10) + 10) % 10;
  return digits[0] !== 0 && tenth === digits[9] && digits.slice(0, 10).reduce((a, b) => a + b, 0) % 10 === digits[10];
}
