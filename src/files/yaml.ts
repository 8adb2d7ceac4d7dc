import type { Composer } from 'yaml';

/** Brackets in brackets, and marks of lists and maps in one line. */
const maxNesting = 50;
const maxMarks = 200;

/**
 * Reads a map of YAML from another's file; undefined for anything else. It ends at the first fault: the parser makes an
 * error with its stack for each, thousands where a bracket is repeated.
 */
export async function readYaml(
  yaml: string,
  options: ConstructorParameters<typeof Composer>[0],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (isTooDeep(yaml)) return undefined;
  const { Composer, Parser } = await import('yaml');
  try {
    const tokens = untilFault(new Parser().parse(yaml));
    const [parsed] = new Composer({ ...options, logLevel: 'silent' }).compose(tokens, true, yaml.length);
    if (!parsed || parsed.errors.length > 0) return undefined;
    const value: unknown = parsed.toJS({ maxAliasCount: 20 });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function* untilFault<Token extends { type: string }>(tokens: Iterable<Token>): Generator<Token, void> {
  for (const token of tokens) {
    yield token;
    if (token.type === 'error') return;
  }
}

/** Whether YAML may nest so deep that the parser's stack ends: V8 then can end the process, which nothing catches. */
function isTooDeep(yaml: string): boolean {
  let depth = 0;
  let marks = 0;
  for (let i = 0; i < yaml.length; i++) {
    const one = yaml[i];
    if (one === '\n') marks = 0;
    else if (one === '[' || one === '{') depth++;
    else if (one === ']' || one === '}') depth--;
    else if ((one === '-' || one === '?' || one === ':') && /[ \t]/.test(yaml[i + 1] ?? '')) marks++;
    if (depth > maxNesting || marks > maxMarks) return true;
  }
  return false;
}
