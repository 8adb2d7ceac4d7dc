import { describe, expect, test } from 'vitest';
import { callerOf, isHook } from '../../src/hosts/hooks-in-files.ts';
import { hosts } from '../../src/hosts/index.ts';
import { installedHooks } from '../../src/hosts/installed-hooks.ts';
import { hookCommand, wordsOf } from '../../src/hosts/launch.ts';

const env = { SERVICE_CHARACTER: `Ada "the first" O'Neil`, SERVICE_DB: 'C:\\my data\\memory.db' };

describe.each(['linux', 'win32'] as const)('on %s', (platform) => {
  const launch = { command: 'C:\\program files\\node', args: ["/it's/agent-memory-service.cjs"] };

  test('a command line is parsed into the words it was made of', () => {
    const { line, argv } = hookCommand(launch, 'codex', env, platform);
    expect(wordsOf(line('Stop'), platform)).toStrictEqual(argv('Stop'));
  });

  test.each(hosts.filter(({ hooks }) => hooks?.parts.user).map((host) => [host.name, host] as const))(
    'a hook written for %s is found again',
    (_, host) => {
      const name = callerOf(host);
      const parts = host.hooks?.parts.user?.(hookCommand(launch, name, env, platform)) ?? [];
      const texts = parts.filter(isHook).flatMap((part) => {
        if (part.kind === 'file') return [part.text];
        return part.kind === 'element' || part.kind === 'entry'
          ? [JSON.stringify({ [part.path.at(-1) ?? '']: [part.value] })]
          : [];
      });
      const found = texts.flatMap((text) => installedHooks(text, name, platform));
      expect(found.length).toBeGreaterThan(0);
      for (const one of found) {
        expect(one).toMatchObject({
          launch: { ...launch, env: {} },
          character: env.SERVICE_CHARACTER,
          database: env.SERVICE_DB,
        });
      }
      for (const text of texts) expect(installedHooks(text, 'nobody', platform)).toStrictEqual([]);
    },
  );
});
