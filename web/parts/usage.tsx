import { useDashboard } from '../shell/dashboard.ts';
import { formatBytes } from './format.ts';

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
