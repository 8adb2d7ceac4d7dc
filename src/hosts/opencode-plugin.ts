import type { HookCommand } from './host.ts';

/**
 * The source of opencode's plugin. It runs the hook with the event on stdin; what the hook answers for a prompt goes
 * into the system prompt of that turn. It must never break a session, so every failure is an empty answer.
 * Shapes as in https://opencode.ai/docs/plugins/ and as seen: `chat.message`, `experimental.chat.system.transform`
 * (several times a turn) and the events `session.created`, `session.idle`, `session.compacted`.
 */
export function opencodePlugin({ argv }: HookCommand): string {
  const [program = '', ...args] = argv('EVENT');
  return `// Written by agent-memory-service; "agent-memory-service uninstall" takes it away.
import { spawn } from 'node:child_process';

const program = ${JSON.stringify(program)};
const args = ${JSON.stringify(args)};
const timeoutMs = 10_000;

function hook(event, input) {
  return new Promise((resolve) => {
    const child = spawn(program, args.map((arg) => (arg === 'EVENT' ? event : arg)), {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      windowsHide: true,
    });
    let answer = '';
    child.stdout.on('data', (chunk) => (answer += chunk));
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve({}));
    child.on('close', () => {
      try {
        resolve(JSON.parse(answer));
      } catch {
        resolve({});
      }
    });
    child.stdin.end(JSON.stringify({ hook_event_name: event, ...input }));
  });
}

const textOf = (parts) =>
  (parts ?? [])
    .filter((part) => part.type === 'text' && !part.synthetic)
    .map((part) => part.text)
    .join('\\n');

async function turnsOf(client, sessionID) {
  const { data = [] } = await client.session.messages({ path: { id: sessionID } });
  return data
    .map(({ info, parts }) => ({ id: info.id, role: info.role, text: textOf(parts) }))
    .filter(({ text }) => text !== '');
}

export const AgentMemory = async ({ client, directory }) => {
  const given = new Map();
  const recall = async (event, sessionID, input) => {
    const { additionalContext } = await hook(event, { session_id: sessionID, cwd: directory, ...input });
    if (additionalContext) given.set(sessionID, [...(given.get(sessionID) ?? []), additionalContext]);
  };
  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      if (!given.has(sessionID)) {
        given.set(sessionID, []);
        await recall('session.created', sessionID, {});
      }
      await recall('chat.message', sessionID, { prompt: textOf(parts) });
    },
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      output.system.push(...(given.get(sessionID) ?? []));
    },
    event: async ({ event }) => {
      const sessionID = event.properties?.sessionID;
      if (!sessionID) return;
      if (event.type === 'session.compacted') given.delete(sessionID);
      if (event.type !== 'session.idle' && event.type !== 'session.compacted') return;
      const messages = await turnsOf(client, sessionID).catch(() => []);
      await hook(event.type, { session_id: sessionID, cwd: directory, messages });
    },
  };
};
`;
}
