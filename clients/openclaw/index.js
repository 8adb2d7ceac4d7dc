// Made by agent-memory-service: recall and capture for OpenClaw. "agent-memory-service uninstall" takes it out.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, ...args] = ["npx","-y","--prefer-offline","agent-memory-service@0.4.0","hook","EVENT","--host","openclaw"];
const timeoutMs = 5000;
const argsFor = (event) => args.map((arg) => (arg === 'EVENT' ? event : arg));

/** Runs a hook; its answer, or nothing when it fails or takes too long. */
function ask(event, input) {
  return new Promise((resolve) => {
    const child = spawn(program, argsFor(event), { stdio: ['pipe', 'pipe', 'ignore'] });
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
function leave(event, input) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-hook-'));
  try {
    writeFileSync(join(folder, 'input.json'), JSON.stringify(input), { mode: 0o600 });
    const stdin = openSync(join(folder, 'input.json'), 'r');
    const child = spawn(program, argsFor(event), { detached: true, stdio: [stdin, 'ignore', 'ignore'] });
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

const isSaid = ({ role, content }) => (role === 'user' || role === 'assistant') && content;
const spoken = (messages) => (messages ?? []).filter(isSaid).map(({ role, content }) => ({ role, content }));

/** Whether a person asks, not a timer or another session. */
function isPersons({ trigger, inputProvenance }) {
  return (trigger ?? 'user') === 'user' && (inputProvenance?.kind ?? 'external_user') === 'external_user';
}

export default {
  id: 'agent-memory',
  name: 'Agent memory',
  description: "Long-term memory on this machine, by agent-memory-service: recalls before each prompt, captures after it.",
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
