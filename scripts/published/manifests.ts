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
import { serverJson } from './server-json.ts';

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
