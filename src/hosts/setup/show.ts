import { structuredPatch } from 'diff';
import { redact } from '../../base/redact.ts';
import { redactSecrets } from '../../text/secrets.ts';
import { actionOf } from './carry-out.ts';
import type { Draft } from './workspace.ts';

const contextLines = 2;

/**
 * The changes of a file, line by line; empty without changes. Credentials are masked: other entries of the file have
 * theirs.
 * @param secrets known ones, of any shape
 */
export function diffOf(draft: Draft, secrets: readonly string[]): string {
  if (actionOf(draft) === 'keep') return '';
  const { path, text: before = '' } = draft.file;
  if (draft.text === undefined) return `delete ${path}, which is ours alone`;
  const { hunks } = structuredPatch(path, path, before, draft.text, '', '', { context: contextLines });
  const lines = hunks.flatMap(({ oldStart, newStart, lines: changed }) => [
    `@@ line ${Math.max(oldStart, newStart)} @@`,
    ...changed.map((line) => line.replace(/\r$/, '')),
  ]);
  return covered([`${actionOf(draft)} ${path}`, ...lines].join('\n'), secrets);
}

/** Known secrets, texts that look like one, and every value with a secret's name. */
function covered(text: string, secrets: readonly string[]): string {
  const pair = /(?<![\w.-])([\w.-]+)(["']?[ \t]?[:=][ \t]?)(?:"[^"\n]*"|'[^'\n]*'|[^\s"',]+)/g;
  return redactSecrets(redact(text, secrets)).replace(pair, (all, name: string, sign: string) =>
    /key|token|secret|passw|authorization/i.test(name) ? `${name}${sign}"[redacted]"` : all,
  );
}
