import type { Driver } from '../driver.ts';
import { chatCompletions } from '../models/chat-completions.ts';

/** https://opencode.ai/docs/providers/ */
export const opencode: Driver = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  executable: 'opencode',
  // Puts the executable of this platform in its place.
  afterInstall: 'postinstall.mjs',
  protocol: chatCompletions,
  settle(home, model) {
    home.write('.config/opencode/opencode.json', {
      $schema: 'https://opencode.ai/config.json',
      autoupdate: false,
      model: 'loopback/scripted',
      provider: {
        loopback: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model}/v1`, apiKey: 'unused' },
          models: { scripted: {} },
        },
      },
    });
    return { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' };
  },
  lists: { args: ['mcp', 'list'], reached: /\bmemory\b.*(connected)/u },
  // It would quote an argument with spaces.
  asks: (prompt) => ['run', ...prompt.split(' ')],
  endsInSilence: true,
};
