/** What tells a generated or chosen secret from words, placeholders, code and numbers. */

const hasDigit = (text: string) => /\d/.test(text);

/** Upper-case, lower-case letters and digits. */
export const isMixed = (text: string) => hasDigit(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);

/** Whether the value is a placeholder (xxx, <key>, changeme), not a secret. */
export function isPlaceholder(value: string): boolean {
  return (
    /^(?:[x*.•_-]+|<.*|\$.*|%.*%|\{.*|\[.*|your.*|my[_-].*|pass(?:word|wd)?|secret|user|changeme|change-me|example.*|placeholder|redacted|dummy|process\.env.*|os\.environ.*|env[.:].*)$/i.test(
      value,
    ) ||
    /^(?:https?:\/\/|\.{0,2}\/|~\/|[A-Z]:\\)/i.test(value) ||
    /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value) ||
    /^v?\d+(?:[.:/-]\d+)+(?:[TZ+.:\d-]*)$/i.test(value) ||
    /^(?:2fa|mfa|totp|md5|sha-?\d+|bcrypt|argon2\w{0,2}|base64|utf-?8|1password|oauth2?|s3|k8s|ssh|wpa\d|pbkdf2|rfc\d+)(?:[-./]\w+)*$/i.test(
      value,
    ) ||
    /^\d+(?:st|nd|rd|th|-?[a-z]+)$/i.test(value) ||
    // Code: `getToken2(x)`, `config.db2.password`, `DB_PASSWORD_2`.
    /^[A-Za-z_$][\w.$]*[([{]/.test(value) ||
    /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) ||
    /^[A-Z]+(?:_[A-Z0-9]+)+$/.test(value)
  );
}

const trimmed = (value: string) => value.replace(/(?<![.,;:!?)\]…])[.,;:!?)\]…]+$/u, '');

/** A typical password: letters with digits or strong signs, or digits alone; never a plain word. */
export function looksLikePassword(given: string): boolean {
  const value = trimmed(given);
  if (value.length < 4 || isPlaceholder(value)) return false;
  if (/^\d+$/.test(value)) return true;
  if (!/\p{L}/u.test(value)) return value.length >= 8 && /[!@#$%^&*+=?~|]/.test(value);
  if (/\s/.test(value)) return value.split(/\s+/).length >= 4 || (hasDigit(value) && value.length >= 8);
  if (hasDigit(value) || /[!@#$%^&*+=?~|]/.test(value)) return true;
  return value.split('-').length >= 4 && value.split('-').every((part) => /^\p{L}{3,}$/u.test(part));
}

/** Generated values: long, letters and digits mixed, hardly any repeated character. */
export function looksLikeKey(given: string): boolean {
  const value = trimmed(given);
  return (
    value.length >= 12 &&
    !/\s/.test(value) &&
    hasDigit(value) &&
    /[A-Za-z]/.test(value) &&
    !isPlaceholder(value) &&
    entropy(value) >= 3
  );
}

/** Shannon entropy in bits a sign; Shannon 1948. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
