import type { HookCommand } from './host.ts';
import { runsHooks } from './plugin-source.ts';

/**
 * The source of the plugin that gives OpenCode hooks: https://opencode.ai/docs/plugins. It runs the hook's command with
 * the session on standard input. What was recalled goes into the system prompt, which OpenCode makes again for every call
 * of the model; so it is kept for the session and given each time, until a compaction.
 */
export function opencodePlugin({ argv }: HookCommand): string {
  return runsHooks('OpenCode', argv('EVENT')) + source;
}

const source = `
export const AgentMemory = async ({ client, directory }) => {
  /** Session -> what was recalled in it. */
  const recalled = new Map();
  const subagents = new Set();
  let latest;

  const recall = async (event, sessionID, prompt) => {
    const { context, notice } = (await ask(event, { sessionID, directory, prompt })) ?? {};
    if (context) recalled.get(sessionID)?.push(context);
    // A host without a screen has nowhere to show it.
    if (notice) await client.tui.showToast({ body: { message: notice, variant: 'info' } }).catch(() => undefined);
  };
  const capture = async (event, sessionID) => {
    const { data } = await client.session.messages({ path: { id: sessionID } });
    leave(event, { sessionID, directory, messages: (data ?? []).map(({ info, parts }) => ({ info, parts: parts.filter(({ type }) => type === 'text') })) });
  };

  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      if (subagents.has(sessionID)) return;
      latest = sessionID;
      const prompt = parts.flatMap((part) => (part.type === 'text' && !part.synthetic ? [part.text] : [])).join('\\n');
      if (!recalled.has(sessionID)) {
        recalled.set(sessionID, []);
        await recall('session.created', sessionID);
      }
      await recall('chat.message', sessionID, prompt);
    },
    'experimental.chat.system.transform': async (input, output) => {
      output.system.push(...(recalled.get(input?.sessionID ?? latest) ?? []));
    },
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created' && properties.info?.parentID) subagents.add(properties.info.id);
      const sessionID = properties?.sessionID;
      if (!recalled.has(sessionID)) return;
      if (type === 'session.idle' || type === 'session.compacted') await capture(type, sessionID).catch(() => undefined);
      // Its next message starts again.
      if (type === 'session.compacted') recalled.delete(sessionID);
    },
  };
};
`;
