/** The text with the decimal digits of every script in ASCII: ٢٠٢٤ becomes 2024. */
export function asciiDigits(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.replace(/(?![0-9])\p{Nd}/gu, digitOf) : text;
}

/** Unicode has the ten digits of a script in order (The Unicode Standard, section 4.6), the mathematical ones in runs of ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
