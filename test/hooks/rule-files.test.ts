import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRuleLines } from '../../src/hooks/rule-files.ts';
import { playground, user } from './play.ts';

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The stored clauses of a turn in a project with a rule file. */
async function keptBeside(said: string, name: string, text: string): Promise<string[]> {
  const place = playground();
  write(place.cwd, name, text);
  place.say('one', user(said));
  await place.capture('one');
  return place.memories();
}

const rules = '# House rules\n\n- Use `pnpm` for packages, never npm or yarn.\n- Never push to main.\n';

describe('statements of a project’s rule files are no memories', () => {
  test.each([
    'CLAUDE.md',
    'AGENTS.md',
    'GEMINI.md',
    'QWEN.md',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    '.clinerules/house.md',
    '.cursor/rules/house.mdc',
    '.github/copilot-instructions.md',
    '.claude/rules/house.md',
  ])('in %s', async (name) => {
    expect(await keptBeside('Never push to main. Use pnpm, never npm.', name, rules)).toStrictEqual([]);
  });

  test.each([
    ['Wir nutzen immer pnpm, niemals npm.', '- Nutze pnpm, niemals npm.'],
    ['Nunca subas nada a main sin preguntar.', 'Nunca subas nada a main sin preguntar antes.'],
    ['Réponds toujours en français.', '* Réponds en français'],
    ['Всегда отвечай на русском.', 'Отвечай на русском, коротко.'],
    ['以后请始终用中文回答。', '- 用中文回答'],
    ['必ず日本語で回答してください。', '- 日本語で回答'],
  ])('in other words: %s', async (said, line) => {
    expect(await keptBeside(said, 'AGENTS.md', line)).toStrictEqual([]);
  });

  test.each([
    ['Always push to main.', 'the opposite'],
    ['Never push to main or release.', 'more than they say'],
    ['My name is Lisa.', 'something else'],
  ])('%s is: %s', async (said) => {
    expect(await keptBeside(said, 'AGENTS.md', rules)).toStrictEqual([said]);
  });
});

describe('reading is bounded', () => {
  const project = () => {
    const { home, cwd } = playground();
    return { home, cwd };
  };

  test('a link that leads out of the project is not followed, one within is', () => {
    const { home, cwd } = project();
    write(home, 'secret.md', 'The secret of another project.');
    symlinkSync(join(home, 'secret.md'), join(cwd, 'CLAUDE.md'));
    write(cwd, 'docs/rules.md', 'Never push to main.');
    symlinkSync(join(cwd, 'docs/rules.md'), join(cwd, 'AGENTS.md'));
    expect(readRuleLines(cwd)).toStrictEqual(['Never push to main.']);
  });

  test('of a large file the beginning is read; a folder in its place is nothing', () => {
    const { cwd } = project();
    write(cwd, 'AGENTS.md', 'Never push to main.\n'.repeat(100_000));
    mkdirSync(join(cwd, 'CLAUDE.md'));
    const lines = readRuleLines(cwd);
    expect(lines.length).toBeGreaterThan(3_000);
    expect(lines.join('\n').length).toBeLessThanOrEqual(64 * 1024);
  });

  test('the files of a folder in the project count, and those around it up to the project, none beyond', () => {
    const { home, cwd } = project();
    write(home, 'AGENTS.md', 'Of all projects.');
    write(cwd, 'AGENTS.md', 'Of the project.');
    write(cwd, 'packages/api/CLAUDE.md', 'Of the API.');
    write(cwd, 'packages/web/CLAUDE.md', 'Of the page.');
    expect(readRuleLines(join(cwd, 'packages/api')).sort()).toStrictEqual(['Of the API.', 'Of the project.']);
  });

  test('where there are none, there are no lines', () => {
    expect(readRuleLines(project().cwd)).toStrictEqual([]);
  });
});
