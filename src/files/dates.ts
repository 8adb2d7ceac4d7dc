/** The instant (ISO-8601 UTC) of a date that a text begins with, such as `2024-05-03` or `2024-05-03T10:00Z`. */
export function dateIn(text: string): string | undefined {
  const found =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?(?!\d)/.exec(text);
  if (!found) return undefined;
  const [, day, time = '00:00', zone = 'Z'] = found;
  return validInstant(`${day}T${time}${zone}`);
}

/** The instant of a number of seconds or milliseconds, or of a text that is a date; undefined when it is none. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return validInstant(Math.abs(value) < 1e11 ? value * 1_000 : value);
  }
  return typeof value === 'string' ? dateIn(value.trim()) : undefined;
}

function validInstant(value: string | number): string | undefined {
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString() : undefined;
}
