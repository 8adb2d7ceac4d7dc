import { settings } from '../src/features/config.ts';
import { defaultOf, type Setting } from '../src/settings/setting.ts';

/** What `help` prints: what most people need. */
export const overview = `agent-memory-service: the memory that AI agents keep, in one SQLite file on this machine.

  init              sets it up in the MCP hosts of this machine, and proves it by one memory
  doctor            looks at store, settings and every host, and says what to do
  ui                opens the dashboard in the browser
  demo              shows a session against a throw-away store

  add TEXT…         remembers a text
  search QUERY…     memories that answer it, best first
  list              all memories, the newest first
  show ID           a memory with its history; edit ID and delete ID change it
  import FILE…      notes, documents, chats and exports of other products; --sessions: past sessions of hosts
  export            writes a character as Markdown: whose memory it is, yours, a project's, an agent's

  watch PATH…       follows files of notes: a changed statement changes its memory
  connect URL       syncs the memory with a server; sync FOLDER with your other machines
  backup FILE       a checked copy of the store; restore FILE brings it back
  serve             REST, MCP and the dashboard over HTTP, for a team
  uninstall         takes out what init wrote; memories stay

Without a command it serves MCP over standard input and output, as hosts start it.

  agent-memory-service help COMMAND     a command with its options
  agent-memory-service help commands    all commands
  agent-memory-service help settings    the environment variables that it reads
`;

/** All commands with their options. */
export const commandsHelp = `Usage
  agent-memory-service [stdio]   serve MCP over standard input and output; an MCP host starts it so
  agent-memory-service demo      show a session against a throw-away store
  agent-memory-service serve     serve REST (/v1), MCP (/mcp) and the dashboard (/) over HTTP
      --host 127.0.0.1  --port 8787
      --print-key                the first key on stderr, in place of a file beside the store
  agent-memory-service ui        the dashboard over your own store, in the browser, until Ctrl-C
      --port N  --no-open        a port of your choice; print the link only
  agent-memory-service init      write this server into the hosts of this machine, and prove it by one memory
      --all | --host NAME...     hosts that are found, or named ones (docs/hosts.md lists them)
      --character NAME           the character that they use
      --hooks                    recall at every prompt and capture at the end, without a tool call
      --extract-with host        the host's own model reads each session once when it is over (docs/hooks.md); rules: not
      --rules                    instructions in CLAUDE.md, AGENTS.md and the like: when to remember
      --project                  the project's files, and a memory of its own, instead of the user's
      --with-key                 keys of the provider go into the hosts' files too
      --dry-run  --yes  --json   only show; do not ask; one document instead of a table
  agent-memory-service uninstall take out what init wrote; memories stay
      --all | --host NAME...  --dry-run  --yes  --json
  agent-memory-service update    say whether npm has a newer version, and how to get it; changes nothing  [--json]
  agent-memory-service hook EVENT --host NAME   what hosts' hooks run (docs/hooks.md): JSON in, JSON out
      --character NAME  --db FILE   instead of SERVICE_CHARACTER and SERVICE_DB
      --extract-with host|rules     instead of SERVICE_EXTRACT_WITH
  agent-memory-service statusline   a line for hosts that show one: "6 known, 2 recalled, 1 kept 12 s ago"
      --character NAME  --db FILE
  agent-memory-service help [COMMAND | commands | settings]
  agent-memory-service version

Your memories (--json prints JSON; --character NAME names another than the folder's)
  add TEXT…         remembers a text; "-" reads it from standard input  [--category NAME: word for word]
      --importance LOW|NORMAL|HIGH|CRITICAL  --allow-secret
  search QUERY…     memories that answer it, best first
      --limit N  --min-relevance 0..1  --category NAME  --since TIME  --until TIME  --importance LEVEL
      --source direct|extraction|file|import  --file PATH  --tag TAG…  --metadata KEY=VALUE…
  list              the newest first
      --limit N  --page N (from 0)  --cursor C  --deleted
      --category NAME  --since TIME  --until TIME  --importance LEVEL  --tag TAG…  --metadata KEY=VALUE…
  show ID           a memory whole, with its history
  edit ID           --content TEXT  --category NAME  --importance LEVEL  --salience 0..1  --allow-secret
  delete ID…        deletes memories; the dashboard restores them
  reassign ID… --to me|project|NAME   moves memories, with their history, to another character  [--category NAME]
  reassign --about-me         moves what is surely about you in memories of projects to your own  [--dry-run]
  reassign --undo BATCH…      takes a move back  [--to NAME: where they are, if not with you]
  refile            files what hooks captured among the decisions before, and is none, where it belongs
      --dry-run  --yes  --undo BATCH
  share             keeps the memory of this repository's project as files in it, for pull requests (docs/team-folder.md)
      --names: also memories that name people  --deleted: files that are gone were deleted  --dry-run
  erase ID…         removes memories for good, with their history and what else holds their texts (docs/privacy.md)
      --words TEXT…  --file PATH  --session ID  --batch ID  --author NAME  --source KIND  --since TIME  --until TIME
      --everywhere  --dry-run  --yes  --all: everything of --character NAME
  import FILE…      files and folders of notes, documents, chat exports and exports of other products; - is standard input
      --character NAME  --category NAME  --dry-run  --allow-secret
  import --sessions [HOST…]   past sessions of hosts on this disk: stores what hooks would have stored
      --since DAYS  --character NAME  --dry-run  --yes: shows what it would store, and asks before it writes
  watch PATH…       reads files and folders of notes now; servers follow them from then on
      --character NAME  --dry-run
  watch --hosts     the same with the notes that Claude Code, Codex, Gemini CLI and Qwen Code write themselves
  watch --reread    reads all watched files again, also unchanged ones, as this version understands them
      --character NAME  --dry-run: shows what would change; undo_batch takes the named batch back
  export            one character as Markdown on stdout, or a file of each with --out
      --character NAME  --out DIR  --tag TAG…  --metadata KEY=VALUE…
      --okf DIR          a folder in the Open Knowledge Format, which import reads back  [--character NAME]
      --page             a page of what holds, for people  [--character NAME]
  connect URL       syncs characters with a server (serve), online and offline (docs/machines.md)
      --character NAME… | --all   by name; what one side lacks is made there; --all asks about those of others there
      --sign-in                  a person signs in in the browser; --no-open prints the address alone
      --key-file FILE            a member's key; without either the key is asked for
      --dry-run                  shows the characters of both sides, and memories with the same text
  connections       waiting changes, refused ones and why, and the last contact
  connections keep CHARACTER…
                    keeps them here also when the server shares them no more  [--off]
  connections resolve CHARACTER --wins here|server
                    begins anew with a server that was restored from an older backup
  disconnect [URL]  memories stay here, or are deleted with --remove  [--character NAME…]  [--keep]
  sync              exchanges everything now; --watch goes on until Ctrl-C, where no host's server does
  sync FOLDER       the same without a server, through a folder that stores share; the first one there decides the order
      --character NAME… | --all  --dry-run   the first time; default: your own memory, and what is there
      --passphrase-file FILE | --encrypt     encrypted; --encrypt asks for the passphrase
      --wait                     until the deciding store has answered, at most ten minutes
      --decide                   this store decides from now on, because the other one is lost
  sync ssh HOST     the same with another machine, whose store decides the order
      --character NAME… | --all  --dry-run   the first time, as with connect
      --command COMMAND          what starts agent-memory-service there, if it is not on the PATH
  sync answer       what "sync ssh" starts on the other machine
  backup FILE       a checked copy of the store, while servers run
  restore FILE      replaces the store with a backup; the old one stays beside it; no server may run  [--yes]
  move              the whole store into another one: a new file, or an empty PostgreSQL database
      --from FILE|URL  --to FILE|URL   all of it or nothing, checked afterwards; the source is only read.
                         Stop its servers first: a file that is open is refused; later writes would stay behind
  encoder on        finds memories in other words, on this machine alone: shows what it fetches, and asks first
      --from FOLDER (a model's files that you bring; docs/search.md)  --yes
  encoder off       removes it and gives its space back; memories stay
  encoder status    its size, and how many memories it has read
  doctor            looks at store, settings and every configured host, and says what to do
      --host NAME…  --provider (asks it once)
      --repair  shows rows that an earlier version took from others and no store should hold; --yes mends them, after a backup

Tenants, members and keys of serve (--json prints JSON; TENANT and MEMBER are ids or names)
  tenants create NAME [--tier FREE]
  tenants list
  tenants set-tier TENANT TIER [--period-end ISO]   upgrades at once, downgrades at the end of the period
  members add --tenant TENANT --name NAME --role OWNER|ADMIN|MEMBER|VIEWER [--external-id SUB]
  members list --tenant TENANT
  members set-role MEMBER ROLE [--tenant TENANT]
  members suspend|resume|remove MEMBER [--tenant TENANT]
  members link MEMBER [--tenant TENANT] [--minutes 60] [--url ADDRESS]   a link that signs in to the dashboard once
  keys create --tenant TENANT [--member MEMBER] [--name NAME] [--days DAYS] [--read-only] [--character NAME…]
  keys list --tenant TENANT
  keys rotate KEYID [--overlap MINUTES]   a new text with the same scope; the old one ends at once, or then
  keys revoke KEYID
`;

/** Two lines for each setting: name with default and readers, then its meaning. */
export function settingsHelp(): string {
  const described = Object.entries<Setting>(settings).map(([name, setting]) => {
    const head = `  ${name} [${setting.readBy.join(', ')}], default: ${defaultOf(setting)}`;
    return plain(`${head}\n      ${setting.meaning}`);
  });
  return `Settings (environment variables; in brackets who reads them)\n${described.join('\n')}\n`;
}

/** Markdown as text: without marks of code, of a link its words. */
const plain = (markdown: string): string => markdown.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** What `help TOPIC` prints instead of a command. */
export const helpTopics: ReadonlyMap<string | undefined, () => string> = new Map([
  ['commands', () => commandsHelp],
  ['settings', settingsHelp],
]);

/** The help of one command, or of all commands of a group such as `keys`. */
export function helpOf([first = '', second = '']: readonly string[]): string {
  const found = commandsHelp.split(/\n(?= {2}\S)|\n\n/).filter((block) => {
    const [name, ...rest] = block.replace('agent-memory-service', '').trim().split(/\s+/);
    const isGroup = second === '' || second.startsWith('-');
    return (
      name?.replace(/[[\]]/g, '') === first && (isGroup || rest[0]?.split('|').includes(second) || !groups.has(first))
    );
  });
  return `${found.map((block) => block.trimEnd()).join('\n')}\n\nagent-memory-service help lists what most people need.\n`;
}

/** Commands of two words. */
const groups = new Set(['tenants', 'members', 'keys', 'encoder']);

/** Shown on stderr to a person who starts the server by hand. */
export const startedByHand = `agent-memory-service is an MCP server: it talks to an MCP host over standard input and output.
A host starts it with a configuration such as

  {"mcpServers": {"memory": {"command": "npx", "args": ["-y", "--prefer-offline", "agent-memory-service"]}}}

Try "agent-memory-service demo" to see it work, "agent-memory-service help" for more; Ctrl-C or Ctrl-D ends it.
`;
