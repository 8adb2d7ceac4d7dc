import { printable } from '../src/base/printable.ts';
import { actionOf, type Done } from '../src/hosts/setup/carry-out.ts';
import { diffOf } from '../src/hosts/setup/show.ts';
import type { Problem, Workspace } from '../src/hosts/setup/workspace.ts';
import { table } from './terminal/print.ts';

const words = { create: 'created', change: 'changed', delete: 'deleted' } as const;

/** The files that a dry run would change. */
export function plannedFiles({ drafts }: Workspace): Done[] {
  return [...drafts.values()]
    .filter(({ hosts }) => hosts.size > 0)
    .map((draft) => ({
      path: draft.file.path,
      action: actionOf(draft),
      hosts: [...draft.hosts],
    }));
}

export function diffsOf({ drafts }: Workspace, secrets: readonly string[]): string[] {
  return [...drafts.values()].map((draft) => diffOf(draft, secrets)).filter((diff) => diff !== '');
}

/** They are the result of a dry run; otherwise they are next to the result. */
export function showDiffs(diffs: readonly string[], isDry: boolean): void {
  for (const diff of diffs) {
    if (isDry) process.stdout.write(`${printable(diff)}\n\n`);
    else say(`${diff}\n`);
  }
}

/** One line for each file, and for each skipped one. */
export function filesTable(done: readonly Done[], problems: readonly Problem[], isDry: boolean): string {
  const result = (action: Done['action']) => {
    if (action === 'keep') return 'as it is';
    return isDry ? `would be ${words[action]}` : words[action];
  };
  const rows = [
    ...done.map(({ path, action, hosts, copy }) => ({
      host: hosts.join(', '),
      file: path,
      result: result(action),
      copy,
    })),
    ...problems.map(({ host, path, reason }) => ({
      host,
      file: path,
      result: `left alone: ${reason}`,
      copy: undefined,
    })),
  ];
  return rows.length === 0 ? 'nothing to do' : table(rows, ['host', 'file', 'result', 'copy']);
}

export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}
