import { runsHooks } from './plugin-source.ts';

export const openclawPluginId = 'agent-memory';
const description =
  'Long-term memory on this machine, by agent-memory-service: recalls before each prompt, captures after it.';

/** `openclaw.plugin.json`: https://docs.openclaw.ai/plugins/manifest */
export const openclawManifest = {
  id: openclawPluginId,
  name: 'Agent memory',
  description,
  kind: 'memory',
  activation: { onStartup: true },
  configSchema: { type: 'object', additionalProperties: false, properties: {} },
};

/** The data for OpenClaw in the plugin's `package.json`. */
export const openclawPackage = { type: 'module', openclaw: { extensions: ['./index.js'] } };

/**
 * The source of the plugin that gives OpenClaw hooks: https://docs.openclaw.ai/plugins/hooks/prompt-and-session. What is
 * put before a prompt is shown to the model in that turn only, so what was recalled is kept for the session.
 */
export function openclawPlugin(argv: readonly string[]): string {
  return runsHooks('OpenClaw', argv) + source;
}

const source = `
/** The most characters of earlier recalls that are shown again. */
const maxShown = 12_000;

/** Of several recalls the latest that fit. */
function shownOf(recalled) {
  const shown = [];
  let size = 0;
  for (const text of recalled.toReversed()) {
    size += text.length;
    if (size > maxShown) break;
    shown.unshift(text);
  }
  return shown.join('\\n\\n');
}

const isSaid = ({ role, content }) => (role === 'user' || role === 'assistant') && content;
const spoken = (messages) => (messages ?? []).filter(isSaid).map(({ role, content }) => ({ role, content }));

/** Whether a person asks, not a timer or another session. */
function isPersons({ trigger, inputProvenance }) {
  return (trigger ?? 'user') === 'user' && (inputProvenance?.kind ?? 'external_user') === 'external_user';
}

export default {
  id: '${openclawPluginId}',
  name: 'Agent memory',
  description: ${JSON.stringify(description)},
  kind: 'memory',
  register(api) {
    /** Session -> what was recalled in it. */
    const recalled = new Map();
    const placeOf = (ctx) => ({ session: ctx.sessionId ?? ctx.sessionKey, cwd: ctx.workspaceDir ?? process.cwd() });

    api.on('before_prompt_build', async (event, ctx) => {
      const place = placeOf(ctx);
      if (place.session === undefined || !isPersons(ctx)) return undefined;
      const recall = async (name, input) => {
        const { context } = (await ask(name, { ...place, ...input })) ?? {};
        if (context) recalled.get(place.session).push(context);
      };
      if (!recalled.has(place.session)) {
        recalled.set(place.session, []);
        await recall('session_start', {});
      }
      await recall('before_prompt_build', { prompt: event.currentUserMessage ?? event.prompt });
      const shown = shownOf(recalled.get(place.session));
      return shown === '' ? undefined : { prependContext: shown };
    });
    api.on('before_compaction', (event, ctx) => {
      const place = placeOf(ctx);
      recalled.delete(place.session);
      leave('before_compaction', { ...place, messages: spoken(event.messages) });
    });
    api.on('agent_end', (event, ctx) => {
      const place = placeOf(ctx);
      if (place.session !== undefined && isPersons(ctx)) leave('agent_end', { ...place, messages: spoken(event.messages) });
    });
  },
};
`;
