import type { Driver } from '../driver.ts';
import { responses } from '../models/responses.ts';

/** https://developers.openai.com/codex/config-reference */
export const codex: Driver = {
  name: 'codex',
  package: '@openai/codex',
  version: '0.169.0',
  executable: 'codex',
  protocol: responses,
  settle(home, model) {
    home.write(
      '.codex/config.toml',
      `model = "scripted"
model_provider = "loopback"
approval_policy = "never"

[model_providers.loopback]
name = "Loopback"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "LOOPBACK_KEY"
`,
    );
    return { LOOPBACK_KEY: 'unused' };
  },
  lists: { args: ['mcp', 'list'], reached: /^memory\b.*\b(enabled)\b/mu },
  // A person trusts the hooks once, in the program.
  asks: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
};
