import { defaultModelAddress, defaultModels } from '../ai/models.ts';
import { isNetwork } from '../base/web-address.ts';
import { aiProviders } from '../domain/ai-providers.ts';
import { captureModes } from '../domain/captured-clause.ts';
import { tiers } from '../domain/tier.ts';
import { toolsets } from '../gate/operation.ts';
import {
  asWrittenAndMeant,
  atMost,
  choice,
  list,
  names,
  type Setting,
  text,
  trimmed,
  webAddress,
  wholeNumber,
} from './setting.ts';

const logLevels = ['error', 'warn', 'info', 'debug'] as const;

const switches = ['on', 'off'] as const;
const flag = choice(['true', 'false']).default('false');

const toolset = choice(toolsets);
const isOrigin = (given: string) => URL.canParse(given) && new URL(given).origin === given;

/** Readers of a setting: the server over stdio, other commands by their names, or every command that opens the store. */
const everyone = ['every command'];
const servers = ['stdio', 'serve'];
const stdio = ['stdio'];
const serve = ['serve'];
const operators = ['serve', 'commands of operators'];
/** The commands that extract memories from texts. */
const extracting = ['stdio', 'serve', 'import', 'hook'];

/** The variables of the rooms; features have their own. */
export const settings = {
  SERVICE_DB: {
    schema: text.must(
      (given) => !/^\w+:\/\//.test(given),
      'must be the path of a file; SERVICE_DATABASE_URL takes the address of a database',
    ),
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
    secretsIn: passwordsIn,
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
    schema: wholeNumber(6).default(64),
    meaning: 'the size of a node’s cache of the characters searched last (LRU), with `SERVICE_DATABASE_URL`',
    readBy: serve,
  },
  SERVICE_CHARACTER: {
    schema: atMost(200),
    meaning:
      'the default character of calls (id, alias or name); an unknown name is made on first use; `auto`: the project’s, else your own',
    readBy: ['stdio', 'hook', 'import'],
  },
  SERVICE_WATCH_PATHS: {
    schema: list,
    meaning:
      'comma list of files and folders of notes to follow for `SERVICE_CHARACTER`; below your home or the working directory, never secrets',
    readBy: stdio,
  },
  SERVICE_AUTO_CAPTURE: {
    schema: flag,
    meaning: '`true`: new content of files goes through extraction, in the background',
    readBy: servers,
  },
  SERVICE_CAPTURE: {
    schema: choice(captureModes).default('balanced'),
    meaning:
      'how much hooks store without a key: `careful` fewer statements and rarely a wrong one, `eager` more, also more wrong ones',
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
      '`off`: hooks that hosts run recall and capture nothing; `without-tools`: those before edits and commands give nothing',
    readBy: ['hook'],
  },
  SERVICE_TEAM_FOLDER: {
    schema: choice(['on', 'off']).default('on'),
    meaning:
      '`off`: the files of `.agents/memory` in repositories are read only by `share` ([team folder](team-folder.md))',
    readBy: ['stdio', 'hook'],
  },
  SERVICE_EXTRACT_WITH: {
    schema: choice(['rules', 'host']).default('rules'),
    meaning:
      '`host`: when a session is over, its host’s model reads it, through the host’s login; with a key the provider’s model extracts instead ([hooks](hooks.md#the-hosts-own-model))',
    readBy: ['stdio', 'hook'],
  },
  SERVICE_HOST_EXTRACTIONS: {
    schema: wholeNumber(4, 'must be a whole number, 0 to 9999').default(10),
    meaning: 'the most sessions a UTC day that the models of hosts read, with `SERVICE_EXTRACT_WITH=host`',
    readBy: ['stdio', 'hook'],
  },
  SERVICE_EXTRACTING: {
    schema: flag,
    meaning:
      '`true`: the program sets it where it runs a host to read a session; hooks and the stdio server do nothing there',
    readBy: ['stdio', 'hook'],
  },
  SERVICE_RECALL_LOG_DAYS: {
    schema: wholeNumber(4, 'must be a whole number of days, 0 to 9999').default(30),
    meaning:
      'how many days the store keeps the queries and results of agents, for people to look at; never sent or exported; 0: none are stored',
    readBy: [...servers, 'hook'],
  },
  SERVICE_TOOLSETS: {
    schema: list.to((given) => given.map(toolset.read)).must(({ length }) => length > 0, 'must name a tool set'),
    default: 'all but `admin`, `review` and `chatgpt`',
    meaning: `comma list of ${ticked(toolsets)}: the tools that are offered; \`core\` is a small set for little context, \`chatgpt\` has \`search\` and \`fetch\` for [ChatGPT](web-hosts.md#chatgpt)`,
    readBy: servers,
  },
  SERVICE_TIER: {
    schema: choice(tiers),
    default: '`UNLIMITED`, with `serve` `BUSINESS`',
    meaning: `${ticked(tiers)}: features and limits of the tenant \`local\` ([tiers](reference/tiers.md))`,
    readBy: everyone,
  },
  SERVICE_RATE_LIMITS: {
    schema: choice(switches).default('on'),
    meaning: '`off`: no request limits and no interval between file syncs',
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
    schema: wholeNumber(12),
    meaning: 'a hard limit for a UTC day over extraction and embeddings together',
    readBy: extracting,
    group: 'ai',
  },
  SERVICE_ENCODER: {
    schema: trimmed,
    default: '`encoder` in the user data folder',
    meaning:
      'the folder of the larger encoder that `encoder on` installs; `off`: no encoder is used, nor that of the package',
    readBy: ['stdio', 'serve', 'encoder', 'commands for memories', 'hook'],
  },
  SERVICE_ENCODER_URL: {
    schema: webAddress,
    default: `\`${defaultModelAddress}\``,
    meaning: 'the base address from which `encoder on` downloads the model’s files',
    readBy: ['encoder'],
  },
  SERVICE_HTTP_HOSTS: {
    schema: names,
    meaning: 'comma list of host names that it answers to, besides `localhost` and addresses',
    readBy: serve,
  },
  SERVICE_HTTP_ORIGINS: {
    schema: list.must((given) => given.every(isOrigin), 'must be origins such as https://example.com').default([]),
    meaning: 'comma list of origins whose web pages may call it, such as `https://example.com`',
    readBy: serve,
  },
  SERVICE_HTTP_PROXIES: {
    schema: list
      .must((given) => given.every(isNetwork), 'must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8')
      .default([]),
    meaning:
      'comma list of addresses and networks of proxies whose `X-Forwarded-For` names the client, such as `127.0.0.1` for a tunnel on this machine',
    readBy: serve,
  },
  SERVICE_HTTP_CONNECTIONS: {
    schema: wholeNumber(6, 'must be a whole number up to 999999')
      .must((number) => number > 0, 'must be at least 1')
      .default(2_000),
    meaning: 'the most connections at a time',
    readBy: serve,
  },
  SERVICE_HTTP_CONNECTIONS_PER_ADDRESS: {
    schema: wholeNumber(6, 'must be a whole number up to 999999').must((number) => number > 0, 'must be at least 1'),
    default: 'half of `SERVICE_HTTP_CONNECTIONS`',
    meaning:
      'the most connections of one address, or of one IPv6 network of 64 bits; raise it behind a proxy, because all clients come from its address',
    readBy: serve,
  },
  SERVICE_PRIVATE_HOSTS: {
    schema: names,
    meaning:
      "comma list of `host` or `host:port` that tenants' webhooks and `baseUrl`s may reach outside the public Internet, by `http` too; compared with the URL's host as written",
    readBy: serve,
  },
  SERVICE_AI_HOSTS: {
    schema: names,
    meaning: 'deprecated: as `SERVICE_PRIVATE_HOSTS`, only for `baseUrl`s',
    readBy: serve,
    replacedBy: 'SERVICE_PRIVATE_HOSTS',
  },
  SERVICE_WEBHOOK_HOSTS: {
    schema: names,
    meaning: 'deprecated: as `SERVICE_PRIVATE_HOSTS`, only for webhooks',
    readBy: serve,
    replacedBy: 'SERVICE_PRIVATE_HOSTS',
  },
  SERVICE_AUDIT_DAYS: {
    schema: wholeNumber(5).default(400),
    meaning: 'how many days lines of the audit log are kept',
    readBy: servers,
  },
  SERVICE_WORKERS: {
    schema: wholeNumber(3, 'must be a whole number up to 999'),
    default: 'one less than the cores, at least 1',
    meaning: 'threads for searches, exports and extraction by rules, each with its own caches; `0`: none',
    readBy: serve,
  },
} satisfies Record<string, Setting>;

/** A list of values as Markdown: `a`, `b` or `c`. */
function ticked(values: readonly string[]): string {
  const all = values.map((value) => `\`${value}\``);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

function passwordsIn(url: string): string[] {
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? [] : asWrittenAndMeant(password);
}
