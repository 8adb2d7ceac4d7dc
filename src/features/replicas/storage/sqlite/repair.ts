import type { Database } from '../../../../base/sqlite.ts';
import { emptyProfile, type Profile, storedProfile } from '../../../../domain/character.ts';
import { contentFault, maxContentLength } from '../../../../domain/memory.ts';
import { instantMs, mended } from '../../../../domain/text.ts';
import { contentKey } from '../../../../text/content-key.ts';
import { canonical, detailsAfter, fieldsOf, validFields } from '../../domain/replicated-character.ts';
import { maxNumber } from '../../domain/replication.ts';

// Earlier versions took from servers and shared folders what no store should hold: times without a name, texts that can't
// be shown, profiles of another kind, numbers that leave no room for the next. This finds such rows, and mends them.

/** Rows of one fault. */
export interface Repair {
  what: string;
  rows: number;
}

interface Rule {
  what: string;
  table: string;
  /** The broken rows. */
  where: string;
  /** What an UPDATE sets; undefined: the rows are deleted. */
  set: string | undefined;
}

const maxName = 200;
const isOddTime = (column: string) => `(${column} IS NOT NULL AND is_odd_time(${column}))`;
const time = (column: string, other = '@now') =>
  `${column} = CASE WHEN ${isOddTime(column)} THEN ${other} ELSE ${column} END`;
const isOddSalience = `(typeof(salience) NOT IN ('real', 'integer') OR salience NOT BETWEEN 0 AND 1)`;
const fitSalience = `salience = CASE WHEN typeof(salience) NOT IN ('real', 'integer') THEN 0.5 ELSE min(max(salience, 0), 1) END`;
const names = ['changed_by', 'client', 'category', 'batch'];

/** In the order in which they are mended. */
const rules: readonly Rule[] = [
  {
    what: 'times of memories',
    table: 'memories',
    where: ['created_at', 'updated_at', 'occurred_at'].map(isOddTime).join(' OR '),
    set: `${time('created_at')}, ${time('updated_at')}, ${time('occurred_at')}, index_version = 0`,
  },
  { what: 'times of changes', table: 'revisions', where: isOddTime('created_at'), set: time('created_at') },
  {
    what: 'times of characters',
    table: 'characters',
    where: ['last_memory_at', 'created_at', 'updated_at'].map(isOddTime).join(' OR '),
    set: `${time('last_memory_at')}, ${time('created_at')}, ${time('updated_at')}`,
  },
  { what: 'weights of memories', table: 'memories', where: isOddSalience, set: fitSalience },
  { what: 'weights of changes', table: 'revisions', where: isOddSalience, set: fitSalience },
  {
    what: 'names in changes',
    table: 'revisions',
    where: names.map((one) => `(${one} IS NOT NULL AND ${one} <> fit_name(${one}))`).join(' OR '),
    set: names.map((one) => `${one} = fit_name(${one})`).join(', '),
  },
  {
    what: 'sessions of memories',
    table: 'memories',
    where: 'session_id IS NOT NULL AND session_id <> fit_name(session_id)',
    set: 'session_id = fit_name(session_id)',
  },
  {
    what: 'texts of memories',
    table: 'memories',
    where: 'is_odd_content(content)',
    set: 'content = fit_content(content, no), content_key = content_key(fit_content(content, no)), index_version = 0',
  },
  {
    what: 'texts of changes',
    table: 'revisions',
    where: 'is_odd_content(content)',
    set: 'content = fit_content(content, memory_no)',
  },
  {
    what: 'profiles',
    table: 'characters',
    where: 'profile <> fit_profile(profile)',
    set: 'profile = fit_profile(profile)',
  },
  {
    what: 'numbers of shared folders',
    table: 'bundles',
    where: `max(read_number, written_number) > ${maxNumber}`,
    set: 'read_number = 0, written_number = 0',
  },
  { what: 'memories merged into themselves', table: 'merged_memories', where: 'id = into_id', set: undefined },
];

/** What `repairStore` would mend; changes nothing. */
export function findRepairs(sqlite: Database): Repair[] {
  declare(sqlite);
  return [...rules, numbers].flatMap(({ what, table, where }) => {
    const { rows } = sqlite.prepare(`SELECT count(*) AS rows FROM ${table} WHERE ${where}`).get() as { rows: number };
    return rows === 0 ? [] : [{ what, rows }];
  });
}

/** Mends all in one transaction. Texts that are too long are cut, times become `now`. */
export function repairStore(sqlite: Database, now: number): Repair[] {
  const found = findRepairs(sqlite);
  const mend = sqlite.transaction(() => {
    renumber(sqlite);
    for (const { table, where, set } of rules) {
      const sql =
        set === undefined ? `DELETE FROM ${table} WHERE ${where}` : `UPDATE ${table} SET ${set} WHERE ${where}`;
      if (sql.includes('@now')) sqlite.prepare(sql).run({ now });
      else sqlite.prepare(sql).run();
    }
  });
  mend.immediate();
  return found;
}

const numbers = { what: 'numbers of changes', table: 'memories', where: `revision > ${maxNumber}` };

/** Numbers the revisions of such memories anew. A replica compares the whole memory with its server again. */
function renumber(sqlite: Database): void {
  const broken = sqlite.prepare(`SELECT no FROM memories WHERE ${numbers.where}`).pluck().all() as number[];
  const first = sqlite
    .prepare('SELECT min(revision) FROM revisions WHERE memory_no = ? AND revision > ?')
    .pluck()
    .safeIntegers();
  const move = sqlite.prepare('UPDATE revisions SET revision = ? WHERE memory_no = ? AND revision = ?');
  for (const no of broken) {
    let count = 0;
    for (let next = first.get(no, count); next !== null; next = first.get(no, count)) {
      count += 1;
      move.run(count, no, next);
    }
    sqlite.prepare('UPDATE memories SET revision = ? WHERE no = ?').run(count, no);
    sqlite.prepare('UPDATE piece_memories SET revision = ? WHERE memory_no = ?').run(count, no);
    sqlite.prepare('DELETE FROM replica_memories WHERE memory_no = ?').run(no);
  }
}

function declare(sqlite: Database): void {
  const add = (name: string, answer: (...given: never[]) => unknown) =>
    sqlite.function(name, { deterministic: true, varargs: true, safeIntegers: false }, answer as () => unknown);
  add('is_odd_time', (ms: unknown) => Number(!instantMs.safeParse(ms).success));
  add('fit_name', (name: unknown) => fitting(String(name), maxName));
  add('is_odd_content', (content: unknown) => Number(contentFault(String(content)) !== undefined));
  add('fit_content', (content: unknown, no: unknown) => fitContent(String(content), Number(no)));
  add('content_key', (content: unknown) => contentKey(String(content)));
  add('fit_profile', (profile: unknown) => fitProfile(String(profile)));
}

const fitting = (text: string, most: number): string => [...mended(text)].slice(0, most).join('');

/** The number tells it apart from a memory that has the mended text already. */
function fitContent(content: string, no: number): string {
  if (contentFault(content) === undefined) return content;
  const end = ` (mended, ${no})`;
  return fitting(content, maxContentLength - end.length).trimEnd() + end;
}

/** Without fields that `update_profile` would refuse. */
function fitProfile(json: string): string {
  const nothing = { tags: [], aliases: [] };
  const stored = JSON.parse(json) as Profile;
  const { fields } = validFields(fieldsOf({ ...nothing, profile: storedProfile(json) }, []));
  const profile = detailsAfter({ ...nothing, profile: emptyProfile }, fields)?.profile ?? emptyProfile;
  return canonical(profile) === canonical(stored) ? json : JSON.stringify(profile);
}
