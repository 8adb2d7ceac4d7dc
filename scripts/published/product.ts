import manifest from '../../package.json' with { type: 'json' };
import { settings } from '../../src/features/config.ts';
import type { Setting } from '../../src/settings/setting.ts';

/** The product's description for registries, from package.json. */
export const product = {
  name: manifest.name,
  /** The name in the registry of MCP servers, where it proves that the npm package is ours. */
  registryName: manifest.mcpName,
  title: 'Agent Memory',
  version: manifest.version,
  description: manifest.description,
  author: manifest.author,
  keywords: manifest.keywords,
  license: manifest.license,
  node: manifest.engines.node,
};

interface Variable {
  name: string;
  /** In plain words. */
  meaning: string;
  secret: boolean;
  choices: readonly string[] | undefined;
  default: string | undefined;
}

/** The variables that a server over stdio reads. */
export const stdioVariables: readonly Variable[] = Object.entries<Setting>(settings)
  .filter(([, { readBy }]) => readBy.includes('stdio') || readBy.includes('every command'))
  .map(([name, { schema, meaning, secret = false }]) => ({
    name,
    meaning: sentence(meaning),
    secret,
    choices: schema.values,
    default: schema.missing === undefined ? undefined : String(schema.missing),
  }));

/** Markdown of a table's cell as a sentence; one that begins with a value keeps its case. */
function sentence(meaning: string): string {
  const first = meaning.charAt(0);
  return `${first.toUpperCase()}${meaning.slice(1)}.`.replaceAll('`', '');
}

/** Formatted as a file. */
export const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
