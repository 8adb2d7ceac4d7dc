import { expect, test } from 'vitest';
import { emptyProfile, storedProfile } from '../../src/domain/character.ts';

const agentConfig = { capabilities: ['code'], status: 'BUSY', maxConcurrentTasks: 2, ownerId: 'a', meta: { b: 1 } };

test('a stored profile is parsed', () => {
  const profile = { systemPrompt: 'Help.', rules: ['Be brief.'], customFields: { zone: 'UTC' }, agentConfig };
  expect(storedProfile(JSON.stringify(profile))).toStrictEqual(profile);
});

test.each<[string, unknown, object]>([
  ['null', null, {}],
  ['a list', [1], {}],
  ['texts of another kind', { systemPrompt: { a: 1 }, personality: 5 }, {}],
  ['rules of another kind', { rules: ['a', 1, { b: 2 }] }, { rules: ['a'] }],
  ['custom fields of another kind', { customFields: { a: 'b', c: {} } }, { customFields: { a: 'b' } }],
  ['a list of custom fields', { customFields: ['a'] }, {}],
  ['a configuration of another kind', { agentConfig: 'x' }, {}],
  [
    'a configuration with fields of another kind',
    { agentConfig: { ...agentConfig, status: 'GONE', maxConcurrentTasks: 1.5, capabilities: [1], meta: [] } },
    { agentConfig: { capabilities: [], status: 'IDLE', ownerId: 'a' } },
  ],
])('a stored profile with %s keeps its valid parts', (_, stored, read) => {
  expect(storedProfile(JSON.stringify(stored))).toStrictEqual({ ...emptyProfile, ...read });
});
