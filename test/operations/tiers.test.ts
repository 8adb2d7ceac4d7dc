import { describe, expect, test } from 'vitest';
import { noLimit, type Tier, tierLimits, tiers } from '../../src/domain/tier.ts';
import { openSession, openWithAda } from '../support/harness.ts';

describe.each(tiers)('%s', (tier) => {
  const rank = tiers.indexOf(tier);
  const from = (needed: Tier) => rank >= tiers.indexOf(needed);

  test('features are available from their tier on', async () => {
    const session = await openWithAda({ tier });
    const characterId = 'Ada';
    const gated: [string, object, Tier][] = [
      ['add_memory', { characterId, content: 'Ada likes tea.' }, 'STARTER'],
      ['add_memory_direct', { characterId, content: 'x', category: 'general' }, 'STARTER'],
      ['update_agent_config', { characterId, status: 'BUSY' }, 'DEVELOPER'],
      ['clone_character', { characterId, name: 'Eve' }, 'DEVELOPER'],
      ['search_memories', { characterId, query: 'tea' }, 'FREE'],
      ['export_character', { characterId }, 'FREE'],
    ];
    for (const [name, input, needed] of gated) {
      const { body, isError } = await session.answer(name, input);
      if (from(needed)) expect([name, isError]).toStrictEqual([name, false]);
      else {
        const message = expect.stringMatching(new RegExp(`${needed}.*${tier}`));
        expect([name, body]).toStrictEqual([name, { error: { type: 'FeatureNotAvailable', status: 403, message } }]);
      }
    }
  });

  test.skipIf(tier === 'UNLIMITED')('the number of characters is limited, and archiving frees a place', async () => {
    const session = await openSession({ tier });
    const { maxCharacters } = tierLimits[tier];
    for (let i = 0; i < maxCharacters; i++) await session.call('create_character', { name: `c${i}` });
    const fault = await session.fault('create_character', { name: 'one more' });
    expect(fault).toMatchObject({ type: 'CharacterLimitExceeded', status: 429 });
    expect(fault.message).toContain(tier);
    expect(fault.message).toContain(String(maxCharacters));
    expect(fault.message).toContain('SERVICE_TIER=UNLIMITED');
    if (from('DEVELOPER')) {
      const clone = await session.fault('clone_character', { characterId: 'c0', name: 'clone' });
      expect(clone.type).toBe('CharacterLimitExceeded');
    }
    await session.call('archive_character', { characterId: 'c1' });
    await session.call('create_character', { name: 'one more' });
  });

  test('get_tier returns limits, features and usage', async () => {
    const session = await openWithAda({ tier });
    await session.call('create_character', { name: 'Bob' });
    await session.call('archive_character', { characterId: 'Bob' });
    const matrix = {
      FREE: [3, 60, 10, 1, 1],
      STARTER: [5, 30, 30, 1, 1],
      DEVELOPER: [30, 15, 60, 3, 3],
      BUSINESS: [100, 5, 200, 10, 10],
      UNLIMITED: [noLimit, 0, noLimit, noLimit, noLimit],
    }[tier];
    expect(await session.call('get_tier')).toStrictEqual({
      tier: tier === 'UNLIMITED' ? 'BUSINESS' : tier,
      unlimited: tier === 'UNLIMITED',
      features: {
        autoRecallAvailable: from('STARTER'),
        autoCaptureAvailable: from('STARTER'),
        aiExtractionAvailable: from('STARTER'),
        directWriteAvailable: from('STARTER'),
        importPipelineAvailable: from('DEVELOPER'),
        teamSharingEnabled: from('DEVELOPER'),
        maxCharacters: matrix[0],
        minSyncIntervalSeconds: matrix[1],
        maxRequestsPerMinute: matrix[2],
        maxMembers: matrix[3],
        maxApiKeys: matrix[4],
        currentCharacterCount: 1,
      },
      usage: {
        characters: 1,
        memories: 0,
        files: 0,
        storageBytes: 0,
        aiCalls: 0,
        aiInputTokens: 0,
        aiOutputTokens: 0,
      },
      ai: {
        provider: 'openai',
        model: 'test-model',
        configured: false,
        embedding: { model: 'internal', pending: 0, reason: expect.any(String) },
      },
    });
  });
});

test('a downgrade keeps everything, and new characters wait until the count fits', async () => {
  const before = await openSession({ tier: 'STARTER' });
  for (const name of ['a', 'b', 'c', 'd']) await before.call('create_character', { name });
  await before.call('add_memory_direct', { characterId: 'a', content: 'kept', category: 'general' });
  await before.close();

  const free = await openSession({ tier: 'FREE', path: before.path });
  expect(await free.call('list_characters')).toMatchObject({ total: 4 });
  expect(await free.call('search_memories', { characterId: 'a', query: 'kept' })).toBeDefined();
  expect((await free.fault('create_character', { name: 'e' })).type).toBe('CharacterLimitExceeded');
  await free.call('archive_character', { characterId: 'd' });
  expect((await free.fault('create_character', { name: 'e' })).type).toBe('CharacterLimitExceeded');
  await free.call('archive_character', { characterId: 'c' });
  await free.call('create_character', { name: 'e' });
  await free.close();

  const upgraded = await openSession({ tier: 'BUSINESS', path: before.path });
  await upgraded.call('create_character', { name: 'f' });
});
