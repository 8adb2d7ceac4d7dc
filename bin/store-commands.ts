import type { Command } from './terminal/command-line.ts';

const json = { json: { type: 'boolean' } } as const;

const ofCharacter = { ...json, character: { type: 'string' } } as const;
const texts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<Name, { type: 'string' }>;

const some = { type: 'string', multiple: true } as const;
const byLabels = { tag: some, metadata: some } as const;

/** Memories one by one, at a terminal. */
const memoryCommands: Record<string, Command> = {
  add: {
    args: ['TEXT…'],
    flags: { ...ofCharacter, ...texts('category', 'importance'), 'allow-secret': { type: 'boolean' } },
    run: async (given) => (await import('./store/memories.ts')).addText(given),
  },
  search: {
    args: ['QUERY…'],
    flags: {
      ...ofCharacter,
      ...byLabels,
      ...texts('category', 'since', 'until', 'importance', 'source', 'file', 'limit', 'min-relevance'),
    },
    run: async (given) => (await import('./store/memories.ts')).searchFor(given),
  },
  list: {
    flags: {
      ...ofCharacter,
      ...byLabels,
      ...texts('category', 'since', 'until', 'importance', 'limit', 'page', 'cursor'),
      deleted: { type: 'boolean' },
    },
    run: async (given) => (await import('./store/memories.ts')).list(given),
  },
  show: { args: ['ID'], flags: ofCharacter, run: async (given) => (await import('./store/memories.ts')).show(given) },
  edit: {
    args: ['ID'],
    flags: {
      ...ofCharacter,
      ...texts('content', 'category', 'importance', 'salience'),
      'allow-secret': { type: 'boolean' },
    },
    run: async (given) => (await import('./store/memories.ts')).edit(given),
  },
  delete: {
    args: ['ID…'],
    flags: ofCharacter,
    run: async (given) => (await import('./store/memories.ts')).remove(given),
  },
  reassign: {
    args: ({ undo, 'about-me': isAboutMe }) => (undo || isAboutMe ? [] : ['ID…']),
    flags: {
      ...ofCharacter,
      ...texts('to', 'category'),
      undo: { type: 'string', multiple: true },
      'about-me': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
    run: async (given) => (await import('./store/reassign.ts')).reassign(given),
  },
  refile: {
    flags: { ...ofCharacter, ...texts('undo'), 'dry-run': { type: 'boolean' }, yes: { type: 'boolean', short: 'y' } },
    run: async (given) => (await import('./store/refile.ts')).refile(given),
  },
  share: {
    flags: {
      ...json,
      names: { type: 'boolean' },
      deleted: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
    run: async (given) => (await import('./store/share.ts')).share(given),
  },
  erase: {
    args: ['ID…?'],
    flags: {
      ...ofCharacter,
      ...texts('file', 'session', 'batch', 'author', 'source', 'since', 'until'),
      words: some,
      everywhere: { type: 'boolean' },
      all: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean', short: 'y' },
    },
    run: async (given) => (await import('./store/erase.ts')).erase(given),
  },
};

/** Which characters are connected. */
const choice = { ...json, character: some, all: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;

/** Replicating characters with a server, another machine or a folder. */
const connectionCommands = (version: string): Record<string, Command> => ({
  connect: {
    args: ['URL'],
    flags: {
      ...choice,
      'key-file': { type: 'string' },
      'sign-in': { type: 'boolean' },
      'no-open': { type: 'boolean' },
    },
    run: async (given) => (await import('./sync/connect.ts')).connect(given),
  },
  connections: { flags: json, run: async (given) => (await import('./sync/connections.ts')).connections(given) },
  'connections keep': {
    args: ['CHARACTER…'],
    flags: { ...json, off: { type: 'boolean' } },
    run: async (given) => (await import('./sync/connections.ts')).keepCharacters(given),
  },
  'connections resolve': {
    args: ['CHARACTER'],
    flags: { ...json, wins: { type: 'string' } },
    run: async (given) => (await import('./sync/connections.ts')).resolveConnection(given),
  },
  disconnect: {
    args: ['URL…?'],
    flags: { ...json, character: some, keep: { type: 'boolean' }, remove: { type: 'boolean' } },
    run: async (given) => (await import('./sync/connect.ts')).disconnect(given),
  },
  sync: {
    args: ['FOLDER…?'],
    flags: {
      ...choice,
      watch: { type: 'boolean' },
      'passphrase-file': { type: 'string' },
      wait: { type: 'boolean' },
      encrypt: { type: 'boolean' },
      decide: { type: 'boolean' },
    },
    run: async (given) => (await import('./sync/sync.ts')).sync(given),
  },
  'sync ssh': {
    args: ['HOST'],
    flags: { ...choice, command: { type: 'string' } },
    run: async (given) => (await import('./sync/ssh.ts')).syncSsh(given),
  },
  'sync answer': { run: async () => (await import('./sync/answer.ts')).answer(version) },
});

/** What people do with their own store; each loads its code when it runs. */
export const storeCommands = (version: string): Record<string, Command> => ({
  ...memoryCommands,
  ...connectionCommands(version),
  backup: {
    args: ['FILE'],
    flags: json,
    run: async (given) => (await import('./store/copies.ts')).backup(given),
  },
  restore: {
    args: ['FILE'],
    flags: { ...json, yes: { type: 'boolean', short: 'y' } },
    run: async (given) => (await import('./store/copies.ts')).restore(given),
  },
  move: {
    flags: { ...json, from: { type: 'string' }, to: { type: 'string' } },
    run: async (given) => (await import('./store/move.ts')).moveStore(given),
  },
  import: {
    args: ({ sessions }) => (sessions ? ['HOST…?'] : ['FILE…']),
    flags: {
      ...json,
      character: { type: 'string' },
      category: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'allow-secret': { type: 'boolean' },
      sessions: { type: 'boolean' },
      since: { type: 'string' },
      yes: { type: 'boolean', short: 'y' },
    },
    run: async (given) =>
      given.flags.sessions
        ? (await import('./import/sessions.ts')).importSessions(given)
        : (await import('./import/import.ts')).importFiles(given),
  },
  watch: {
    args: ({ hosts, reread }) => (hosts || reread ? [] : ['PATH…']),
    flags: { ...ofCharacter, hosts: { type: 'boolean' }, reread: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    run: async (given) =>
      given.flags.reread
        ? (await import('./import/reread.ts')).reread(given)
        : (await import('./watch.ts')).watch(given),
  },
  export: {
    flags: {
      ...json,
      ...byLabels,
      character: { type: 'string' },
      out: { type: 'string' },
      okf: { type: 'string' },
      page: { type: 'boolean' },
    },
    run: async (given) => (await import('./store/export.ts')).exportMemories(given),
  },
  'encoder on': {
    flags: { ...json, from: { type: 'string' }, yes: { type: 'boolean', short: 'y' } },
    run: async (given) => (await import('./encoder.ts')).encoderOn(given),
  },
  'encoder off': { flags: json, run: async (given) => (await import('./encoder.ts')).encoderOff(given) },
  'encoder status': { flags: json, run: async (given) => (await import('./encoder.ts')).encoderStatus(given) },
  doctor: {
    flags: {
      ...json,
      provider: { type: 'boolean' },
      host: { type: 'string', multiple: true },
      repair: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean', short: 'y' },
    },
    run: async (given) =>
      given.flags.repair
        ? (await import('./doctor/repair.ts')).repair(given)
        : (await import('./doctor/doctor.ts')).doctor(given, version),
  },
});
