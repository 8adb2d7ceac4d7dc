import * as z from 'zod';
import { agentConfigPatch, character, patchAgentConfig } from '../domain/character.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { changeCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const updateAgentConfig = operation({
  name: 'update_agent_config',
  title: 'Update agent config',
  description:
    'Change capabilities, status, model, owner or meta of an agent with a memory, for routing work. Null clears a field; meta is replaced whole. DEVELOPER tier and above.',
  group: 'characters',
  input: z.object({ characterId, ...agentConfigPatch }),
  maxInput: inputBounds.text,
  changes: Object.keys(agentConfigPatch),
  output: character,
  hints: sets,
  rest: { method: 'PATCH', path: '/v1/characters/{id}/agent-config', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'agentConfig',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  async run(context, { characterId: reference, ...patch }) {
    return changeCharacter(context, reference, ({ profile }) => ({ profile: patchAgentConfig(profile, patch) }));
  },
});
