import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootCommit } from '../../src/hooks/git/root-commit.ts';
import { projectAt } from '../../src/hooks/project.ts';
import { repository } from '../support/git.ts';
import { temporaryFolder } from '../support/harness.ts';

const rootOf = (folder: string) => {
  const project = projectAt(folder);
  return project && rootCommit(project, { PATH: process.env.PATH });
};

test('a repository is identified by its first commit, an empty one not by the outer repository’s', async () => {
  const outer = repository(join(temporaryFolder(), 'harbour'));
  expect(await rootOf(outer)).toMatch(/^[0-9a-f]{40}$/);
  const inner = join(outer, 'new');
  mkdirSync(join(inner, '.git'), { recursive: true });
  expect(await rootOf(inner)).toBeUndefined();
});
