import type { Driver } from '../driver.ts';
import { gemini } from '../models/gemini.ts';

/** https://geminicli.com/docs/reference/configuration */
export const geminiCli: Driver = {
  name: 'gemini-cli',
  package: '@google/gemini-cli',
  version: '0.61.0',
  executable: 'gemini',
  protocol: gemini,
  settle(home, model) {
    home.write('.gemini/settings.json', {
      security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    });
    return { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'unused' };
  },
  lists: { args: ['mcp', 'list'], reached: /\bmemory\b.*(Connected)/u },
  asks: (prompt) => ['-y', '-m', 'gemini-2.5-flash', '-p', prompt],
};
