import { CopyLine } from '../parts/copy-line.tsx';
import { counted, formatBytes } from '../parts/format.ts';
import { AiSettings } from '../parts/settings/ai-settings.tsx';
import { Hosts } from '../parts/settings/hosts.tsx';
import { useDashboard } from '../shell/dashboard.ts';

/** How the team's AI is set up, what the plan allows and what is used, and whether hosts reach it. */
export default function Settings() {
  const dashboard = useDashboard();
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Settings" tabIndex={0}>
        <h1 class="page-title">Settings</h1>
        {dashboard.may('getAiSettings') && <AiSettings />}
        <Meaning />
        <Usage />
        <Hosts />
      </section>
    </div>
  );
}

/** What finds memories in other words, how far it is, and how to get it. */
export function Meaning() {
  const embedding = useDashboard().tier.value?.ai.embedding;
  if (!embedding) return null;
  const { model, pending, reason } = embedding;
  return (
    <section aria-label="Search by meaning">
      <h2 class="heading">Search by meaning</h2>
      {model === 'internal' ? (
        <>
          <p class="muted">
            Memories are found by their words and by a small table of related words. An encoder on the server’s machine
            finds them in other words too. It shows what it fetches before it does:
          </p>
          <CopyLine text={installing} />
        </>
      ) : (
        <p>
          {model} finds memories in other words.{' '}
          {pending > 0 ? `${counted(pending, 'memory', 'memories')} wait to be read.` : 'It has read all of them.'}
          {reason !== undefined && <span class="failure"> {reason}</span>}
        </p>
      )}
    </section>
  );
}

/** What installs an encoder. */
const installing = 'npx -y agent-memory-service encoder on';

/** Above it a limit is none in practice. */
const boundless = 1_000_000;

/** What the plan allows and how much of it is used. */
export function Usage() {
  const tier = useDashboard().tier.value;
  if (!tier) return null;
  const { features, usage, ai } = tier;
  const most = (limit: number) => (limit < 0 || limit > boundless ? '' : ` of ${limit.toLocaleString()}`);
  const facts: readonly (readonly [string, string])[] = [
    ['Plan', tier.tier.toLowerCase()],
    ['Characters', `${usage.characters.toLocaleString()}${most(features.maxCharacters)}`],
    ['Memories', usage.memories.toLocaleString()],
    ['Files', usage.files.toLocaleString()],
    ['Texts', formatBytes(usage.storageBytes)],
    ['AI calls', usage.aiCalls.toLocaleString()],
    ['AI tokens', `${usage.aiInputTokens.toLocaleString()} in, ${usage.aiOutputTokens.toLocaleString()} out`],
    ['Requests', `at most ${features.maxRequestsPerMinute.toLocaleString()} a minute`],
    ['Meaning', [ai.embedding.model, ai.embedding.reason].filter(Boolean).join(': ')],
  ];
  return (
    <section aria-label="Limits and usage">
      <h2 class="heading">Limits and usage</h2>
      <dl>
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}
