import * as z from 'zod';
import type { ErrorType } from './errors.ts';

/** Length in Unicode code points, the unit of every limit on text. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}

/** Key for comparing names without case. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** What makes two contents the same memory: Unicode composition and white space do not count, case and punctuation do. */
export function contentIdentity(content: string): string {
  return content.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** A rule's own error type; without one a broken rule is a ValidationError. */
export interface RuleParams {
  errorType: ErrorType;
}

/** Text of `min` to `max` code points, kept as given. */
export function text(max: number, min = 0) {
  return z
    .string()
    .check((ctx) => {
      const length = codePoints(ctx.value);
      if (length >= min && length <= max) return;
      const rule = min === 0 ? `at most ${max}` : `${min} to ${max}`;
      ctx.issues.push({ code: 'custom', input: ctx.value, message: `must be ${rule} characters long, not ${length}` });
    })
    .meta(min === 0 ? { maxLength: max } : { minLength: min, maxLength: max });
}

/** A one-line label such as a name or tag: trimmed, composed (NFC), without control characters, 1 to `max` code points. */
export function label(max: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .check((ctx) => {
      const length = codePoints(ctx.value);
      const fault =
        length < 1 || length > max
          ? `must be 1 to ${max} characters long, not ${length}`
          : /\p{Cc}/u.test(ctx.value)
            ? 'must not contain control characters'
            : undefined;
      if (fault) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault });
    })
    .meta({ minLength: 1, maxLength: max });
}

/** A set of labels: repetitions count once. */
export function uniqueLabels(max: number, labelMax: number) {
  return z
    .array(label(labelMax))
    .max(max)
    .overwrite((given) => [...new Set(given)]);
}

/** ISO-8601 instant, with `Z` or an offset. */
export const instant = z.iso.datetime({ offset: true });

/** Milliseconds since the epoch → the wire's ISO-8601 UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The UTC day of a time (ms), such as 2026-01-31. */
export function utcDay(ms: number): string {
  return iso(ms).slice(0, 10);
}
