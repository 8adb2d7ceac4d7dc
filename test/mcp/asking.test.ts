import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { readState, stateOf } from '../../src/mcp/asking.ts';
import { type Body, openSession, type Session } from '../support/harness.ts';

interface Asked {
  message: string;
  choices: string[] | undefined;
}
type Reply = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

/** A session whose client shows forms to a person with these answers; `asked` is the shown forms. */
async function sessionWith(reply: (asked: Asked) => Reply | Promise<Reply>) {
  const asked: Asked[] = [];
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    const { properties } = (params as { requestedSchema: { properties: Record<string, { enum?: string[] }> } })
      .requestedSchema;
    const one = { message: params.message, choices: properties.choice?.enum };
    asked.push(one);
    return reply(one);
  });
  const session = await openSession({ client });
  return { ...session, asked };
}

async function withCategory(session: Session): Promise<void> {
  await session.call('create_character', { name: 'Ada' });
  await session.call('add_category', { characterId: 'Ada', name: 'tools', description: 'Tools' });
  await session.call('add_memory_direct', { characterId: 'Ada', content: 'A lathe.', category: 'tools' });
}

const removal = { characterId: 'Ada', name: 'Tools', reassignTo: 'general' };
const categoriesOf = async ({ call }: Session) =>
  (await call<{ categories: Body[] }>('list_categories', { characterId: 'Ada' })).categories.map(({ name }) => name);

describe('deleting a category', () => {
  test('the user is asked before a category is deleted, and a yes deletes it', async () => {
    const session = await sessionWith(() => ({ action: 'accept', content: {} }));
    await withCategory(session);
    expect(await session.call('delete_category', removal)).toMatchObject({ deleted: 'tools', memoriesReassigned: 1 });
    expect(session.asked).toStrictEqual([
      {
        message:
          'Delete the category "tools" of "Ada" and move its memories (1) to "general"? It cannot be brought back.',
        choices: undefined,
      },
    ]);
  });

  test.each([['decline'], ['cancel']] as const)(
    'the answer %s changes nothing, and the tool says so',
    async (action) => {
      const session = await sessionWith(() => ({ action }));
      await withCategory(session);
      const fault = await session.fault('delete_category', removal);
      expect(fault).toMatchObject({ type: 'AccessDenied', message: expect.stringContaining('nothing was changed') });
      expect(await categoriesOf(session)).toContain('tools');
    },
  );

  test('a client that fails to ask counts as a no', async () => {
    const session = await sessionWith(() => Promise.reject(new Error('no window')));
    await withCategory(session);
    expect((await session.fault('delete_category', removal)).type).toBe('AccessDenied');
    expect(await categoriesOf(session)).toContain('tools');
  });

  test('the user is not asked about an impossible deletion', async () => {
    const session = await sessionWith(() => ({ action: 'accept' }));
    await withCategory(session);
    const fault = await session.fault('delete_category', { ...removal, name: 'none' });
    expect({ type: fault.type, asked: session.asked }).toStrictEqual({ type: 'CategoryNotConfigured', asked: [] });
  });

  test('a client that cannot ask deletes at once', async () => {
    const session = await openSession();
    await withCategory(session);
    expect(await session.call('delete_category', removal)).toMatchObject({ deleted: 'tools' });
  });
});

describe('archiving a character', () => {
  test('the user is asked once before a character is archived', async () => {
    const session = await sessionWith(() => ({ action: 'accept' }));
    await withCategory(session);
    expect(await session.call('archive_character', { characterId: 'Ada' })).toMatchObject({ status: 'ARCHIVED' });
    await session.call('archive_character', { characterId: 'Ada' });
    expect(session.asked.map(({ message }) => message)).toStrictEqual([
      'Archive "Ada" (memories: 1)? It stays readable; nothing more can be stored until it is taken out again.',
    ]);
  });

  test('a no leaves the character active', async () => {
    const session = await sessionWith(() => ({ action: 'decline' }));
    await withCategory(session);
    expect((await session.fault('archive_character', { characterId: 'Ada' })).type).toBe('AccessDenied');
    expect(await session.call('get_character', { characterId: 'Ada' })).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('a reference that several names begin with', () => {
  const names = ['Ada Byron', 'Ada Lovelace', 'Bob'];
  async function threeWith(reply: (asked: Asked) => Reply) {
    const session = await sessionWith(reply);
    for (const name of names) await session.call('create_character', { name });
    return session;
  }

  test('an ambiguous reference is resolved by the user, once per call', async () => {
    const session = await threeWith(({ choices }) =>
      choices ? { action: 'accept', content: { choice: 'Ada Lovelace' } } : { action: 'accept' },
    );
    expect(await session.call('archive_character', { characterId: 'ADA' })).toMatchObject({ name: 'Ada Lovelace' });
    expect(session.asked.map(({ choices }) => choices)).toStrictEqual([['Ada Byron', 'Ada Lovelace'], undefined]);
  });

  test.each([
    ['nothing is chosen', { action: 'decline' }],
    ['what is chosen was not offered', { action: 'accept', content: { choice: 'Bob' } }],
    ['what is chosen is not said', { action: 'accept', content: {} }],
  ] as const)('an ambiguous reference is not found where %s', async (_, reply) => {
    const session = await threeWith(() => reply as Reply);
    const fault = await session.fault('get_character', { characterId: 'ada' });
    expect(fault.type).toBe('CharacterNotFound');
    expect(fault.message).toContain('Ada Byron, Ada Lovelace');
  });

  test('an exact, unique or unknown reference asks nothing', async () => {
    const session = await threeWith(() => ({ action: 'cancel' }));
    await session.call('get_character', { characterId: 'Ada Byron' });
    expect((await session.fault('get_character', { characterId: 'bo' })).type).toBe('CharacterNotFound');
    await session.fault('get_character', { characterId: '00000000-0000-4000-8000-00000000dead' });
    expect(session.asked).toStrictEqual([]);
  });
});

test('the state of a question is accepted only for the same subject, and unchanged', () => {
  const state = stateOf('a call', { confirm: 'yes' });
  expect(readState('a call', state)).toStrictEqual({ confirm: 'yes' });
  expect(readState('another', state)).toBeUndefined();
  const [body = '', digest = ''] = state.split('.');
  const forged = Buffer.from(JSON.stringify({ confirm: 'no' })).toString('base64url');
  for (const one of [`${forged}.${digest}`, body, `${body}.`, '', '.', `${body}.AAAA`]) {
    expect(readState('a call', one)).toBeUndefined();
  }
});
