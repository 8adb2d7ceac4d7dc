import { expect, test } from 'vitest';
import { namesOf, namesOne, type ToolCall } from '../../src/text/tool-names.ts';

const folder = '/home/ada/harbour';
const edit = (path: string): ToolCall => ({ paths: [path] });
const run = (command: string): ToolCall => ({ paths: [], command });

test.each<[ToolCall, string[], string[]]>([
  [edit('/home/ada/harbour/src/legacy/orders.ts'), ['src/legacy/orders.ts'], []],
  [edit('./src/a.ts'), ['src/a.ts'], []],
  [edit('C:\\harbour\\a.ts'), ['C:/harbour/a.ts'], []],
  [run('CI=1 npm install --save left-pad && git push origin main'), [], ['npm install', 'git push']],
  [run('sudo rm -rf src/legacy; pnpm'), ['src/legacy'], ['rm', 'pnpm']],
  [run('./scripts/deploy.sh staging'), [], ['deploy.sh staging']],
  [run('cat "docs/notes.md" | grep x'), ['docs/notes.md'], ['cat', 'grep']],
])('files and commands are found in %j', (call, files, commands) => {
  expect(namesOf(call, folder)).toStrictEqual({ files, commands });
});

test('a tool without files or commands is not searched', () => {
  expect(namesOf(run('  '), folder)).toBeUndefined();
  expect(namesOf(edit(folder), folder)).toBeUndefined();
});

const orders = { files: ['src/legacy/orders.ts'], commands: [] };
const install = { files: [], commands: ['npm install'] };

test.each([
  [true, 'orders.ts is generated, never edit it.', orders],
  [true, 'Never edit `src/legacy/orders.ts`.', orders],
  [true, 'legacy/orders.ts holds the prices', orders],
  [true, "Don't touch the legacy folder.", orders],
  [true, 'Alles in src/legacy bleibt, wie es ist.', orders],
  [true, 'Den Ordner legacy nicht anfassen.', orders],
  [true, 'No toques la carpeta legacy.', orders],
  [true, 'src/legacy/* is frozen', orders],
  [true, 'legacyフォルダには触らないでください。 legacy フォルダ', orders],
  [false, 'web/orders.ts is generated.', orders],
  [false, 'The legacy of the old team is a burden.', orders],
  [false, 'Orders are shipped on Tuesdays.', orders],
  [false, 'orders.tsx is new', orders],
  [true, 'Use pnpm, not npm.', install],
  [true, 'npm install needs --legacy-peer-deps.', install],
  [true, 'Nie `npm` verwenden.', install],
  [false, 'pnpm is what we use.', install],
  [false, 'Read the docs at npm-docs.', install],
  [false, 'The cat sleeps, find it and make tea.', { files: [], commands: ['cat', 'find', 'make tea2'] }],
  [true, 'Run make deploy before lunch.', { files: [], commands: ['make deploy'] }],
])('a tool’s name is matched: %s: %s', (isNamed, note, names) => {
  expect(namesOne(note, names)).toBe(isNamed);
});
