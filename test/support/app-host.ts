import type { FrameLocator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { appClient, appUri } from './app-client.ts';
import { type Body, openWithAda, type Session, type SessionOptions } from './harness.ts';

/** What a host must allow at most: https://github.com/modelcontextprotocol/ext-apps, `ui.csp` left out. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

interface HostOptions {
  theme?: 'light' | 'dark';
  /** It refuses to inform its model. */
  isDeaf?: boolean;
}

/** Its model's call, and the session of it. */
interface Calling {
  tool?: string;
  input?: Body;
  session?: SessionOptions;
  /** Runs before it calls. */
  before?: (session: Session) => Promise<unknown>;
}

/** The host page's data, by the names of its script. */
interface Kept {
  told: string[];
  asked: string[];
  sizes: { width: number; height: number }[];
}

/** A host's window in the browser: a frame without an origin, and its answers. */
const hostScript = `
  const told = [], asked = [], sizes = [];
  globalThis.kept = { told, asked, sizes };
  globalThis.show = ({ html, theme, isDeaf, input, result }) => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts';
    frame.style.cssText = 'border:0;width:100%;height:300px';
    const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    globalThis.sendToPage = send;
    addEventListener('message', async ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      const { id, method, params } = data;
      if (method !== undefined) asked.push(method);
      if (method === 'ui/initialize') {
        const { protocolVersion } = params;
        const hostInfo = { name: 'host', version: '1.0.0' };
        send({ id, result: { protocolVersion, hostInfo, hostCapabilities: { serverTools: {} }, hostContext: { theme } } });
      } else if (method === 'ui/notifications/initialized') {
        send({ method: 'ui/notifications/tool-input', params: { arguments: input } });
        send({ method: 'ui/notifications/tool-result', params: result });
      } else if (method === 'tools/call') send({ id, result: await callTool(params) });
      else if (method === 'ui/update-model-context') {
        if (isDeaf) return send({ id, error: { code: -32601, message: 'Method not found' } });
        told.push(params.content[0].text);
        send({ id, result: {} });
      } else if (method === 'ui/notifications/size-changed') {
        sizes.push(params);
        frame.style.height = params.height + 'px';
      }
    });
    frame.srcdoc = html;
    document.body.append(frame);
  };
`;

export interface Played {
  session: Session;
  page: Page;
  /** The text in the frame. */
  app: FrameLocator;
  /** The ids of the memories, in their order. */
  memories: string[];
  kept(): Promise<Kept>;
}

/** A host whose model has called a tool about Ada, who has these memories, and which shows the answer in its page. */
export async function playHost(
  page: Page,
  contents: readonly string[],
  { tool = 'list_memories', input = {}, session: settings, before, ...options }: HostOptions & Calling = {},
): Promise<Played> {
  const session = await openWithAda({ ...settings, client: appClient() });
  const memories: string[] = [];
  for (const content of contents) {
    const given = { characterId: 'Ada', content, category: 'facts' };
    memories.push((await session.call<{ id: string }>('add_memory_direct', given)).id);
  }
  await before?.(session);
  const asked = { characterId: 'Ada', ...input };
  const result = await session.client.callTool({ name: tool, arguments: asked });
  const { contents: read } = await session.client.readResource({ uri: appUri });
  const html = (read[0] as { text: string }).text.replace(
    '<head>',
    () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
  type Params = { name: string; arguments: Body };
  const exposed = await page.exposeFunction('callTool', (params: Params) => session.client.callTool(params));
  onTestFinished(() => exposed.dispose());
  await page.setContent('<!doctype html><html lang="en"><title>Host</title><body></body></html>');
  await page.evaluate(hostScript);
  await page.evaluate((given) => (globalThis as unknown as { show(given: unknown): void }).show(given), {
    html,
    input: asked,
    result,
    ...options,
  });
  return { session, page, app: page.frameLocator('iframe'), memories, kept: () => page.evaluate<Kept>('kept') };
}
