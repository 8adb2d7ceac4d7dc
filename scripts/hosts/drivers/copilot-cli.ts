import type { Driver } from '../driver.ts';
import { chatCompletions } from '../models/chat-completions.ts';

/** https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/use-byok-models */
export const copilotCli: Driver = {
  name: 'copilot-cli',
  package: '@github/copilot',
  version: '1.0.102',
  executable: 'copilot',
  protocol: chatCompletions,
  settle: (_home, model) => ({
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_API_KEY: 'unused',
    COPILOT_MODEL: 'scripted',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  lists: { args: ['mcp', 'list'], reached: /\b(memory \(local\))/u },
  asks: (prompt) => ['-p', prompt, '--allow-all-tools'],
  hidesKey: true,
};
