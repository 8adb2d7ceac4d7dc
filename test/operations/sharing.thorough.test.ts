import { describe, expect, onTestFinished, test } from 'vitest';
import type { Role } from '../../src/domain/principal.ts';
import { engines } from '../support/engines.ts';
import { type Answered, Team, type Teammate } from '../support/team.ts';

const facts = { category: 'general' };
const outcomes = (answers: readonly Answered[]) => answers.map(({ outcome }) => outcome);

type Row = [visibility: 'PUBLIC' | 'PRIVATE', who: Role | 'its owner', access: 'READ' | 'WRITE' | undefined, string[]];

const hidden = ['CharacterNotFound', 'CharacterNotFound', 'CharacterNotFound'];
const viewer = (sees: string) => [sees, 'InsufficientRole', 'InsufficientRole'];

/** The others' access, by sharing: see, write, change the sharing. */
const table: Row[] = [
  ['PUBLIC', 'VIEWER', undefined, viewer('ok')],
  ['PUBLIC', 'MEMBER', undefined, ['ok', 'ok', 'AccessDenied']],
  ['PUBLIC', 'ADMIN', undefined, ['ok', 'ok', 'ok']],
  ['PUBLIC', 'OWNER', undefined, ['ok', 'ok', 'ok']],
  ['PUBLIC', 'its owner', undefined, ['ok', 'ok', 'ok']],
  // While it is public, sharing takes nothing away.
  ['PUBLIC', 'MEMBER', 'READ', ['ok', 'ok', 'AccessDenied']],
  ['PRIVATE', 'VIEWER', undefined, viewer('CharacterNotFound')],
  ['PRIVATE', 'MEMBER', undefined, hidden],
  ['PRIVATE', 'ADMIN', undefined, hidden],
  ['PRIVATE', 'OWNER', undefined, ['ok', 'ok', 'ok']],
  ['PRIVATE', 'its owner', undefined, ['ok', 'ok', 'ok']],
  ['PRIVATE', 'VIEWER', 'READ', viewer('ok')],
  ['PRIVATE', 'MEMBER', 'READ', ['ok', 'AccessDenied', 'AccessDenied']],
  ['PRIVATE', 'ADMIN', 'READ', ['ok', 'AccessDenied', 'AccessDenied']],
  ['PRIVATE', 'VIEWER', 'WRITE', viewer('ok')],
  ['PRIVATE', 'MEMBER', 'WRITE', ['ok', 'ok', 'AccessDenied']],
  ['PRIVATE', 'ADMIN', 'WRITE', ['ok', 'ok', 'AccessDenied']],
];

describe.each(engines)('sharing ($name)', (engine) => {
  async function team(...roles: Role[]) {
    const store = await (await engine.place()).open();
    const gathered = await new Team(store).gather(roles);
    onTestFinished(async () => {
      await gathered.close();
      await store.close();
    });
    return gathered;
  }

  /** A character that `owner` has made. */
  async function give(
    owner: Teammate,
    name: string,
    visibility: 'PUBLIC' | 'PRIVATE',
    shared?: { member: string; access: 'READ' | 'WRITE' },
  ): Promise<string> {
    const { body } = await owner.ask('create_character', { name, visibility });
    const characterId = body.id as string;
    if (shared) expect((await owner.ask('set_sharing', { characterId, members: [shared] })).outcome).toBe('ok');
    return characterId;
  }

  /** A character of the second of three members. */
  async function made(visibility: 'PUBLIC' | 'PRIVATE', role: Role, access?: 'READ' | 'WRITE') {
    const { store, members } = await team('OWNER', 'MEMBER', role);
    const [boss, owner, caller] = members as [Teammate, Teammate, Teammate];
    const characterId = await give(owner, 'Ada', visibility, access && { member: caller.name, access });
    return { store, boss, owner, caller, characterId };
  }

  /** Whether a member sees a character, writes to it, changes its sharing. */
  async function tries(who: Teammate, characterId: string): Promise<string[]> {
    return outcomes([
      await who.ask('get_character', { characterId }),
      await who.ask('add_memory_direct', { characterId, content: `says ${who.name}`, ...facts }),
      await who.ask('set_sharing', { characterId, visibility: 'PUBLIC' }),
    ]);
  }

  test('access decides who sees a character, writes to it and changes its sharing', async () => {
    const { members } = await team('MEMBER', 'VIEWER', 'MEMBER', 'ADMIN', 'OWNER');
    const [owner, ...callers] = members as [Teammate, ...Teammate[]];
    const found: typeof table = [];
    for (const [i, [visibility, who, access]] of table.entries()) {
      const caller = callers.find(({ principal }) => principal.role === who) ?? owner;
      const shared = access && { member: caller.id, access };
      found.push([visibility, who, access, await tries(caller, await give(owner, `Ada ${i}`, visibility, shared))]);
    }
    expect(found).toStrictEqual(table);
  });

  test('a record shows its reader’s access, in a list and alone', async () => {
    const { members } = await team('MEMBER', 'VIEWER', 'MEMBER', 'ADMIN', 'OWNER');
    const [owner, ...callers] = members as [Teammate, ...Teammate[]];
    for (const [i, [visibility, who, access, [sees, writes, shares]]] of table.entries()) {
      const caller = callers.find(({ principal }) => principal.role === who) ?? owner;
      const characterId = await give(owner, `Ada ${i}`, visibility, access && { member: caller.id, access });
      if (sees !== 'ok') continue;
      const { body } = await caller.ask('get_character', { characterId });
      expect([body.access, 'shares' in body]).toStrictEqual([writes === 'ok' ? 'WRITE' : 'READ', shares === 'ok']);
      const listed = (await caller.ask('list_characters', { limit: 100 })).body.characters as object[];
      expect(listed).toContainEqual(body);
    }
  });

  test('shares are shown only to those who may change them', async () => {
    const { boss, owner, caller, characterId } = await made('PRIVATE', 'ADMIN', 'READ');
    const shares = [{ member: { id: caller.id, name: caller.name }, access: 'READ' }];
    for (const who of [boss, owner]) {
      const { body } = await who.ask('get_character', { characterId });
      expect(body).toMatchObject({ visibility: 'PRIVATE', owner: { id: owner.id, name: owner.name }, shares });
    }
    expect((await caller.ask('get_character', { characterId })).body).not.toHaveProperty('shares');
    expect((await caller.ask('list_characters')).body.characters).toMatchObject([{ owner: { id: owner.id } }]);
  });

  test('set_sharing replaces given fields, and refuses lockouts and archived characters', async () => {
    const { boss, owner, caller, characterId } = await made('PUBLIC', 'ADMIN');
    const share = (who: Teammate, change: object) => who.ask('set_sharing', { characterId, ...change });
    const mine = [{ member: caller.id, access: 'READ' }];
    expect((await share(caller, { visibility: 'PRIVATE' })).outcome).toBe('VisibilityChangeNotAllowed');
    expect((await share(caller, { visibility: 'PRIVATE', members: mine })).outcome).toBe('ok');
    expect((await share(owner, { members: [...mine, ...mine] })).outcome).toBe('InvalidInput');
    expect((await share(owner, { members: [{ member: 'nobody', access: 'READ' }] })).outcome).toBe('InvalidInput');
    expect((await share(owner, { members: [] })).body).toMatchObject({ visibility: 'PRIVATE', shares: [] });
    expect((await caller.ask('get_character', { characterId })).outcome).toBe('CharacterNotFound');
    expect((await share(boss, {})).outcome).toBe('InvalidInput');
    await boss.ask('archive_character', { characterId });
    expect((await share(owner, { visibility: 'PUBLIC' })).outcome).toBe('VisibilityChangeNotAllowed');
    expect((await owner.ask('get_character', { characterId })).body).toMatchObject({ visibility: 'PRIVATE' });
  });

  test('a character is transferred only by an OWNER, also from a member who has left', async () => {
    const { store, boss, owner, caller, characterId } = await made('PRIVATE', 'MEMBER');
    const handOn = (who: Teammate) => who.ask('set_sharing', { characterId, owner: caller.name });
    // The role is looked at before the character.
    expect(outcomes([await handOn(owner), await handOn(caller)])).toStrictEqual([
      'InsufficientRole',
      'InsufficientRole',
    ]);
    await store.members.remove(owner.id, 1);
    const { body } = await boss.ask('get_character', { characterId });
    expect(body).toMatchObject({ owner: { id: owner.id, name: owner.name } });
    expect((await handOn(boss)).body).toMatchObject({ owner: { id: caller.id, name: caller.name } });
    expect(await tries(caller, characterId)).toStrictEqual(['ok', 'ok', 'ok']);
  });

  test('sharing is kept after a downgrade, and only changing it is refused', async () => {
    const { boss, owner, caller, characterId } = await made('PRIVATE', 'MEMBER', 'READ');
    for (const { principal } of [boss, owner, caller]) principal.tier = 'STARTER';
    const denied = 'FeatureNotAvailable';
    expect(await tries(owner, characterId)).toStrictEqual(['ok', 'ok', denied]);
    expect(await tries(caller, characterId)).toStrictEqual(['ok', 'AccessDenied', denied]);
    expect((await boss.ask('get_character', { characterId })).body).toMatchObject({ visibility: 'PRIVATE' });
    const create = (name: string, visibility: string) => owner.ask('create_character', { name, visibility });
    expect(outcomes([await create('Bo', 'PRIVATE'), await create('Cy', 'PUBLIC')])).toStrictEqual([denied, 'ok']);
  });

  test('a clone belongs to its creator, with the source’s visibility and no shares', async () => {
    const { caller, owner, characterId } = await made('PRIVATE', 'MEMBER', 'READ');
    const { body } = await caller.ask('clone_character', { characterId, name: 'Copy' });
    expect(body.character).toMatchObject({ visibility: 'PRIVATE', owner: { id: caller.id }, shares: [] });
    expect((await owner.ask('get_character', { characterId: 'Copy' })).outcome).toBe('CharacterNotFound');
  });
});
