import type { HookCommand } from './host.ts';
import { runsHooks } from './plugin-source.ts';

/** Cline ends a run whose plugin takes 3 s, and its process too. */
const timeoutMs = 2_000;

/**
 * The source of the plugin that gives Cline hooks: https://docs.cline.bot/sdk/plugins. What it gives before a run becomes a
 * message `<hook_context>` of the conversation.
 */
export function clinePlugin({ argv }: HookCommand): string {
  return runsHooks('Cline', argv('EVENT'), timeoutMs) + source;
}

const source = `
const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\\n');

const isSaid = ({ role, metadata }) =>
  (role === 'user' || role === 'assistant') && metadata?.kind !== 'compaction_summary' && metadata?.displayRole !== 'system';
/** Reminders of the program stand in the user's name. */
const spoken = (messages) =>
  messages
    .filter(isSaid)
    .map(({ role, content }) => ({ role, content: textOf(content) }))
    .filter(({ role, content }) => role !== 'user' || !/^(?:\\s|<[^>]*>)*\\[SYSTEM\\]/.test(content));

const started = new Set();
const placeOf = ({ conversationId, agentId }) => ({ session: conversationId ?? agentId, cwd: process.cwd() });

/** An error of a plugin would end the run. */
async function quietly(work) {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

async function recall(snapshot) {
  const place = placeOf(snapshot);
  const prompt = spoken(snapshot.messages).findLast(({ role }) => role === 'user')?.content;
  const isFirst = !started.has(place.session);
  started.add(place.session);
  const answers = await Promise.all([
    isFirst ? ask('session_start', place) : undefined,
    prompt ? ask('beforeRun', { ...place, prompt }) : undefined,
  ]);
  const appendContext = answers.flatMap((answer) => answer?.context ?? []).join('\\n\\n');
  return appendContext === '' ? undefined : { appendContext };
}

const plugin = {
  name: 'agent-memory-service',
  manifest: { capabilities: ['hooks'] },
  hooks: {
    beforeRun: ({ snapshot }) => (snapshot.parentAgentId == null ? quietly(() => recall(snapshot)) : undefined),
    afterRun: ({ snapshot }) =>
      quietly(async () => {
        if (snapshot.parentAgentId != null) return;
        leave('afterRun', { ...placeOf(snapshot), messages: spoken(snapshot.messages) });
      }),
  },
};

export { plugin };
export default plugin;
`;
