import { structuredPatch } from 'diff';
import { redact } from '../../domain/redact.ts';
import { redactSecrets } from '../../text/secrets.ts';
import { actionOf } from './carry-out.ts';
import type { Draft } from './workspace.ts';

const contextLines = 2;

/**
 * What is about to change in a file, line by line; empty when nothing is. Credentials are covered: neighbours have theirs
 * in the same file.
 * @param secrets known ones, whatever they look like.
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

function covered(text: string, secrets: readonly string[]): string {
  const named =
    /((?:key|token|secret|password|passwd|authorization)\w{0,40}["']?\s{0,3}[:=]\s{0,3})("[^"\n]{1,2000}"|'[^'\n]{1,2000}')/gi;
  return redactSecrets(redact(text, secrets)).replace(named, '$1"[redacted]"');
}
