import { Client } from '@modelcontextprotocol/sdk/client/index.js';

export const appUri = 'ui://memory/browse';
export const appType = 'text/html;profile=mcp-app';

/** A client that shows pages of a server's. */
export function appClient(mimeTypes = [appType]): Client {
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes } };
  return new Client({ name: 'app-host', version: '1.0.0' }, { capabilities: { extensions } });
}
