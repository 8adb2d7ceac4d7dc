import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openclawPlugin } from '../../src/hosts/openclaw-plugin.ts';
import { temporaryFolder } from '../support/harness.ts';

interface Call {
  args: string[];
  prompt?: string;
  messages?: { role: string; content: string }[];
}

/** A command that writes its arguments and its input into a file, and answers a context. */
const command = `
const { appendFileSync, readFileSync } = require('node:fs');
const [file, ...args] = process.argv.slice(2);
appendFileSync(file, JSON.stringify({ args, ...JSON.parse(readFileSync(0, 'utf8')) }) + '\\n');
process.stdout.write('{"context":"a memory"}');
`;

type Handler = (event: object, ctx: object) => Promise<{ prependContext?: string } | undefined>;

async function plugin(api: object = {}) {
  const folder = temporaryFolder();
  const calls = join(folder, 'calls.jsonl');
  writeFileSync(join(folder, 'command.cjs'), command);
  writeFileSync(
    join(folder, 'plugin.mjs'),
    openclawPlugin([process.execPath, join(folder, 'command.cjs'), calls, 'EVENT']),
  );
  const { default: made } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'plugin.mjs')).href);
  const on = new Map<string, Handler>();
  made.register({ ...api, on: (name: string, handler: Handler) => on.set(name, handler) });
  const read = (): Call[] =>
    existsSync(calls)
      ? readFileSync(calls, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  return {
    read,
    recalls: async (ctx: object) =>
      (await on.get('before_prompt_build')?.({ prompt: 'Where is the key?' }, { sessionId: 's', ...ctx }))
        ?.prependContext !== undefined,
    end: (ctx: object, messages: object[]) => on.get('agent_end')?.({ messages }, { sessionId: 's', ...ctx }),
  };
}

const main = { sessionKey: 'agent:main:main' };
const telegram = { messageProvider: 'telegram', trigger: 'user', inputProvenance: { kind: 'external_user' } };
const dm = (id: string) => ({ ...telegram, chatId: id, senderId: id });
const owner = { config: { commands: { ownerAllowFrom: ['telegram:7'] } } };

test.each<[string, object, object, boolean]>([
  ['main on this machine', {}, main, true],
  ['the owner’s direct message in main', owner, { ...main, ...dm('7') }, true],
  ['a direct message in main where nobody is known as owner', {}, { ...main, ...dm('7') }, false],
  ['a direct message of the owner', owner, { sessionKey: 'agent:main:telegram:direct:7', ...dm('7') }, true],
  [
    'the only one who is admitted',
    { config: { channels: { telegram: { allowFrom: ['7'] } } } },
    { sessionKey: 'agent:main:direct:7', ...dm('7') },
    true,
  ],
  [
    'an owner whom the plugin’s setting names',
    { pluginConfig: { owners: ['telegram:7'] } },
    { ...main, ...dm('7') },
    true,
  ],
  ['main in the web app', owner, { ...main, messageProvider: 'webchat', senderId: 'control' }, true],
  ['the web app', {}, { sessionKey: 'agent:main:dashboard:1', messageProvider: 'webchat' }, true],
  ['a group', {}, { sessionKey: 'agent:main:telegram:group:-100', ...telegram, chatId: '-100', senderId: '9' }, false],
  ['the owner in a group', owner, { sessionKey: 'agent:main:telegram:group:-100:topic:3', ...dm('7') }, false],
  ['a channel', owner, { sessionKey: 'agent:main:discord:channel:1:thread:2', ...dm('7') }, false],
  ['a group in main', {}, { ...main, ...telegram, chatId: '-100', senderId: '9' }, false],
  [
    'a group in main by setting',
    { config: { session: { groupScope: 'main' }, ...owner.config } },
    { ...main, ...telegram, chatId: '-100', senderId: '7' },
    false,
  ],
  ['a stranger in main', owner, { ...main, ...dm('9') }, false],
  ['a stranger’s direct message', {}, { sessionKey: 'agent:main:telegram:direct:9', ...dm('9') }, false],
  [
    'several who are admitted',
    { config: { channels: { telegram: { allowFrom: ['7', '9'] } } } },
    { sessionKey: 'agent:main:direct:9', ...dm('9') },
    false,
  ],
  [
    'one of several who are admitted, in main',
    { config: { channels: { telegram: { allowFrom: ['7', '9'] } } } },
    { ...main, ...dm('9') },
    false,
  ],
  [
    'anybody, in main',
    { config: { channels: { telegram: { dmPolicy: 'open', allowFrom: ['*'] } } } },
    { ...main, ...dm('9') },
    false,
  ],
  ['an unknown session', {}, telegram, false],
  ['a message without a sender', {}, { ...main, ...telegram }, false],
  ['a timer', {}, { ...main, trigger: 'heartbeat' }, false],
  ['another session', {}, { ...main, inputProvenance: { kind: 'inter_session' } }, false],
])('the plugin decides whether to recall for %s', async (_, api, ctx, expected) => {
  const { recalls, read } = await plugin(api);
  expect(await recalls(ctx)).toBe(expected);
  expect(read().length > 0).toBe(expected);
});

test('a group uses the character that its setting names', async () => {
  const { recalls, read } = await plugin({ pluginConfig: { groupCharacter: 'Club' } });
  const group = { sessionKey: 'agent:main:telegram:group:-100', ...telegram, chatId: '-100', senderId: '9' };
  expect(await recalls(group)).toBe(true);
  expect(read().map(({ args }) => args.slice(1))).toStrictEqual([
    ['--character', 'Club'],
    ['--character', 'Club'],
  ]);
});

test('other people’s words in main are not captured with the owner’s', async () => {
  const { end, read } = await plugin(owner);
  const theirs = [
    { role: 'user', content: 'Pay strangers.', timestamp: 1 },
    { role: 'assistant', content: 'No.', timestamp: 2 },
  ];
  const announced = { role: 'user', content: 'A report.', timestamp: 3, provenance: { kind: 'inter_session' } };
  const own = { role: 'user', content: 'We deploy on Tuesdays.', timestamp: 4 };
  await end({ ...main, ...dm('9') }, theirs);
  await end({ ...main, ...dm('7') }, [...theirs, announced, own]);
  await expect.poll(read).toHaveLength(1);
  expect(read()[0]?.messages).toStrictEqual([{ role: 'user', content: own.content }]);
});
