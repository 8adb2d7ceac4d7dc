import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { endedHosts, filesLeft } from '../../src/hosts/ended.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostsByName } from '../../src/hosts/index.ts';
import { hookElement, mcpServers } from '../../src/hosts/shapes.ts';
import { CommandLine, ScratchMachine } from '../support/hosts.ts';

const oldHome = '~/.codeium/windsurf';
/** Windsurf as releases up to 0.4.0 set it up. */
const windsurf = {
  name: 'windsurf',
  title: 'Windsurf',
  evidence: 'documented',
  pages: [],
  found: {},
  server: { user: mcpServers(`${oldHome}/mcp_config.json`) },
  hooks: {
    events: ['post_cascade_response_with_transcript'],
    parts: {
      user: ({ line }) => [hookElement(`${oldHome}/hooks.json`, 'post_cascade', { command: line('post_cascade') })],
    },
  },
} satisfies Host;
const devin = hostsByName.get('devin') as Host;

function withWindsurf() {
  const scratch = new ScratchMachine();
  const old = join(scratch.machine.home, '.codeium/windsurf');
  const before = scratch.snapshot();
  expect(scratch.init([windsurf], { hooks: true }).problems).toStrictEqual([]);
  expect(existsSync(join(old, 'hooks.json'))).toBe(true);
  return { scratch, old, before };
}

test('entries of Windsurf are moved to Devin', async () => {
  const { scratch, old } = withWindsurf();
  scratch.init([devin], { hooks: true });
  expect(existsSync(join(old, 'hooks.json'))).toBe(false);
  expect(existsSync(join(old, 'mcp_config.json'))).toBe(false);
  const config = JSON.parse(readFileSync(join(scratch.machine.home, '.config/devin/config.json'), 'utf8'));
  expect(Object.keys(config)).toStrictEqual(['mcpServers', 'hooks']);
  expect(Object.keys(config.hooks)).toStrictEqual([...(devin.hooks?.events ?? [])]);
});

test('uninstalling Devin removes the entries of Windsurf', async () => {
  const { scratch, before } = withWindsurf();
  scratch.uninstall([devin]);
  expect(scratch.snapshot()).toStrictEqual(before);
});

test('a project gets its hooks in a separate file of events', async () => {
  const scratch = new ScratchMachine();
  scratch.init([devin], { scope: 'project', hooks: true });
  const hooks = JSON.parse(readFileSync(join(scratch.machine.project, '.devin/hooks.v1.json'), 'utf8'));
  expect(Object.keys(hooks)).toStrictEqual([...(devin.hooks?.events ?? [])]);
});

test('each discontinued product names its successor', async () => {
  for (const { successor } of endedHosts) expect(hostsByName.has(successor)).toBe(true);
});

test('the command line explains a former name, and doctor says what to do with an old file', async () => {
  const line = new CommandLine();
  const init = await line.run(['init', '--host', 'windsurf', '--dry-run', '--json']);
  expect(init.stderr).toContain('--host windsurf means devin');
  expect(init.document().files).toMatchObject([{ path: expect.stringContaining('.config/devin/config.json') }]);
  const left = join(line.machine.home, '.codeium/windsurf/mcp_config.json');
  mkdirSync(dirname(left), { recursive: true });
  writeFileSync(left, '{"mcpServers": {"memory": {"command": "npx", "args": ["agent-memory-service"]}}}');
  const [windsurfEnded] = endedHosts;
  expect(windsurfEnded && filesLeft(windsurfEnded, line.machine)).toStrictEqual([left]);
  const { hosts } = (await line.run(['doctor', '--json'])).document() as { hosts: object[] };
  expect(hosts).toMatchObject(
    [{ host: 'windsurf', file: left, ok: true, detail: /became Devin/, advice: /init --host devin --hooks/ }].map(
      (one) => ({ ...one, detail: expect.stringMatching(one.detail), advice: expect.stringMatching(one.advice) }),
    ),
  );
});
