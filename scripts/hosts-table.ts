import { byFolder } from '../src/domain/project-rules.ts';
import type { Host, HostScope, Path } from '../src/hosts/host.ts';
import { platforms } from '../src/hosts/host.ts';
import { snippetFor } from '../src/hosts/setup/plan.ts';
import { table } from './tables.ts';

const systems = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const;
const command = { command: 'npx', args: ['-y', '--prefer-offline', 'agent-memory-service'] };
const defaults = { SERVICE_CHARACTER: byFolder };

/** A path for readers: `$NAME` for an environment variable that may replace it. */
function spell(path: Path): string {
  const forms = typeof path === 'string' ? [path] : [...new Set(platforms.map((platform) => path[platform]))];
  const [only] = forms;
  if (forms.length === 1 && only !== undefined) return code(only);
  const named = path as Exclude<Path, string>;
  return platforms.map((platform) => `${systems[platform]} ${code(named[platform])}`).join('<br>');
}

function code(path: string): string {
  const variable = /\{(\w+):-([^}]*)\}/.exec(path);
  if (!variable) return `\`${path}\``;
  const [, name = '', fallback = ''] = variable;
  return `\`${path.replace(variable[0], fallback)}\` (\`$${name}\`)`;
}

function serverCell(host: Host, scope: HostScope): string {
  const place = host.server[scope];
  if (place) return `${spell(place.file)}, \`${place.key.join('.')}\``;
  return scope === 'user' && host.snippet ? `by hand: ${host.snippet.where}` : '–';
}

function rulesCell({ rules }: Host): string {
  const files = [rules?.user, rules?.project].flatMap((found) => (found ? [spell(found.file)] : []));
  return files.join('; ') || '–';
}

/** Hosts of one kind of evidence, each with the page that it relies on first. */
function known(hosts: readonly Host[], evidence: Host['evidence']): string {
  const named = hosts.filter((host) => host.evidence === evidence);
  return named.map(({ title, pages: [page] }) => `[${title}](${page})`).join(', ');
}

/** The parts of docs/hosts.md and docs/reference/hosts.md that follow from the declarations, by their names. */
function hostsSections(hosts: readonly Host[]): Record<string, string> {
  const forms = new Map<string, Host[]>();
  for (const host of hosts) {
    const text = snippetFor(host, { command, env: {}, defaults, initial: {} });
    forms.set(text, [...(forms.get(text) ?? []), host]);
  }
  return {
    names: `${hosts.map(({ title, name }) => `${title} \`${name}\``).join(', ')}.`,
    servers: table(
      ['host', '`--host`', 'user', 'project (`--project`)'],
      hosts.map((host) => [host.title, `\`${host.name}\``, serverCell(host, 'user'), serverCell(host, 'project')]),
    ),
    rules: table(
      ['host', 'rules files'],
      hosts.filter(({ rules }) => rules).map((host) => [host.title, rulesCell(host)]),
    ),
    evidence: [`Run: ${known(hosts, 'tried')}.`, `Known from their documentation: ${known(hosts, 'documented')}.`].join(
      '\n\n',
    ),
    snippets: [...forms]
      .map(
        ([text, some]) =>
          `${some.map(({ title }) => title).join(', ')}:\n\n\`\`\`${languageOf(some[0] as Host)}\n${compact(text, some[0] as Host)}\n\`\`\``,
      )
      .join('\n\n'),
  };
}

/** JSON on one line. */
function compact(text: string, host: Host): string {
  if (languageOf(host) !== 'json') return text.trimEnd();
  const spaced = JSON.stringify(JSON.parse(text), undefined, 1);
  return spaced.replaceAll(/\n */g, ' ').replaceAll(/([[{]) | (?=[\]}])/g, '$1');
}

function languageOf({ server, snippet }: Host): string {
  return (server.user ?? snippet)?.format ?? 'json';
}

/** The document with each section between `<!-- hosts NAME -->` and `<!-- end -->` made again. */
export function withHosts(document: string, hosts: readonly Host[]): string {
  const sections = hostsSections(hosts);
  return document.replace(/<!-- hosts (\w+) -->\n[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const section = sections[name];
    if (section === undefined) throw new Error(`there is no section "${name}" of hosts`);
    return `<!-- hosts ${name} -->\n\n${section}\n\n<!-- end -->`;
  });
}
