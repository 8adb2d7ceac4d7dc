import { named, pluginServer } from './plugin.ts';
import { asJson, product } from './product.ts';

// The format: https://agent-plugins.org/specification, which hosts of several makers read.

export const agentPluginSchema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
export const agentPluginServersSchema = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';

export const agentPlugin = () =>
  asJson({
    $schema: agentPluginSchema,
    ...named,
    author: { name: product.author },
    license: product.license,
    keywords: product.keywords,
  });

export const agentPluginServers = () => {
  const { command, args, env } = pluginServer;
  return asJson({ $schema: agentPluginServersSchema, mcpServers: { memory: { type: 'stdio', command, args, env } } });
};
