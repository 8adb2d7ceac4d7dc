// Made by agent-memory-service: recall and capture for OpenClaw. "agent-memory-service uninstall" takes it out.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, ...args] = ["npx","-y","--prefer-offline","agent-memory-service@0.5.0","hook","EVENT","--host","openclaw"];
const timeoutMs = 5000;
const argsFor = (event, more = []) => [...args.map((arg) => (arg === 'EVENT' ? event : arg)), ...more];

/** Runs a hook; its answer, or nothing when it fails or takes too long. */
function ask(event, input, more) {
  return new Promise((resolve) => {
    const child = spawn(program, argsFor(event, more), { stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill(), timeoutMs);
    let answer = '';
    child.stdout.on('data', (chunk) => (answer += chunk));
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve(undefined));
    child.on('close', () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(answer));
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.end(JSON.stringify(input));
  });
}

/** Runs a hook that outlives its host, which may end at once. Its input is in a file, which it removes after reading. */
function leave(event, input, more) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-hook-'));
  try {
    writeFileSync(join(folder, 'input.json'), JSON.stringify(input), { mode: 0o600 });
    const stdin = openSync(join(folder, 'input.json'), 'r');
    const child = spawn(program, argsFor(event, more), { detached: true, stdio: [stdin, 'ignore', 'ignore'] });
    child.on('error', () => undefined);
    child.unref();
    closeSync(stdin);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
  return shown.join('\n\n');
}

const isSaid = ({ role, content, provenance }) =>
  (role === 'user' || role === 'assistant') && content && (provenance?.kind ?? 'external_user') === 'external_user';
const keyOf = ({ role, content, timestamp }) => JSON.stringify([role, content, timestamp]);

/** Whether a person asks, not a timer or another session. */
function isPersons({ trigger, inputProvenance }) {
  return (trigger ?? 'user') === 'user' && (inputProvenance?.kind ?? 'external_user') === 'external_user';
}

const plainId = (id) => String(id).toLowerCase().replace(/^(?:user|direct|dm):/, '');

/** The ids of the owner: those that OpenClaw knows, too. A list that admits several people names no owner. */
function ownersOf({ config, pluginConfig }, channel) {
  const admitted = (config?.channels?.[channel]?.allowFrom ?? []).filter((id) => id !== '*').map(String);
  const named = [...(pluginConfig?.owners ?? []), ...(config?.commands?.ownerAllowFrom ?? [])].map(String);
  const here = named.filter((id) => !id.includes(':') || id.startsWith(channel + ':'));
  const ids = named.length === 0 && admitted.length === 1 ? admitted : here;
  return ids.map((id) => plainId(id.replace(channel + ':', '')));
}

/** Groups may share the main session. */
const sharesMain = ({ config }) => config === undefined || JSON.stringify([config.session, config.bindings]).includes('"groupScope":"main"');

/** Whose session it is: the owner's, a group's, or nobody's that is known. Missing fields establish nobody. */
function placeIn(api, { sessionKey = '', messageProvider, channel = messageProvider, chatId, channelId = chatId, senderId }) {
  const [start, , ...parts] = sessionKey.toLowerCase().split(':');
  const rest = start === 'agent' ? parts : [];
  if (rest.some((part) => ['group', 'channel', 'room', 'guild', 'space', 'topic'].includes(part))) return 'group';
  const isMain = rest.length === 1 && rest[0] === 'main';
  const isDirect = rest.some((part) => part === 'direct' || part === 'dm');
  const isLocal = channel === undefined || channel === 'webchat';
  if (senderId === undefined) return isLocal && (isMain || (channel === 'webchat' && rest.length > 0)) ? 'owner' : undefined;
  const chat = chatId ?? channelId;
  const isAlone = isDirect || chat === undefined || plainId(chat) === plainId(senderId) || !sharesMain(api);
  if (!isAlone || !(isMain || isDirect)) return undefined;
  // All direct messages may be in main: OpenClaw makes the first whom it admits an owner, so an unknown one is none.
  return (isMain && channel === 'webchat') || ownersOf(api, channel ?? '').includes(plainId(senderId)) ? 'owner' : undefined;
}

export default {
  id: 'agent-memory',
  name: 'Agent memory',
  description: "Long-term memory on this machine, by agent-memory-service: recalls before each prompt, captures after it.",
  kind: 'memory',
  register(api) {
    /** Session -> what was recalled in it. */
    const recalled = new Map();
    /** Messages of people whose words are not the owner's. */
    const others = new Map();
    const placeOf = (ctx) => ({ session: ctx.sessionId ?? ctx.sessionKey, cwd: ctx.workspaceDir ?? process.cwd() });
    /** The flags of the hook's command; undefined where nothing is recalled or captured. */
    const flagsFor = (ctx) => {
      const { groupCharacter } = api.pluginConfig ?? {};
      const whose = isPersons(ctx) ? placeIn(api, ctx) : undefined;
      if (whose === 'owner') return [];
      return whose === 'group' && groupCharacter ? ['--character', groupCharacter] : undefined;
    };
    const spoken = (messages, session) =>
      (messages ?? [])
        .filter((message) => isSaid(message) && !others.get(session)?.has(keyOf(message)))
        .map(({ role, content }) => ({ role, content }));

    api.on('before_prompt_build', async (event, ctx) => {
      const place = placeOf(ctx);
      const flags = flagsFor(ctx);
      if (place.session === undefined || flags === undefined) return undefined;
      const recall = async (name, input) => {
        const { context } = (await ask(name, { ...place, ...input }, flags)) ?? {};
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
      const flags = flagsFor(ctx);
      recalled.delete(place.session);
      if (place.session === undefined || flags === undefined) return;
      leave('before_compaction', { ...place, messages: spoken(event.messages, place.session) }, flags);
    });
    api.on('agent_end', (event, ctx) => {
      const place = placeOf(ctx);
      const flags = flagsFor(ctx);
      if (place.session === undefined) return;
      if (flags === undefined) {
        const known = others.get(place.session) ?? new Set();
        const said = (event.messages ?? []).slice((event.messages ?? []).findLastIndex(({ role }) => role === 'user'));
        for (const message of said) known.add(keyOf(message));
        others.set(place.session, known);
      } else leave('agent_end', { ...place, messages: spoken(event.messages, place.session) }, flags);
    });
  },
};
