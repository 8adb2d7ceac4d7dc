import { byFolder } from '../../src/domain/project-rules.ts';
import { throughNpx } from '../../src/hosts/commands.ts';
import { asJson, product, stdioVariables } from './product.ts';

/** The settings that the host asks for, in this order: the bundle's key, the title and the initial value. */
const asked: [key: string, variable: string, title: string, initial: string][] = [
  // An empty value counts as not set. Without a default the host would pass on the placeholder.
  ['store', 'SERVICE_DB', 'Store', ''],
  ['character', 'SERVICE_CHARACTER', 'Character', byFolder],
  ['api_key', 'SERVICE_AI_API_KEY', 'Key of an AI provider', ''],
];

const configured = asked.map(([key, name, title, initial]) => {
  const variable = stdioVariables.find((one) => one.name === name);
  if (!variable) throw new Error(`there is no setting ${name}`);
  return { key, title, variable, initial };
});

/**
 * The manifest of the bundle for desktop hosts. Its command fetches the package, because such hosts may refuse to load a
 * native module out of a bundle. https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md
 */
export const bundleManifest = () =>
  asJson({
    manifest_version: '0.3',
    name: product.name,
    display_name: product.title,
    version: product.version,
    description: product.description,
    author: { name: product.author },
    license: product.license,
    keywords: product.keywords,
    server: {
      type: 'node',
      entry_point: 'server/start.cjs',
      mcp_config: {
        ...throughNpx({ version: product.version, platform: 'linux' }),
        env: Object.fromEntries(configured.map(({ key, variable }) => [variable.name, `\${user_config.${key}}`])),
        platform_overrides: { win32: throughNpx({ version: product.version, platform: 'win32' }) },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: product.node } },
    user_config: Object.fromEntries(
      configured.map(({ key, title, variable, initial }) => [
        key,
        {
          type: 'string',
          title,
          description: variable.meaning,
          required: false,
          default: initial,
          ...(variable.secret && { sensitive: true }),
        },
      ]),
    ),
  });
