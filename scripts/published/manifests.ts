import { bundleManifest } from './bundle.ts';
import { openclawIndex, openclawPackageJson, openclawPluginJson, openclawReadme } from './openclaw.ts';
import {
  agentPlugin,
  agentPluginServers,
  marketplace,
  pluginHooks,
  pluginManifest,
  pluginServers,
  skill,
} from './plugin.ts';
import { asJson, product, stdioVariables } from './product.ts';

/** The schema that test/fixtures keeps a copy of. https://modelcontextprotocol.io/registry/package-types */
export const serverSchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The entry in the registry of MCP servers. https://modelcontextprotocol.io/registry/quickstart */
const serverJson = () =>
  asJson({
    $schema: serverSchema,
    name: product.registryName,
    title: product.title,
    description: product.description,
    version: product.version,
    packages: [
      {
        registryType: 'npm',
        identifier: product.name,
        version: product.version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: stdioVariables.map((one) => ({
          name: one.name,
          description: one.meaning,
          ...(one.choices && { choices: one.choices }),
          ...(one.default !== undefined && { default: one.default }),
          ...(one.secret && { isSecret: true }),
        })),
      },
    ],
  });

/** The files that registries and hosts read about the product, by path: `npm run docs` writes them. */
export const manifests: Readonly<Record<string, () => string>> = {
  'server.json': serverJson,
  'mcpb/manifest.json': bundleManifest,
  '.claude-plugin/marketplace.json': marketplace,
  'plugin/.claude-plugin/plugin.json': pluginManifest,
  'plugin/.mcp.json': pluginServers,
  'plugin/hooks/hooks.json': pluginHooks,
  'plugin/skills/memory/SKILL.md': skill,
  'plugin.json': agentPlugin,
  'mcp.json': agentPluginServers,
  'skills/memory/SKILL.md': skill,
  'clients/openclaw/package.json': openclawPackageJson,
  'clients/openclaw/openclaw.plugin.json': openclawPluginJson,
  'clients/openclaw/index.js': openclawIndex,
  'clients/openclaw/README.md': openclawReadme,
};
