import type { Binding } from '../src/http/bindings.ts';
import { describeInterface, type OpenApiOperation } from '../src/http/openapi.ts';
import { described, listOf } from './client-types.ts';
import { fieldOf, routeOf, type Schema, successOf } from './web-types.ts';

/** A keyword argument of a call. */
interface Argument {
  /** On the wire. */
  name: string;
  type: string;
  isRequired: boolean;
  isNullable: boolean;
}

interface Call {
  name: string;
  text: string;
  route: string;
  arguments: Argument[];
  answer: string;
}

const generated = '"""Generated from the declarations of operations by `npm run docs`; do not edit."""';
/** The keywords of Python 3.10 to 3.13 (`keyword.kwlist`): a field of this name gets an underscore. */
const words = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);
/** What a method has beside the fields of its operation. */
const reserved = new Set(['self', 'user', 'options', 'timeout', 'idempotency_key']);

/** The generated modules of clients/python, by name: records, routes, a method for each operation, and the version. */
export function pythonModules(bound: readonly Binding[], version: string): Record<string, string> {
  const { paths, components } = describeInterface(bound, '');
  const records = new Records(components.schemas as Record<string, Schema>);
  const calls = bound.map((binding) => callOf(binding, described(paths, binding), records));
  const renamed = bound.flatMap(({ rest }) => Object.entries(rest.query ?? {}));
  const lists = bound.flatMap((binding) => {
    const items = listOf(binding);
    return items === undefined ? [] : [`    "${snake(binding.operation.name)}": "${items}",`];
  });
  const nullable = calls.flatMap(({ name, arguments: given }) => {
    const empties = given.filter(({ isNullable }) => isNullable).map((one) => `"${snake(one.name)}"`);
    return empties.length === 0 ? [] : [`    "${name}": {${empties.join(', ')}},`];
  });
  return {
    records: `${generated}

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

${records.classes.join('\n\n')}
`,
    routes: `${generated}

# Method and path of each operation; those with a "!" change something.
ROUTES = {
${calls.map(({ name, route }) => `    "${name}": "${route}",`).join('\n')}
}

# The lists that go on over several pages, with the field of their items.
LISTS = {
${lists.join('\n')}
}

# Arguments of which None is a value, by operation: it empties the field.
NULLABLE = {
${nullable.join('\n')}
}

# Fields with another name in a query.
RENAMED = {${renamed.map(([wire, field]) => `"${field}": "${wire}"`).join(', ')}}
`,
    calls: methods('Calls', 'def', '', calls),
    async_calls: methods('AsyncCalls', 'async def', 'await ', calls),
    version: `${generated}\n\n__version__ = "${version}"\n`,
  };
}

/** The asynchronous client, made of the synchronous one. */
export function asynchronousClient(source: string): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^""".*"""$/m, '"""The asynchronous client, made of synchronous.py by `npm run docs`; do not edit."""'],
    [/\bimport time$/m, 'import asyncio'],
    [/time\.sleep\(/g, 'await asyncio.sleep('],
    [/(?<= = |return | {8})(self\._(?:run|call|http\.send)\()/g, 'await $1'],
    [/ = call\(/g, ' = await call('],
    [/Callable\[\.\.\., (Mapping\[str, Any\])\]/g, 'Callable[..., Awaitable[$1]]'],
    [/\bimport Callable, Iterator\b/, 'import AsyncIterator, Awaitable, Callable'],
    [/\bIterator\b/g, 'AsyncIterator'],
    [/httpx\.Client\b/g, 'httpx.AsyncClient'],
    [/self\._http\.close/g, 'await self._http.aclose'],
    [/self\.close\(\)$/gm, 'await self.close()'],
    [/\b__(enter|exit)__\b/g, '__a$1__'],
    [/class Memory\(Calls\)/, 'class AsyncMemory(AsyncCalls)'],
    [/generated\.calls import Calls/, 'generated.async_calls import AsyncCalls'],
    [/^ {4}def (?!__init__)/gm, '    async def '],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!new RegExp(from.source, from.flags).test(text)) throw new Error(`synchronous.py has no ${from.source}`);
    return text.replace(from, to);
  }, source);
}

function methods(name: string, define: string, wait: string, calls: Call[]): string {
  const text = calls.map((call) => method(define, wait, call)).join('\n\n');
  return `${generated}

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import Unpack

from .. import _steps as s
from . import records as r


class ${name}:
    """A method for each operation; they raise MemoryServiceError."""

    ${define} _call(self, name: str, given: dict[str, Any]) -> Any:
        raise NotImplementedError

${text}
`;
}

function method(define: string, wait: string, { name, text, arguments: given, answer }: Call): string {
  const lines = given.map(({ name: wire, type, isRequired, isNullable }) => {
    const argument = snake(wire);
    if (isNullable) return `        ${argument}: ${type} | None | s.Unset = s.UNSET,`;
    return isRequired ? `        ${argument}: ${type},` : `        ${argument}: ${type} | None = None,`;
  });
  const listed = lines.length === 0 ? '' : `        *,\n${lines.join('\n')}\n`;
  return `    ${define} ${name}(
        self,
${listed}        **options: Unpack[s.CallOptions],
    ) -> ${answer}:
        """${text}"""
        return ${wait}self._call("${name}", locals())`;
}

function callOf({ rest }: Binding, shown: OpenApiOperation, records: Records): Call {
  const id = shown.operationId;
  const name = snake(id);
  const pascal = `${id[0]!.toUpperCase()}${id.slice(1)}`;
  const queryField = rest.query ?? {};
  const parameters = shown.parameters as { name: string; in: string; required?: boolean; schema: Schema }[];
  const named = parameters
    .filter((one) => one.in !== 'header')
    .map((one) => {
      const field = one.in === 'path' ? fieldOf(one.name) : (queryField[one.name] ?? one.name);
      return argument(field, one.required === true, one.schema, pascal, records);
    });
  const content = shown.requestBody?.content as Record<string, { schema: Schema }> | undefined;
  const body = content?.['application/json']?.schema;
  const ofBody = body ? records.resolved(body) : {};
  const required = new Set((ofBody.required ?? []) as string[]);
  const fields = Object.entries((ofBody.properties ?? {}) as Record<string, Schema>).map(([field, schema]) =>
    argument(field, required.has(field), schema, pascal, records),
  );
  const own = [...named, ...fields];
  for (const { name: field } of own)
    if (reserved.has(snake(field))) throw new Error(`${id}: an argument cannot be called ${snake(field)}`);
  const all = own.flatMap((one) => {
    // A character may also be named as a user.
    const who = { ...one, isRequired: false };
    return one.name === 'characterId' ? [who, { ...who, name: 'user' }] : [one];
  });
  const changes = shown.parameters.some((one) => one.name === 'Idempotency-Key');
  const success = successOf(shown);
  return {
    name,
    text: shown.summary === shown.description ? shown.description : `${shown.summary}: ${shown.description}`,
    route: `${changes ? '!' : ''}${routeOf(rest.method, rest.path)}`,
    arguments: all.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)),
    answer: success === undefined ? 'None' : within(records.typeOf(success, `${pascal}Answer`)),
  };
}

function argument(name: string, isRequired: boolean, schema: Schema, owner: string, records: Records): Argument {
  const { nullable: isNullable = false, ...own } = schema;
  const type = within(records.typeOf(own, `${owner}${name[0]!.toUpperCase()}${name.slice(1)}`));
  return { name, type, isRequired, isNullable: isNullable === true };
}

/** Records are those of their module. */
function within(type: string): string {
  return type.replaceAll(/(?<!["\w])(?!Any|Literal|True|False)([A-Z]\w+)(?!["\w])/g, 'r.$1');
}

/** A field's name in Python; a word of the language itself gets an underscore at its end. */
function snake(name: string): string {
  const own = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return words.has(own) ? `${own}_` : own;
}

/** The records as classes, each before those that hold it. */
class Records {
  readonly classes: string[] = [];
  readonly #schemas: Record<string, Schema>;
  readonly #named = new Map<string, string>();
  readonly #done = new Map<string, string>();

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  resolved(schema: Schema): Schema {
    const name = nameOf(schema);
    return name === undefined ? schema : this.#schemas[name]!;
  }

  /** The type of a value; a record without a name gets `name`, or is one of the same fields. */
  typeOf(schema: Schema, name: string): string {
    const { anyOf, oneOf, nullable, type, items, properties, additionalProperties } = schema;
    const referred = nameOf(schema);
    if (referred !== undefined) {
      const known = this.#done.get(referred) ?? this.typeOf(this.#schemas[referred]!, referred);
      this.#done.set(referred, known);
      return known;
    }
    if (nullable === true) return `${this.typeOf({ ...schema, nullable: false }, name)} | None`;
    const either = (anyOf ?? oneOf) as Schema[] | undefined;
    if (Array.isArray(either) && !properties) {
      const types = either.map((one, i) => this.typeOf(one, i === 0 ? name : `${name}${i + 1}`));
      return [...new Set(types)].join(' | ');
    }
    if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (type === 'array') return `list[${this.typeOf((items ?? {}) as Schema, `${name}Item`)}]`;
    if (type === 'object' && properties) return this.#record(schema, name);
    if (type === 'object') return `dict[str, ${this.typeOf((additionalProperties ?? {}) as Schema, name)}]`;
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[String(type)] ?? 'Any';
  }

  #record(schema: Schema, name: string): string {
    const required = new Set((schema.required ?? []) as string[]);
    const fields = Object.entries(schema.properties as Record<string, Schema>).map(([field, of]) => {
      const type = this.typeOf(of, `${name}${field[0]!.toUpperCase()}${field.slice(1)}`);
      return `    ${field}: ${required.has(field) ? type : `NotRequired[${type}]`}`;
    });
    const body = fields.join('\n');
    const same = this.#named.get(body);
    if (same !== undefined && !(name in this.#schemas)) return same;
    if (same === undefined) this.#named.set(body, name);
    // A class cannot have a field that is a word of Python.
    const isWord = Object.keys(schema.properties as Record<string, Schema>).some((field) => words.has(field));
    const pairs = fields.map((field) => field.replace(/^ {4}(\w+): (.*)$/, "    '$1': $2,"));
    this.classes.push(
      isWord
        ? `\n${name} = TypedDict('${name}', {\n${pairs.join('\n')}\n})`
        : `\nclass ${name}(TypedDict):\n${body || '    pass'}`,
    );
    return name;
  }
}

function literal(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}

function nameOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
}
