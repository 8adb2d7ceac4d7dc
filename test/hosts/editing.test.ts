import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml, stringify as tomlOf } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml, stringify as yamlOf } from 'yaml';
import { append, put, take } from '../../src/hosts/edit/edit.ts';
import { CannotEdit } from '../../src/hosts/edit/editor.ts';
import type { Format } from '../../src/hosts/host.ts';
import { spliceOf, undone } from '../../src/hosts/setup/splices.ts';
import { fc, holds } from '../support/law.ts';

const entry = { command: 'npx', args: ['-y', 'agent-memory-service@0'], env: { SERVICE_CHARACTER: 'ada "x" \\ é' } };
const key = fc
  .oneof(fc.constantFrom('servers', 'one', 'memory2', 'a.b', 'x y', '# no', '"', '1'), fc.string({ minLength: 1 }))
  .filter((name) => name !== '__proto__' && name !== 'memory' && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name));
const scalar = fc.oneof(
  fc.constantFrom('a', 'b: c', '[x]', '#', '"""', '{}', 'two\nlines\n'),
  fc.integer(),
  fc.boolean(),
);
const table = fc.dictionary(key, fc.oneof(scalar, fc.array(fc.constantFrom('p', 'q,r'))), { maxKeys: 4 });
const servers = fc.dictionary(key, table, { maxKeys: 3 });
const document = fc
  .record({ data: fc.dictionary(key, fc.oneof(scalar, table), { maxKeys: 4 }), servers, hasServers: fc.boolean() })
  .map(({ data, servers: some, hasServers }) => (hasServers ? { ...data, servers: some } : { ...data, servers: {} }));

const indents = fc.constantFrom('', ' ', '  ', '\t', '    ');
/** The document in a layout of its own, with comments between its lines. */
const writers: Record<Format, fc.Arbitrary<string>> = {
  json: fc.tuple(document, indents, fc.boolean(), fc.boolean()).map(([data, indent, isCommented, isWindows]) => {
    const text = JSON.stringify(data, undefined, indent);
    const commented = isCommented ? text.replaceAll(/(?<=[[{,])\n/g, ' // it is, "x": {\n') : text;
    return isWindows ? commented.replaceAll('\n', '\r\n') : commented;
  }),
  yaml: fc
    .tuple(document, fc.constantFrom(2, 4), fc.boolean(), fc.boolean())
    .map(([data, indent, isCommented, isFlow]) => {
      if (isFlow) return JSON.stringify(data);
      const text = yamlOf(data, { indent, lineWidth: 0 });
      return isCommented ? `# first\n${text}# last` : text;
    }),
  toml: fc.tuple(document, fc.boolean()).map(([data, isCommented]) => {
    const { servers: some, ...rest } = data;
    // A table that is only a header can be opened again.
    const text = tomlOf({ ...rest, ...(Object.keys(some).length > 0 ? { servers: some } : {}) });
    return isCommented ? text.replaceAll(/^(?=\[)/gm, '# a table\n') : text;
  }),
};
const readers: Record<Format, (text: string) => unknown> = {
  json: (text) => parseJson(text, [], { allowTrailingComma: true }),
  yaml: (text) => parseYaml(text),
  toml: (text) => JSON.parse(JSON.stringify(parseToml(text))),
};

test.each(['json', 'yaml', 'toml'] as const)(
  '%s: an entry is added and removed, and its neighbours stay unchanged',
  async (format) => {
    const path = ['servers', 'memory'];
    await holds(
      fc.property(writers[format], (text) => {
        const before = readers[format](text) as { servers?: Record<string, unknown> };
        let after: string;
        try {
          after = put(format, text, path, entry);
        } catch (error) {
          // Multi-line strings of TOML that look like tables may hide the right place.
          expect(error).toBeInstanceOf(CannotEdit);
          return;
        }
        // Not strictly: a key may be called constructor, by which strict equality compares types.
        expect(readers[format](after)).toEqual({ ...before, servers: { ...before.servers, memory: entry } });
        expect(put(format, after, path, entry)).toBe(after);
        const splice = spliceOf(text, after);
        expect(undone(after, splice ? [splice] : [])).toBe(text);
        const without = readers[format](take(format, after, path));
        expect({ ...(without as object), servers: (without as typeof before).servers ?? {} }).toEqual({
          ...before,
          servers: before.servers ?? {},
        });
      }),
      60,
    );
  },
);

test('JSON lists are edited in place', async () => {
  const path = ['servers', 'list'];
  await holds(
    fc.property(writers.json, fc.array(table, { maxLength: 3 }), fc.boolean(), (text, elements, isInline) => {
      const base = put('json', text, path, elements);
      const given = isInline ? base.replaceAll(/\s*\n\s*/g, ' ') : base;
      if (isInline && text.includes('//')) return;
      const after = append(given, path, entry);
      const listOf = (one: string) => (parseJson(one) as { servers: { list: unknown[] } }).servers.list;
      // Not strictly, as above.
      expect(listOf(after)).toEqual([...listOf(given), entry]);
      expect(listOf(take('json', after, [...path, elements.length]))).toEqual(listOf(given));
    }),
    60,
  );
});

test.each([
  ['json', '{"servers": {}, "servers": {}}', 'it has "servers" more than once'],
  ['json', '[]', 'it holds no object'],
  ['json', '{"servers": 1}', '"servers" is no object'],
  ['json', '{\n "a": }', 'it is not valid JSON (line 2: ValueExpected)'],
  ['toml', 'servers = { one = 1 }', `"servers.memory" can't be changed without touching its neighbours`],
  ['toml', 'a = 1\nb = ', 'it is not valid TOML (line 2'],
  ['yaml', 'a: [1\nb: {', 'it is not valid YAML (line'],
  ['yaml', 'servers: 1', '"servers" is no map'],
] as const)('%s that cannot be edited is refused: %s', (format, text, reason) => {
  expect(() => put(format, text, ['servers', 'memory'], entry)).toThrow(reason);
  expect(() => put(format, text, ['servers', 'memory'], entry)).toThrow(CannotEdit);
});
