import { CopyLine } from '../copy-line.tsx';

/** Lines to copy that connect hosts to this server with a new key. */
export function Connect({ secret }: { secret: string }) {
  const url = `${location.origin}/mcp`;
  const headers = { Authorization: `Bearer ${secret}` };
  const entry = { 'agent-memory': { type: 'http', url, headers } };
  const ways: readonly (readonly [host: string, text: string])[] = [
    ['Claude Code', `claude mcp add --transport http agent-memory ${url} --header "Authorization: Bearer ${secret}"`],
    ['Cursor (~/.cursor/mcp.json) and others with mcpServers', JSON.stringify({ mcpServers: entry })],
    ['VS Code (.vscode/mcp.json)', JSON.stringify({ servers: entry })],
    ['By HTTP', `curl -H "Authorization: Bearer ${secret}" ${location.origin}/v1/whoami`],
  ];
  return (
    <details class="connect" open>
      <summary>Connect a host with it</summary>
      {ways.map(([host, text]) => (
        <div key={host} class="secret">
          <p>{host}</p>
          <CopyLine text={text} />
        </div>
      ))}
    </details>
  );
}
