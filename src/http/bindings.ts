import type * as z from 'zod';
import { bareType, definitionOf } from '../gate/meaning.ts';
import { type Operation, wholeOf } from '../gate/operation.ts';

/** The source of a field of the input, and the conversion of its text. */
export interface Parameter {
  /** Name on the wire. */
  name: string;
  /** Field of the operation's input. */
  field: string;
  kind: 'text' | 'number' | 'boolean' | 'json';
}

/** An operation as the REST interface sees it; everything here follows from its declaration. */
export interface Binding {
  /** With the input, output and run that it has over REST. */
  operation: Operation;
  rest: NonNullable<Operation['rest']>;
  /** The path as the router takes it: `/v1/characters/:id`. */
  pattern: string;
  pathParameters: Parameter[];
  /** Query parameters of operations that have no body; by wire name. */
  query: ReadonlyMap<string, Parameter>;
  /** The input is read from a JSON body. */
  hasBody: boolean;
}

/** The specification's names of path parameters that are fields of another name. */
export const pathFields: ReadonlyMap<string, string> = new Map([
  ['id', 'characterId'],
  ['memId', 'memoryId'],
]);

/** The bindings of all operations that exist over HTTP, those with fewer parameters first. Second routes come last. */
export function bindings(operations: readonly Operation[]): Binding[] {
  return [...routes(operations, ownRoute), ...routes(operations, secondRoute)];
}

type RouteOf = (operation: Operation, rest: Binding['rest']) => Binding | undefined;

function routes(operations: readonly Operation[], routeOf: RouteOf): Binding[] {
  const found = operations.flatMap((one) => (one.rest && routeOf(one, one.rest)) ?? []);
  return found.toSorted((a, b) => a.pathParameters.length - b.pathParameters.length);
}

const ownRoute: RouteOf = (operation, rest) => bind(wholeOf(operation), rest);

const secondRoute: RouteOf = (operation, { also, ...rest }) =>
  also && bind({ ...wholeOf(operation), input: also.input, output: also.output }, { ...rest, ...also });

function bind(operation: Operation, rest: Binding['rest']): Binding {
  const pathParameters = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => {
    return { name, field: pathFields.get(name) ?? name, kind: 'text' };
  });
  const hasBody = rest.method !== 'GET' && rest.method !== 'DELETE';
  const inPath = new Set(pathParameters.map(({ field }) => field));
  const renamed = new Map(Object.entries(rest.query ?? {}).map(([name, field]) => [field, name]));
  const others = Object.entries(operation.input.shape).filter(([field]) => !inPath.has(field));
  const query = others.map(([field, schema]): [string, Parameter] => {
    const name = renamed.get(field) ?? field;
    return [name, { name, field, kind: kindOf(schema as z.ZodType) }];
  });
  return {
    operation,
    rest,
    pattern: rest.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    pathParameters,
    query: new Map(query),
    hasBody,
  };
}

/** The schema inside of defaults and options. */
function kindOf(schema: z.ZodType): Parameter['kind'] {
  const { type } = definitionOf(bareType(schema));
  if (type === 'number' || type === 'boolean') return type;
  return ['array', 'object', 'record', 'union'].includes(type) ? 'json' : 'text';
}
