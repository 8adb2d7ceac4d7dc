import type { Binding } from './bindings.ts';
import { descriptionPath } from './documentation.ts';

interface Route {
  pattern: string;
  parts: readonly string[];
  bindings: Map<string, Binding>;
  methods: string[];
}

/** The match of a path and a method: a binding, or a path that takes other methods. */
export type Match =
  | { binding: Binding; pathParameters: Record<string, string> }
  | { binding?: undefined; pattern: string; methods: readonly string[] };

/**
 * Finds bindings by method and path. The first match wins, in the order of `bindings`; paths that end in a word come
 * before those that end in a parameter: `/characters/{id}/export` before `/characters/resolve/{alias}`, for a character
 * may be called `resolve`.
 */
export class Routes {
  /** By the number of their parts. */
  readonly #routes = new Map<number, Route[]>();

  constructor(bound: readonly Binding[]) {
    this.#at(descriptionPath).methods.push('GET');
    for (const binding of bound) {
      const { bindings, methods } = this.#at(binding.pattern);
      if (!bindings.has(binding.rest.method)) bindings.set(binding.rest.method, binding);
      methods.push(binding.rest.method);
    }
  }

  /** @param path decoded, encoded slashes apart */
  find(method: string, path: string): Match | undefined {
    const parts = path.split('/');
    const asked = method === 'HEAD' ? 'GET' : method;
    let other: Route | undefined;
    for (const route of this.#routes.get(parts.length) ?? []) {
      if (!fits(route, parts)) continue;
      const binding = route.bindings.get(asked);
      if (binding) return { binding, pathParameters: parametersOf(route, parts) };
      other ??= route;
    }
    return other;
  }

  #at(pattern: string): Route {
    const parts = pattern.split('/');
    const alike = this.#routes.get(parts.length) ?? [];
    this.#routes.set(parts.length, alike);
    const known = alike.find((route) => route.pattern === pattern);
    if (known) return known;
    const made = { pattern, parts, bindings: new Map(), methods: [] };
    alike.push(made);
    alike.sort((a, b) => Number(endsOpen(a)) - Number(endsOpen(b)));
    return made;
  }
}

function endsOpen({ parts }: Route): boolean {
  return isOpen(parts.at(-1) ?? '');
}

function isOpen(part: string): boolean {
  return part.charCodeAt(0) === 58;
}

function fits({ parts }: Route, given: readonly string[]): boolean {
  // From the end, where paths differ; every request comes through here.
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i] as string;
    if (part !== given[i] && (!isOpen(part) || given[i] === '')) return false;
  }
  return true;
}

function parametersOf({ parts }: Route, given: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [i, part] of parts.entries()) if (isOpen(part)) found[part.slice(1)] = decoded(given[i] as string);
  return found;
}

/** Invalid percent-encoded UTF-8 is refused when the whole target is read. */
function decoded(part: string): string {
  try {
    return part.includes('%') ? decodeURIComponent(part) : part;
  } catch {
    return part;
  }
}
