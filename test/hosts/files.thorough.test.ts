import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Format, Host, HostScope, ServerPlace } from '../../src/hosts/host.ts';
import { hosts } from '../../src/hosts/index.ts';
import { fileOf } from '../../src/hosts/installed.ts';
import { isOurs, readLaunch } from '../../src/hosts/launch.ts';
import { command, placesOf, ScratchMachine } from '../support/hosts.ts';

type Data = Record<string, unknown>;
const readers: Record<Format, (text: string) => Data> = {
  json: (text) => parseJson(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) as Data,
  toml: (text) => JSON.parse(JSON.stringify(parseToml(text.replace(/^\uFEFF/, '')))) as Data,
  yaml: (text) => parseYaml(text.replace(/^\uFEFF/, '')) as Data,
};

/** Texts of a host's file, for the key of its servers. */
const texts: Record<string, Record<Format, (key: string) => string>> = {
  empty: { json: () => '', toml: () => '', yaml: () => '' },
  'an empty object': { json: () => '{}', toml: () => '\n', yaml: () => '{}\n' },
  comments: {
    json: (key) => `// mine\n{\n  "theme": "dark", // kept\n  /* none yet */\n  "${key}": {\n    // here\n  }\n}\n`,
    toml: () => '# mine\nmodel = "o3"   # kept\n\n[tui]\n# below\nnotifications = [ "a",\n  "b" ]\n# the end\n',
    yaml: (key) => `# mine\nGOOSE_MODEL: "x"   # kept\n${key}:\n  # here\n`,
  },
  'other servers': {
    json: (key) =>
      `{\n\t"${key}": {\n\t\t"one": { "command": "a", "args": ["-y"] },\n\t\t"two": {"url": "http://x"} // mine\n\t},\n\t"last": [1,2]\n}`,
    toml: (key) =>
      `[${key}.one]\ncommand = 'a' # mine\nargs = ["-y"]\n\n[${key}.two]\nurl = "http://x"\n\n[last]\nat = 2024-01-01\n`,
    yaml: (key) =>
      `${key}:\n    one: {type: stdio, cmd: a}\n    two:\n        type: sse\n        uri: |\n          http://x\n\n# the end\nlast: [1, 2]\n`,
  },
  'one line': {
    json: (key) => `{"a":1,"${key}":{"one":{"command":"a"}}}`,
    toml: (key) => `a = 1\n${key}.one = {command = "a"}`,
    yaml: (key) => `{a: 1, ${key}: {one: {cmd: a}}}`,
  },
  'a byte order mark and CRLF': {
    json: (key) => `\uFEFF{\r\n  "${key}": {\r\n    "one": {},\r\n  },\r\n}\r\n`,
    toml: (key) => `\uFEFF# mine\r\n[${key}.one]\r\ncommand = "a"\r\n`,
    yaml: (key) => `\uFEFF${key}:\r\n  one:\r\n    cmd: a\r\n`,
  },
};
const broken: Record<Format, string> = { json: '{ "a": ', toml: 'a = [1\n[b', yaml: 'a: [1\nb: {' };

const places = placesOf(hosts);

function prepare(host: Host, scope: HostScope) {
  const scratch = new ScratchMachine();
  const place = host.server[scope] as ServerPlace;
  const path = scratch.folderFor(fileOf(place, scratch.machine));
  const serversIn = (text: string) =>
    place.key.reduce<Data>((data, key) => (data?.[key] ?? {}) as Data, readers[place.format](text) ?? {});
  return { scratch, place, path, serversIn };
}

function textFor(kind: string, { format, key }: ServerPlace): string {
  return (texts[kind] as Record<Format, (name: string) => string>)[format](key.join('.'));
}

/** Every line of a text is in another, in order; a line may have got a comma at its end. */
function keepsLines(before: string, after: string): boolean {
  const lines = after.split('\n');
  return before.split('\n').every((line) => {
    const isKept = (other: string) => other === line || other.replace(/,(?=\s*(?:\/\/.*)?\r?$)/, '') === line;
    const index = lines.findIndex(isKept);
    if (index === -1) return false;
    lines.splice(0, index + 1);
    return true;
  });
}

describe.each(places)('$title', ({ host, scope }) => {
  test('a file is created with our entry, and deleted by uninstall', () => {
    const { scratch, place, path, serversIn } = prepare(host, scope);
    const before = scratch.snapshot();
    const { done, problems } = scratch.init([host], { scope });
    expect(problems).toStrictEqual([]);
    expect(done).toMatchObject([{ path, action: 'create', hosts: [host.name] }]);
    const [[, entry] = []] = Object.entries(serversIn(readFileSync(path, 'utf8')));
    expect(readLaunch(entry)).toStrictEqual({ ...command, env: { SERVICE_CHARACTER: 'ada' } });
    expect(entry).toStrictEqual(
      JSON.parse(JSON.stringify(place.entry({ ...command, env: { SERVICE_CHARACTER: 'ada' } }))),
    );
    const written = scratch.snapshot();
    expect(scratch.init([host], { scope }).done).toMatchObject([{ action: 'keep' }]);
    expect(scratch.snapshot()).toStrictEqual(written);
    scratch.uninstall([host]);
    // The folder existed before.
    expect(scratch.snapshot()).toStrictEqual(before);
  });

  test('hooks and rules are removed to the byte', () => {
    const { scratch } = prepare(host, scope);
    const notes = scratch.folderFor(join(scratch.machine.project, 'AGENTS.md'));
    writeFileSync(notes, '# Notes\n\nUse tabs.');
    const before = scratch.snapshot();
    const wishes = { scope, hooks: true, rules: true };
    expect(scratch.init([host], wishes).problems).toStrictEqual([]);
    const written = scratch.snapshot();
    expect(scratch.init([host], wishes).done.every(({ action }) => action === 'keep')).toBe(true);
    expect(scratch.snapshot()).toStrictEqual(written);
    if (host.hooks?.parts[scope]) {
      const all = Object.values(written).join('\n');
      for (const event of host.hooks.events) expect(all).toContain(event);
      expect(all).toContain('ada');
    }
    scratch.uninstall([host]);
    expect(scratch.snapshot()).toStrictEqual(before);
  });
});

/** One place of each host: the possible texts are the same everywhere. */
const oneEach = places.filter(({ host, scope }) => scope === (host.server.user ? 'user' : 'project'));

describe.each(oneEach)('$title', ({ host, scope }) => {
  test.each(Object.keys(texts))('%s: init changes only our entry, and uninstall restores the file', (kind) => {
    const { scratch, place, path, serversIn } = prepare(host, scope);
    const text = textFor(kind, place);
    writeFileSync(path, text, { mode: 0o640 });
    const { problems } = scratch.init([host], { scope });
    expect(problems).toStrictEqual([]);
    const after = readFileSync(path, 'utf8');
    const ours = Object.entries(serversIn(after)).filter(([, entry]) => isOurs(entry));
    expect(ours).toHaveLength(1);
    if (!['empty', 'an empty object', 'one line'].includes(kind)) expect(keepsLines(text, after)).toBe(true);
    expect(Object.keys(serversIn(after))).toStrictEqual([...Object.keys(serversIn(text)), ours[0]?.[0]]);
    expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
    if (text.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readFileSync(`${path}.bak-run1`, 'utf8')).toBe(text);
    scratch.init([host], { scope });
    expect(readFileSync(path, 'utf8')).toBe(after);
    expect(existsSync(`${path}.bak-run2`)).toBe(false);
    scratch.uninstall([host]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('an unreadable file is left alone, with instructions to edit it by hand', () => {
    const { scratch, place, path } = prepare(host, scope);
    writeFileSync(path, broken[place.format]);
    const { problems, snippets } = scratch.init([host], { scope, hooks: true });
    expect(problems).toMatchObject([{ host: host.name, path, reason: expect.stringContaining('not valid') }]);
    expect(snippets).toMatchObject([
      { host: host.name, where: path, text: expect.stringContaining(command.args[0] ?? '') },
    ]);
    expect(readFileSync(path, 'utf8')).toBe(broken[place.format]);
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)))).toStrictEqual([
      basename(path),
    ]);
  });

  test.runIf(scope === 'user')('the user’s additions to our entry stay, and the command is updated', () => {
    const { scratch, place, path, serversIn } = prepare(host, scope);
    const older = place.entry({
      command: 'npx',
      args: ['-y', 'agent-memory-service@0'],
      env: { SERVICE_CHARACTER: 'bo' },
    });
    const text = JSON.stringify({ mine: { disabled: false, ...older } });
    const whole = place.key.reduceRight((inner, key) => `{"${key}": ${inner}}`, text);
    if (place.format === 'toml') {
      writeFileSync(
        path,
        `[${place.key.join('.')}.mine]\ndisabled = false\ncommand = "npx"\nargs = ["-y", "agent-memory-service@0"]\nenv = {SERVICE_CHARACTER = "bo"}\n`,
      );
    } else writeFileSync(path, whole);
    scratch.init([host], { scope });
    const servers = serversIn(readFileSync(path, 'utf8'));
    expect(Object.keys(servers)).toStrictEqual(['mine']);
    expect(servers.mine).toMatchObject({ disabled: false });
    expect(readLaunch(servers.mine)).toStrictEqual({ ...command, env: { SERVICE_CHARACTER: 'bo' } });
    const written = readFileSync(path, 'utf8');
    scratch.init([host], { scope });
    expect(readFileSync(path, 'utf8')).toBe(written);
    scratch.init([host], { scope, env: { SERVICE_CHARACTER: 'eve' } });
    expect(readLaunch(serversIn(readFileSync(path, 'utf8')).mine)?.env).toStrictEqual({ SERVICE_CHARACTER: 'eve' });
    scratch.uninstall([host]);
    expect(serversIn(readFileSync(path, 'utf8'))).toStrictEqual({});
  });

  test('a read-only file is left alone', () => {
    const { scratch, place, path } = prepare(host, scope);
    const text = textFor('other servers', place);
    writeFileSync(path, text);
    chmodSync(path, 0o444);
    expect(scratch.init([host], { scope }).problems).toMatchObject([
      { host: host.name, path, reason: 'it is read-only' },
    ]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test.runIf(scope === 'user')('a link stays a link, and its target is written, with its backup beside it', () => {
    const { scratch, path, serversIn } = prepare(host, scope);
    const target = join(scratch.root, 'dotfiles');
    writeFileSync(target, '');
    symlinkSync(target, path);
    scratch.init([host], { scope });
    expect([existsSync(`${target}.bak-run1`), existsSync(`${path}.bak-run1`)]).toStrictEqual([true, false]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(Object.values(serversIn(readFileSync(target, 'utf8'))).some(isOurs)).toBe(true);
    scratch.uninstall([host]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('');
  });
});
