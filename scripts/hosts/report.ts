import type { Seen } from './check.ts';
import type { Driver } from './driver.ts';

/** One host that passed. */
export interface Passed extends Seen {
  host: Driver;
  version: string;
}

const head = [
  'host',
  'package',
  'its own list says',
  'the model calls',
  'given at the start',
  'given at the prompt',
  'captured by the hook',
];

function row({ host, version, listed, tool }: Passed): string[] {
  const atStart = host.startsInSilence ? 'no hook without a terminal' : 'yes';
  return [host.name, `\`${host.package}@${version}\``, listed, `\`${tool}\``, atStart, 'yes', 'yes'];
}

/** The results of the check, as a table in Markdown. */
export function checkedTable(passed: readonly Passed[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...passed.map((one) => line(row(one)))].join('\n');
}

/** A document with the table in place of what is between `<!-- checked -->` and `<!-- end -->`. */
export function withChecked(document: string, table: string): string {
  const section = /(<!-- checked -->\n)[\s\S]*?(<!-- end -->)/u;
  if (!section.test(document)) throw new Error('the document has no place for what was checked');
  return document.replace(section, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`);
}
