import * as z from 'zod';
import { agentConfigPatch, character, patchAgentConfig } from '../domain/character.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { changeCharacter, requireChange } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const updateAgentConfig = operation({
  name: 'update_agent_config',
  title: 'Update an agent configuration',
  description:
    "Change an agent's capabilities, status, model, owner or metadata, for routing work. Only given fields change, null clears one; meta is replaced whole. Returns the character. DEVELOPER tier and above.",
  group: 'characters',
  input: z.object({ characterId, ...agentConfigPatch }),
  maxInput: inputBounds.text,
  output: character,
  hints: sets,
  rest: { method: 'PATCH', path: '/v1/characters/{id}/agent-config', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'agentConfig',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, ...patch }) {
    requireChange(patch);
    return changeCharacter(context, reference, ({ profile }) => ({ profile: patchAgentConfig(profile, patch) }));
  },
});
