import { byFolder } from '../../src/domain/project-rules.ts';
import { dialects, eventsOf } from '../../src/hooks/dialects.ts';
import { claudeCode } from '../../src/hosts/claude-code.ts';
import { throughNpx } from '../../src/hosts/commands.ts';
import { hookCommand } from '../../src/hosts/launch.ts';
import { skillText } from '../../src/mcp/skills.ts';
import { asJson, product } from './product.ts';

// The formats: https://code.claude.com/docs/en/plugins/overview and /marketplace-reference, /docs/en/hooks, /docs/en/skills.

/** A plugin is installed on any machine, so it runs the program of its version by npx, which needs the network once. */
const env = { SERVICE_CHARACTER: byFolder };
const pluginServer = { ...throughNpx({ version: product.version, platform: 'linux' }), env };
const hooks = hookCommand(pluginServer, claudeCode.name, env, 'linux');
/** The host's timeout of a hook. The first start may have to download the package. */
const hookSeconds = 30;

const named = {
  name: product.name,
  description: 'Long-term memory: recalled at each prompt and captured at the end, without being asked.',
  version: product.version,
};

const manifest = {
  ...named,
  author: { name: product.author },
  license: product.license,
  keywords: product.keywords,
};

export const pluginManifest = () => asJson(manifest);

export const marketplace = () =>
  asJson({
    name: product.name,
    owner: { name: product.author },
    metadata: { description: product.description },
    plugins: [{ ...named, source: './plugin', category: 'productivity' }],
  });

export const pluginServers = () => {
  const place = claudeCode.server.project;
  if (!place) throw new Error('the host has no file of servers for a project');
  return asJson({ mcpServers: { memory: place.entry(pluginServer) } });
};

/**
 * A hook for each event of the host's declaration, in the form that settings and plugins share. None before tools,
 * which run often: npx takes half a second.
 */
export const pluginHooks = () => {
  const events = eventsOf(claudeCode.name).filter((event) => dialects.get(claudeCode.name)?.events[event] !== 'tool');
  const groups = events.map((event) => {
    const hook = { type: 'command', command: hooks.line(event), timeout: hookSeconds };
    return [event, [{ hooks: [hook] }]];
  });
  return asJson({ description: named.description, hooks: Object.fromEntries(groups) });
};

/** Tells a model when to use its memory. The model opens the skill when the description fits. */
export const skill = () => skillText;

// The format: https://agent-plugins.org/specification, which hosts of several makers read.

const agentPluginSchema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
const agentPluginServersSchema = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';

export const agentPlugin = () => asJson({ $schema: agentPluginSchema, ...manifest });

export const agentPluginServers = () => {
  const { command, args, env } = pluginServer;
  return asJson({ $schema: agentPluginServersSchema, mcpServers: { memory: { type: 'stdio', command, args, env } } });
};
