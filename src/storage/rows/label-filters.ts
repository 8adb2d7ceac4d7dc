import type { LabelFilters } from '../../domain/label-filters.ts';

/** How an engine reads `memories.tags` and `memories.metadata`; each element or entry is `label`. */
export interface LabelSql {
  /** A table with the column `value`. */
  tags: string;
  /** One with `key` and `value`. */
  entries: string;
  /** Whether the value is one of a JSON list. */
  isAmong: (list: string) => string;
  /** Whether it is a text, or a number, and how it compares. */
  text: (operator: string, bound: string) => string;
  number: (operator: string, bound: string) => string;
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** @param put makes a value a parameter; in the order in which the conditions name them */
export function labelConditions(
  { tags, metadata = {} }: LabelFilters,
  sql: LabelSql,
  put: (value: string | number) => string,
): string[] {
  const isTag = (list: readonly string[]) =>
    `EXISTS (SELECT 1 FROM ${sql.tags} WHERE ${sql.isAmong(put(JSON.stringify(list)))})`;
  const ofTags = () => {
    if (tags === undefined) return [];
    if (Array.isArray(tags)) return tags.map((one) => isTag([one]));
    if ('in' in tags) return [isTag(tags.in)];
    return [`CASE WHEN memories.tags IS NULL THEN 0 ELSE 1 END = ${put(Number(tags.exists))}`];
  };
  const byTags = ofTags();
  const byEntries = Object.entries(metadata).map(([key, given]) => {
    const { equals, in: list, exists, ...bounds } = typeof given === 'object' ? given : { equals: given };
    const conditions = [`label.key = ${put(key)}`];
    for (const values of [equals === undefined ? undefined : [equals], list]) {
      if (values) conditions.push(sql.isAmong(put(JSON.stringify(values))));
    }
    for (const [name, operator] of Object.entries(operators)) {
      const bound = bounds[name as keyof typeof bounds];
      if (bound !== undefined)
        conditions.push((typeof bound === 'string' ? sql.text : sql.number)(operator, put(bound)));
    }
    return `${exists === false ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${sql.entries} WHERE ${conditions.join(' AND ')})`;
  });
  return [...byTags, ...byEntries];
}
