import { defaultModelAddress, defaultModels } from '../ai/models.ts';
import { aiProviders } from '../domain/ai-settings.ts';
import { captureModes } from '../domain/capture-mode.ts';
import { tiers } from '../domain/tier.ts';
import { toolsets } from '../gate/operation.ts';
import { secretKeySettings } from './secret-key.ts';
import { atMost, choice, list, type Setting, text, trimmed, webAddress, whole } from './setting.ts';
import { signInSettings } from './sign-in.ts';
import { telemetrySettings } from './telemetry.ts';

const logLevels = ['error', 'warn', 'info', 'debug'] as const;

const switches = ['on', 'off'] as const;
const flag = choice(['true', 'false']).default('false');
const names = list.to((given) => given.map((name) => name.toLowerCase())).default([]);

const toolset = choice(toolsets);
const isOrigin = (given: string) => URL.canParse(given) && new URL(given).origin === given;

/** Who reads a setting: the server over stdio, other commands by their names, or every command that opens the store. */
const everyone = ['every command'];
const servers = ['stdio', 'serve'];
const stdio = ['stdio'];
const serve = ['serve'];
const operators = ['serve', 'commands of operators'];
/** Whatever extracts memories from texts. */
const extracting = ['stdio', 'serve', 'import', 'hook'];

/** Every variable the service reads. */
export const settings = {
  SERVICE_DB: {
    schema: text,
    default: '`memory.db` in the user data folder',
    meaning: "the store's file; a missing folder is made",
    readBy: everyone,
  },
  SERVICE_DATABASE_URL: {
    schema: text.must(
      (given) => /^postgres(?:ql)?:\/\//.test(given),
      'must be postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ),
    meaning:
      'a PostgreSQL database (15 or newer) in place of the file, for `serve` on one or many nodes; with `?sslmode=` `disable`, `require`, `verify-ca` or `verify-full` and `&sslrootcert=` PATH',
    readBy: operators,
  },
  SERVICE_DATABASE_PREPARE: {
    schema: choice(switches).default('on'),
    meaning: '`off`: no prepared statements and no parameters of the session, for PgBouncer before 1.21',
    readBy: operators,
  },
  SERVICE_DATABASE_RLS: {
    schema: choice(switches).default('off'),
    meaning: '`on`: the database itself refuses rows of other tenants (row-level security); it stays on',
    readBy: operators,
  },
  SERVICE_SEARCH_CACHE_MB: {
    schema: whole(6).default(64),
    meaning: 'what a node keeps in memory of the characters searched last, with `SERVICE_DATABASE_URL`',
    readBy: serve,
  },
  SERVICE_CHARACTER: {
    schema: atMost(200),
    meaning:
      'the character meant when a call names none (id, alias or name); an unknown name is made on first use; `auto`: the project’s, else your own',
    readBy: ['stdio', 'hook', 'import'],
  },
  SERVICE_WATCH_PATHS: {
    schema: list,
    meaning:
      'comma list of files and folders of notes to keep in sync for `SERVICE_CHARACTER`; below your home or the working directory, never secrets',
    readBy: stdio,
  },
  SERVICE_AUTO_CAPTURE: {
    schema: flag,
    meaning: '`true`: what is new in files goes through extraction, in the background',
    readBy: servers,
  },
  SERVICE_CAPTURE: {
    schema: choice(captureModes).default('balanced'),
    meaning:
      'how much must speak for a statement that hooks keep without a key: `careful` keeps fewer and rarely a wrong one, `eager` more and more wrong ones',
    readBy: ['stdio', 'serve', 'hook'],
  },
  SERVICE_AUTO_RECALL: {
    schema: flag,
    meaning: "`true`: profile and most useful memories of `SERVICE_CHARACTER` are in the server's instructions",
    readBy: stdio,
  },
  SERVICE_HOOKS: {
    schema: choice(['on', 'off', 'without-tools']).default('on'),
    meaning:
      '`off` silences the hooks that hosts run: nothing is recalled and nothing captured by them; `without-tools` those before edits and commands',
    readBy: ['hook'],
  },
  SERVICE_EXTRACT_WITH: {
    schema: choice(['rules', 'host']).default('rules'),
    meaning:
      '`host`: when a session is over, the model of its host reads what was said in it, through the login that the host has; with a key the provider’s model extracts instead ([hooks](hooks.md#the-hosts-own-model))',
    readBy: ['stdio', 'hook'],
  },
  SERVICE_HOST_EXTRACTIONS: {
    schema: whole(4, 'must be a whole number, 0 to 9999').default(10),
    meaning: 'how many sessions a UTC day the models of hosts read at most, with `SERVICE_EXTRACT_WITH=host`',
    readBy: ['stdio', 'hook'],
  },
  SERVICE_EXTRACTING: {
    schema: flag,
    meaning:
      '`true`: set by the program itself where it runs a host to read a session; hooks and the server over stdio do nothing there',
    readBy: ['stdio', 'hook'],
  },
  SERVICE_RECALL_LOG_DAYS: {
    schema: whole(4, 'must be a whole number of days, 0 to 9999').default(30),
    meaning:
      'how many days the store keeps what agents asked and were given, for people to look at; it is never sent or exported; 0: it keeps nothing of it',
    readBy: [...servers, 'hook'],
  },
  SERVICE_TOOLSETS: {
    schema: list.to((given) => given.map(toolset.read)).must(({ length }) => length > 0, 'must name a tool set'),
    default: 'all but `admin` and `review`',
    meaning: `comma list of ${ticked(toolsets)}: limits which tools there are; \`core\` is a small set for little context`,
    readBy: servers,
  },
  SERVICE_TIER: {
    schema: choice(tiers),
    default: '`UNLIMITED`, with `serve` `BUSINESS`',
    meaning: `${ticked(tiers)}: features and limits of the tenant \`local\` ([tiers](tiers.md))`,
    readBy: everyone,
  },
  SERVICE_RATE_LIMITS: {
    schema: choice(switches).default('on'),
    meaning: '`off` lifts the request limits and the minimum sync interval',
    readBy: servers,
  },
  SERVICE_LOG_LEVEL: {
    schema: choice(logLevels).default('info'),
    meaning: `${ticked(logLevels)}; JSON lines on stderr`,
    readBy: servers,
  },
  SERVICE_AI_API_KEY: {
    schema: text,
    secret: true,
    meaning: "the provider's key; never logged, stored or exported; without one everything works by rules, offline",
    readBy: extracting,
    group: 'ai',
  },
  SERVICE_AI_PROVIDER: {
    schema: choice(aiProviders).default(aiProviders[0]),
    meaning: `${ticked(aiProviders)} (extraction only; search then uses the internal model)`,
    readBy: extracting,
    group: 'ai',
  },
  SERVICE_AI_MODEL: {
    schema: text,
    default: aiProviders.map((provider) => `\`${defaultModels[provider]}\``).join(', '),
    meaning: 'the model for extraction; embeddings are always `text-embedding-3-small`',
    readBy: extracting,
    group: 'ai',
  },
  SERVICE_AI_BASE_URL: {
    schema: webAddress,
    default: "the provider's",
    meaning: 'an endpoint compatible with `openai`, including its `/v1`; a key must be set all the same',
    readBy: extracting,
    group: 'ai',
  },
  SERVICE_AI_DAILY_TOKENS: {
    schema: whole(12),
    meaning: 'a hard stop for a UTC day over extraction and embeddings together',
    readBy: extracting,
    group: 'ai',
  },
  SERVICE_ENCODER: {
    schema: trimmed,
    default: '`encoder` in the user data folder',
    meaning:
      'the folder of the encoder that `encoder on` makes, by which memories are found in other words; `off`: none is used',
    readBy: ['stdio', 'serve', 'encoder', 'commands for memories'],
  },
  SERVICE_ENCODER_URL: {
    schema: webAddress,
    default: `\`${defaultModelAddress}\``,
    meaning: 'where `encoder on` fetches the model from: an address below which its files are',
    readBy: ['encoder'],
  },
  SERVICE_HTTP_HOSTS: {
    schema: names,
    meaning: 'comma list of names it may be called by, beside `localhost` and addresses',
    readBy: serve,
  },
  SERVICE_HTTP_ORIGINS: {
    schema: list.must((given) => given.every(isOrigin), 'must be origins such as https://example.com').default([]),
    meaning: 'comma list of origins whose web pages may call it, such as `https://example.com`',
    readBy: serve,
  },
  SERVICE_HTTP_CONNECTIONS: {
    schema: whole(6, 'must be a whole number up to 999999')
      .must((number) => number > 0, 'must be at least 1')
      .default(2_000),
    meaning: 'how many connections it has at a time',
    readBy: serve,
  },
  SERVICE_HTTP_CONNECTIONS_PER_ADDRESS: {
    schema: whole(6, 'must be a whole number up to 999999').must((number) => number > 0, 'must be at least 1'),
    default: 'half of `SERVICE_HTTP_CONNECTIONS`',
    meaning:
      'how many of them one address may have, or one IPv6 network of 64 bits; more behind a proxy that brings all clients from its own',
    readBy: serve,
  },
  SERVICE_PRIVATE_HOSTS: {
    schema: names,
    meaning:
      "comma list of `host` or `host:port` that tenants' webhooks and `baseUrl`s may be at although they are not on the public Internet, by `http` too; compared with the URL's host as it is written",
    readBy: serve,
  },
  SERVICE_AI_HOSTS: {
    schema: names,
    meaning: 'deprecated: as `SERVICE_PRIVATE_HOSTS`, for `baseUrl`s alone',
    readBy: serve,
    replacedBy: 'SERVICE_PRIVATE_HOSTS',
  },
  SERVICE_WEBHOOK_HOSTS: {
    schema: names,
    meaning: 'deprecated: as `SERVICE_PRIVATE_HOSTS`, for webhooks alone',
    readBy: serve,
    replacedBy: 'SERVICE_PRIVATE_HOSTS',
  },
  SERVICE_AUDIT_DAYS: {
    schema: whole(5).default(400),
    meaning: 'how many days lines of the audit log are kept',
    readBy: servers,
  },
  SERVICE_WORKERS: {
    schema: whole(3, 'must be a whole number up to 999'),
    default: 'one less than the cores, at least 1',
    meaning:
      'threads in which searches and exports run and texts are read by rules, each with caches of its own; `0`: none',
    readBy: serve,
  },
  ...secretKeySettings,
  ...telemetrySettings,
  ...signInSettings,
} satisfies Record<string, Setting>;

/** A list of values as Markdown: `a`, `b` or `c`. */
function ticked(values: readonly string[]): string {
  const all = values.map((value) => `\`${value}\``);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

/** What holds when a setting is not given, as Markdown. */
export function defaultOf({ schema, default: said }: Setting): string {
  const { missing } = schema;
  return said ?? (missing === undefined || Array.isArray(missing) ? 'none' : `\`${missing}\``);
}
