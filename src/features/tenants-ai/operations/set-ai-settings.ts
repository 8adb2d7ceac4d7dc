import { operation, sets } from '../../../gate/operation.ts';
import * as settings from '../ai-settings.ts';
import { shownAiSettings, wantedAiSettings } from './fields.ts';

export const setAiSettings = operation({
  name: 'set_ai_settings',
  title: 'Set AI settings',
  description: "Choose your tenant's AI provider, in place of the server's; an omitted field goes back to its default.",
  group: 'admin',
  input: wantedAiSettings,
  output: shownAiSettings,
  hints: sets,
  rest: { method: 'PUT', path: '/v1/ai-settings', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  feature: 'aiExtraction',
  async run(context, wanted) {
    await settings.changeAiSettings(context, wanted);
    return settings.shownAiSettings(context);
  },
});
