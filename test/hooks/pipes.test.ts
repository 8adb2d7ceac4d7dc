import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstIn } from '../../src/hooks/sessions/head.ts';
import { lastPrompt, readTranscript } from '../../src/hooks/transcript.ts';
import { temporaryFolder } from '../support/stores.ts';

test.skipIf(process.platform === 'win32')('a pipe in place of a transcript keeps no hook waiting', () => {
  const pipe = join(temporaryFolder(), 'transcript.jsonl');
  execFileSync('mkfifo', [pipe]);
  const read = () => undefined;
  expect([readTranscript(pipe, undefined, read), lastPrompt(pipe, read), firstIn(pipe, read)]).toStrictEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
