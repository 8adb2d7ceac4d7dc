import * as z from 'zod';
import { adds, operation } from '../../../gate/operation.ts';
import * as settings from '../ai-settings.ts';

export const testAiSettings = operation({
  name: 'test_ai_settings',
  title: 'Test AI settings',
  description: "Ask your tenant's AI provider for one small extraction: whether it answers, how fast, and any fault.",
  group: 'admin',
  input: z.object({}),
  output: z.object({ ok: z.boolean(), ms: z.int(), message: z.string() }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/ai-settings/test', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  feature: 'aiExtraction',
  recorded: true,
  run: (context) => settings.testAiSettings(context),
});
