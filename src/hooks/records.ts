import { isObject, type Json, parsed } from './json.ts';

/** The JSON objects of a line. */
export interface Records {
  records: Json[];
  /** Some of the line is neither JSON nor blank. */
  isBroken: boolean;
}

/** Each character of a broken line is looked at this often at most: once for each unfinished object around it. */
const maxLooks = 32;

/**
 * Reads a line of JSON. Crashes and two writers at once leave NULs, a byte order mark, two records without a newline, or
 * a record that was cut and then a whole one; the whole records of such a line are read as well.
 */
export function recordsIn(line: string): Records {
  const value = parsed(line);
  if (value !== undefined) return { records: isObject(value) ? [value] : [], isBroken: false };
  const text = line.replaceAll('\0', '').replaceAll('\uFEFF', '');
  const records: Json[] = [];
  let read = 0;
  let isBroken = false;
  let left = text.length * maxLooks;
  for (const { index } of text.matchAll(/\{\s{0,9}"/g)) {
    if (index < read || left <= 0) continue;
    const end = endOfObject(text, index);
    left -= (end ?? text.length) - index;
    if (end === undefined || (isWithin(text, index) && !isLast(text, end))) continue;
    const record = parsed(text.slice(index, end));
    if (!isObject(record)) continue;
    isBroken ||= text.slice(read, index).trim() !== '';
    records.push(record);
    read = end;
  }
  return { records, isBroken: isBroken || text.slice(read).trim() !== '' };
}

/** Whether an object is the value of a field or in a list: it may be a part of a record that was cut. */
function isWithin(text: string, start: number): boolean {
  return /[:,[]\s{0,9}$/.test(text.slice(Math.max(0, start - 10), start));
}

function isLast(text: string, end: number): boolean {
  return /^\s{0,9}(?:\{|$)/.test(text.slice(end, end + 10));
}

/** The position behind an object; undefined if it is not closed. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let i = start; i < text.length; i++) {
    const sign = text[i];
    if (isString && sign === '\\') i++;
    else if (sign === '"') isString = !isString;
    else if (isString) continue;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}
