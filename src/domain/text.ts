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

/** Texts in the order of their UTF-8 bytes, which is that of their code points and of an engine's index. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Says how many characters of a text are left out, and where it is whole. */
export function moreOf(count: number, source: string): string {
  return `… ${count.toLocaleString('en')} more characters: ${source}`;
}

/*
 * The rules for stored text: well-formed Unicode, no control characters except tabs and line ends. Other texts of agents,
 * people and models are refused (`textFault`). Texts of documents are repaired (`mended`). So every stored text survives
 * export and import unchanged, but for its line ends: documents have line feeds.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no text holds
const control = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/;
const controls = new RegExp(control, 'g');

/** The pattern for text in published schemas. */
export const textPattern = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$';
const lineCharacter = '[^\\x00-\\x1f\\x7f-\\x9f]';
/** A line that is not blank. */
export const linePattern = `^${lineCharacter}*[^\\s\\x00-\\x1f\\x7f-\\x9f]${lineCharacter}*$`;

/** Converts line endings to line feeds. */
export function withLineFeeds(given: string): string {
  return given.includes('\r') ? given.replace(/\r\n?/g, '\n') : given;
}

/** Why a text can't be stored, whatever it is for; undefined when it can. */
export function textFault(given: string): string | undefined {
  if (!given.isWellFormed()) return 'is not well-formed Unicode: it holds a lone surrogate';
  const [found] = control.exec(given) ?? [];
  if (found === undefined) return undefined;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `must not hold the control character U+${code}`;
}

/** Whether a text of another program that is compared exactly can be stored unchanged. */
export function isStorable(given: string): boolean {
  return textFault(given) === undefined;
}

/** Repairs a document's text for storing: line endings become line feeds, control characters are removed. */
export function mended(given: string): string {
  const lines = withLineFeeds(given.toWellFormed());
  return control.test(lines) ? lines.replace(/[\v\f\x85]/g, '\n').replace(controls, '') : lines;
}

const maxMarks = 30;
const furtherMarks = new RegExp(`\\p{M}{${maxMarks}}(?=\\p{M})`, 'gu');
const graphemeJoiner = '\u034f';
/** Signs that may have another form: all but those of ASCII. */
const composable = /[^\n\r\t -~]/;

/**
 * Normalises a text in linear time. Long runs of combining marks would take quadratic time, so runs over 30, which no
 * writing system has, are broken by an invisible joiner (the Stream-Safe Text Format of Unicode Standard Annex #15).
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (!composable.test(text)) return text;
  const safe = text.length > maxMarks ? text.replace(furtherMarks, `$&${graphemeJoiner}`) : text;
  return safe.normalize(form);
}

/** How tenants and members are looked up and compared by name: exactly, as composed text. */
export function exactName(reference: string): string {
  return reference.trim().normalize('NFC');
}

/** Key for comparing names without case. */
export function foldCase(text: string): string {
  return normalized(text, 'NFC').toLowerCase();
}

/**
 * The identity of a content: two memories with equal identities are the same. It ignores Unicode composition and white
 * space, but not case and punctuation.
 */
export function contentIdentity(content: string): string {
  return normalized(content, 'NFC').replace(/\s+/gu, ' ').trim();
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** A rule's own error type; without one a broken rule is a ValidationError. */
export interface RuleParams {
  errorType: ErrorType;
}

/** Text of `min` to `max` code points, unchanged. */
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

/** As `text`, for one inside a document: the gate has not looked at it. */
export function storableText(max: number, min = 0) {
  return text(max, min).check(refuseFault);
}

/** Refuses a text that can't be stored. */
export function refuseFault(ctx: z.core.ParsePayload<string>): void {
  const fault = textFault(ctx.value);
  if (fault) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault });
}

/**
 * Composing shortens a text at most by this factor, in UTF-16 units. Longer texts are refused before composing, which
 * takes quadratic time on a run of combining marks.
 */
const composition = 4;

/** Whether a text is short enough to be a name of `max` code points in any composition. Takes constant time. */
export function fitsName(given: string, max: number): boolean {
  return given.length <= max * composition;
}

/** A name or id in any composition. Refused if longer than any name of `max` code points can be. */
export function reference(max: number) {
  return z
    .string()
    .min(1)
    .check((ctx) => {
      if (fitsName(ctx.value, max)) return;
      ctx.issues.push({ code: 'custom', input: ctx.value, message: `must be at most ${max} characters long` });
    });
}

/** A one-line label such as a name or tag: trimmed, composed (NFC), 1 to `max` code points. */
export function label(max: number) {
  return z
    .string()
    .check((ctx) => {
      if (fitsName(ctx.value, max)) return;
      ctx.issues.push({ code: 'custom', input: ctx.value, message: `must be 1 to ${max} characters long` });
    })
    .trim()
    .normalize('NFC')
    .check((ctx) => {
      const length = codePoints(ctx.value);
      const fault =
        length < 1 || length > max
          ? `must be 1 to ${max} characters long, not ${length}`
          : /[\t\n]/.test(ctx.value)
            ? 'must be one line without tabs'
            : undefined;
      if (fault) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault });
    })
    .meta({ minLength: 1, maxLength: max, pattern: linePattern });
}

/** A name as a column of a line: it contains no separator of columns or lines. */
export function asColumn(name: string): string {
  return name
    .replaceAll('|', '\uFF5C')
    .replaceAll(']', '\uFF3D')
    .replace(/[\n\r\v\f\u0085\u2028\u2029]/g, ' ');
}

/** A text as an item of a list: each further line has a mark, so that none looks like an item, a heading or a legend. */
export function asItem(text: string): string {
  return text.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '$&  > ');
}

/** A set of labels without repetitions. */
export function uniqueLabels(max: number, labelMax: number) {
  return z
    .array(label(labelMax))
    .max(max)
    .overwrite((given) => [...new Set(given)]);
}

const firstTime = Date.parse('0001-01-01T00:00:00.000Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether ISO-8601 names a time (ms) with a year of four digits, in UTC. */
export function isNameable(ms: number): boolean {
  return ms >= firstTime && ms <= lastTime;
}

const nameable = { message: 'must be in the years 0001 to 9999 (UTC)' };

/** ISO-8601 instant, with `Z` or an offset. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((given) => Number.isNaN(Date.parse(given)) || isNameable(Date.parse(given)), nameable);

/** The same in milliseconds since the epoch. */
export const instantMs = z.int().refine(isNameable, nameable);

/** Milliseconds since the epoch → the wire's ISO-8601 UTC. A time that has no name there becomes the nearest one. */
export function iso(ms: number): string {
  return new Date(Math.min(Math.max(Number.isNaN(ms) ? 0 : ms, firstTime), lastTime)).toISOString();
}

export const dayMs = 86_400_000;

/** The UTC day of a time (ms), such as 2026-01-31. */
export function utcDay(ms: number): string {
  return iso(ms).slice(0, 10);
}

/** When (ms) the UTC day of a point in time (ms) begins. */
export function startOfUtcDay(ms: number): number {
  return ms - (ms % (24 * 60 * 60_000));
}
