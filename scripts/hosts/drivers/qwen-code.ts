import type { Driver } from '../driver.ts';
import { chatCompletions } from '../models/chat-completions.ts';

/** https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings/ */
export const qwenCode: Driver = {
  name: 'qwen-code',
  package: '@qwen-code/qwen-code',
  version: '0.15.10',
  executable: 'qwen',
  protocol: chatCompletions,
  settle(home, model) {
    home.write('.qwen/settings.json', {
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    });
    return { OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'unused', OPENAI_MODEL: 'scripted' };
  },
  lists: { args: ['mcp', 'list'], reached: /\bmemory\b.*(Connected)/u },
  asks: (prompt) => ['--auth-type', 'openai', '-y', '-p', prompt],
  startsInSilence: true,
  finder: { tool: 'tool_search', args: { query: 'remember' } },
  endsInSilence: true,
};
