import type { Setting } from '../src/settings/setting.ts';
import { defaultOf, settings } from '../src/settings/settings.ts';

const tables: Record<string, () => string> = {
  ai: () => {
    const rows = ofGroup('ai').map(([name, one]) => [`\`${name}\``, defaultOf(one), one.meaning]);
    return table([['variable', 'default', 'meaning'], ...rows]);
  },
  others: () => {
    const rows = ofGroup(undefined).map(([name, one]) => {
      return [`\`${name}\``, defaultOf(one), one.readBy.join(', '), one.meaning];
    });
    return table([['variable', 'default', 'read by', 'meaning'], ...rows]);
  },
};

function ofGroup(group: Setting['group']): [string, Setting][] {
  return Object.entries<Setting>(settings).filter(([, one]) => one.group === group);
}

function table([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** A document with what is between `<!-- settings NAME -->` and `<!-- end -->` replaced by that table. */
export function withSettings(document: string): string {
  return document.replaceAll(
    /(<!-- settings (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const make = tables[name];
      if (!make) throw new Error(`there is no table of settings called ${name}`);
      return `${start}${make()}\n${end}`;
    },
  );
}
