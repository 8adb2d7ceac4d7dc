import { readConfig, readServerConfig } from '../src/features/config.ts';
import { runDemo } from './demo.ts';
import { helpOf, helpTopics, overview } from './help.ts';
import { serveStdio } from './stdio.ts';
import { storeCommands } from './store-commands.ts';
import type { Command, Given } from './terminal/command-line.ts';
import { parse } from './terminal/parse.ts';

const commands = (version: string): Record<string, Command> => ({
  stdio: { run: () => serveStdio(readConfig(process.env), version) },
  demo: { run: runDemo },
  serve: {
    flags: { host: { type: 'string' }, port: { type: 'string' }, 'print-key': { type: 'boolean' } },
    run: async (given) => (await import('./serve.ts')).serve(readServerConfig(process.env), version, given),
  },
  ui: {
    flags: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
    run: async (given) => (await import('./ui.ts')).ui(readConfig(process.env), version, given),
  },
  ...hostCommands(version),
  ...storeCommands(version),
  // Only for --help: the launcher starts hooks and the status line from their own file.
  hook: { args: ['EVENT'], flags: { host: { type: 'string' } }, run: async () => undefined },
  statusline: { flags: { host: { type: 'string' } }, run: async () => undefined },
  ...tenancyCommands,
});

/** Runs the command of the line. UsageError. */
export async function run(words: readonly string[], version: string): Promise<void> {
  const topic = words[0] === 'help' ? helpTopics.get(words[1]) : undefined;
  if (topic !== undefined) {
    process.stdout.write(topic());
    return;
  }
  const line = flagsOf(words);
  const { command, ...given } = parse(line, commands(version));
  if (given.flags.help) process.stdout.write(line[0]?.startsWith('-') ? overview : helpOf(line));
  else if (given.flags.version) process.stdout.write(`${version}\n`);
  else await command.run(given);
}

/** `help`, `help COMMAND` and `version` mean the flags. */
function flagsOf([first, ...rest]: readonly string[]): string[] {
  if (first === 'version' && rest.length === 0) return ['--version'];
  if (first === 'help') return [...rest, '--help'];
  return first === undefined ? [] : [first, ...rest];
}

const chosen = { host: { type: 'string', multiple: true }, all: { type: 'boolean' } } as const;
const asking = { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** Commands that set up hosts. Their modules are loaded lazily, so that the stdio server starts without them. */
function hostCommands(version: string): Record<string, Command> {
  return {
    init: {
      flags: {
        ...chosen,
        character: { type: 'string' },
        hooks: { type: 'boolean' },
        'extract-with': { type: 'string' },
        rules: { type: 'boolean' },
        project: { type: 'boolean' },
        'with-key': { type: 'boolean' },
        ...asking,
      },
      run: async (given) => (await import('./init/init.ts')).init(given, version),
    },
    uninstall: {
      flags: { ...chosen, ...asking },
      run: async (given) => (await import('./init/uninstall.ts')).uninstall(given),
    },
    update: {
      flags: { json: { type: 'boolean' } },
      run: async (given) => (await import('./newest.ts')).update(given, version),
    },
  };
}

type Actions = typeof import('./tenancy.ts');

const tenant = { tenant: { type: 'string' } } as const;
const json = { json: { type: 'boolean' } } as const;

/** The action is loaded when it runs: the stdio server starts without it. */
function command(action: keyof Actions, args: readonly string[], flags: NonNullable<Command['flags']> = {}): Command {
  return {
    args,
    flags: { ...flags, ...json },
    run: async (given: Given) => (await import('./tenancy.ts'))[action](given),
  };
}

/** Tenants, members and keys. */
const tenancyCommands: Record<string, Command> = {
  'tenants create': command('createTenants', ['NAME'], { tier: { type: 'string', default: 'FREE' } }),
  'tenants list': command('listTenants', []),
  'tenants set-tier': command('setTenantTier', ['TENANT', 'TIER'], { 'period-end': { type: 'string' } }),
  'members add': command('addMembers', [], {
    ...tenant,
    name: { type: 'string' },
    role: { type: 'string' },
    'external-id': { type: 'string' },
  }),
  'members list': command('listMembers', [], tenant),
  'members set-role': command('setRole', ['MEMBER', 'ROLE'], tenant),
  'members suspend': command('suspend', ['MEMBER'], tenant),
  'members resume': command('resume', ['MEMBER'], tenant),
  'members remove': command('remove', ['MEMBER'], tenant),
  'members link': command('link', ['MEMBER'], { ...tenant, minutes: { type: 'string' }, url: { type: 'string' } }),
  'keys create': command('createKeys', [], {
    ...tenant,
    member: { type: 'string' },
    name: { type: 'string', default: 'key' },
    days: { type: 'string' },
    'read-only': { type: 'boolean' },
    character: { type: 'string', multiple: true },
  }),
  'keys rotate': command('rotateKey', ['KEYID'], { overlap: { type: 'string' } }),
  'keys list': command('listKeys', [], tenant),
  'keys revoke': command('revokeKey', ['KEYID']),
};
