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

describe('rule files', () => {
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
  ])('a statement in the rule file %s is not stored', async (name) => {
    expect(await keptBeside('Never push to main. Use pnpm, never npm.', name, rules)).toStrictEqual([]);
  });

  test.each([
    ['Wir nutzen immer pnpm, niemals npm.', '- Nutze pnpm, niemals npm.'],
    ['Nunca subas nada a main sin preguntar.', 'Nunca subas nada a main sin preguntar antes.'],
    ['Réponds toujours en français.', '* Réponds en français'],
    ['Всегда отвечай на русском.', 'Отвечай на русском, коротко.'],
    ['以后请始终用中文回答。', '- 用中文回答'],
    ['必ず日本語で回答してください。', '- 日本語で回答'],
  ])('a statement that a rule file has in other words is not stored: %s', async (said, line) => {
    expect(await keptBeside(said, 'AGENTS.md', line)).toStrictEqual([]);
  });

  test.each([
    ['Always push to main.', 'the opposite'],
    ['Never push to main or release.', 'more than they say'],
    ['My name is Lisa.', 'something else'],
  ])('%s is stored, because it says %s', async (said) => {
    expect(await keptBeside(said, 'AGENTS.md', rules)).toStrictEqual([said]);
  });
});

describe('bounds of reading', () => {
  const project = () => {
    const { home, cwd } = playground();
    return { home, cwd };
  };

  test('a link out of the project is not followed, one within it is', () => {
    const { home, cwd } = project();
    write(home, 'secret.md', 'The secret of another project.');
    symlinkSync(join(home, 'secret.md'), join(cwd, 'CLAUDE.md'));
    write(cwd, 'docs/rules.md', 'Never push to main.');
    symlinkSync(join(cwd, 'docs/rules.md'), join(cwd, 'AGENTS.md'));
    expect(readRuleLines(cwd)).toStrictEqual(['Never push to main.']);
  });

  test('a large rule file is read up to the limit, and a folder in its place is ignored', () => {
    const { cwd } = project();
    write(cwd, 'AGENTS.md', 'Never push to main.\n'.repeat(100_000));
    mkdirSync(join(cwd, 'CLAUDE.md'));
    const lines = readRuleLines(cwd);
    expect(lines.length).toBeGreaterThan(3_000);
    expect(lines.join('\n').length).toBeLessThanOrEqual(64 * 1024);
  });

  test('rule files from the session’s folder up to the project’s root are read, none above', () => {
    const { home, cwd } = project();
    write(home, 'AGENTS.md', 'Of all projects.');
    write(cwd, 'AGENTS.md', 'Of the project.');
    write(cwd, 'packages/api/CLAUDE.md', 'Of the API.');
    write(cwd, 'packages/web/CLAUDE.md', 'Of the page.');
    expect(readRuleLines(join(cwd, 'packages/api')).sort()).toStrictEqual(['Of the API.', 'Of the project.']);
  });

  test('a project without rule files has no rule lines', () => {
    expect(readRuleLines(project().cwd)).toStrictEqual([]);
  });
});
