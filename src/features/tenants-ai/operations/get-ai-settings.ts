import * as z from 'zod';
import { operation, reads } from '../../../gate/operation.ts';
import * as settings from '../ai-settings.ts';
import { shownAiSettings } from './fields.ts';

export const getAiSettings = operation({
  name: 'get_ai_settings',
  title: 'Get AI settings',
  description: 'See which AI provider your tenant uses, whether by settings of its own; never the key.',
  group: 'admin',
  input: z.object({}),
  output: shownAiSettings,
  hints: reads,
  rest: { method: 'GET', path: '/v1/ai-settings', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  run: (context) => settings.shownAiSettings(context),
});
