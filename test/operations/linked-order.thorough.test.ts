import { test as anyTest, expect } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { isMachineStore } from '../../src/domain/stores/store.ts';
import { assembleContext, tokenRoom } from '../../src/service/retrieval/assemble.ts';
import { isOnMachine } from '../support/front-door-store.ts';
import { openSession } from '../support/harness.ts';
import { fc, holds } from '../support/law.ts';

const test = anyTest.skipIf(!isOnMachine);
const owner = localOwner('BUSINESS');
const places = ['Leeds', 'Lisbon', 'Porto', 'Rome', 'Ghent', 'Basel'];

/** More words than the query's, so that some match it better. */
const rests = [
  '',
  ', since the spring',
  ', next to the station, and the lease runs on',
  ' with a garden, a kitchen and a view of the river',
];

const place = fc.integer({ min: 0, max: places.length - 1 });
/** Where each is stored, which later ones may outdate or replace which earlier ones, and what is deleted or ends. */
const stored = fc.record({
  layers: fc.array(fc.constantFrom('Alpha', 'Mara'), { minLength: places.length, maxLength: places.length }),
  rests: fc.array(fc.constantFrom(...rests), { minLength: places.length, maxLength: places.length }),
  links: fc.array(fc.record({ older: place, newer: place, isSure: fc.boolean() }), { minLength: 1, maxLength: 7 }),
  gone: fc.array(fc.record({ memory: place, how: fc.constantFrom('deleted', 'ended') }), { maxLength: 2 }),
  tokens: fc.constantFrom(40, 80, 400),
});

test('no context, search or first result has the older of two linked memories without the newer', async () => {
  const session = await openSession({ toolsets: ['memories', 'characters'], onFile: true });
  const { store, call, clock } = session;
  if (!isMachineStore(store)) throw new Error('no store of a machine');
  let run = 0;
  await holds(
    fc.asyncProperty(stored, async ({ layers, rests: said, links, gone, tokens }) => {
      run += 1;
      const idOf = new Map<string, string>();
      for (const name of ['Alpha', 'Mara']) {
        const { id } = await call<{ id: string }>('create_character', { name: `${name} ${run}` });
        const folder = `/work/${name}/${run}`;
        await store.projects.assign(
          owner,
          { names: [name], folder, place: `place:${folder}`, root: null },
          id,
          clock.now,
        );
        idOf.set(name, id);
      }
      const characters = [...idOf.values()];
      const add = async (content: string, layer: string) => {
        clock.now += 1_000;
        const given = { characterId: idOf.get(layer), content, category: 'general' };
        return { characterId: given.characterId!, id: String((await call('add_memory_direct', given)).id) };
      };
      const memories = [];
      for (const [i, name] of places.entries())
        memories.push(await add(`The office of the team is in ${name}${said[i]}.`, layers[i]!));
      for (const { older, newer, isSure } of links.filter((one) => one.older < one.newer)) {
        const [{ characterId, id: olderId }, { characterId: there, id: newerId }] = [
          memories[older]!,
          memories[newer]!,
        ];
        if (isSure) await call('update_memory', { characterId: there, memoryId: newerId, supersedes: [olderId] });
        else await store.pairs.link(owner, characterId, [{ olderId, newerId }], clock.now);
      }
      for (const { memory, how } of gone) {
        const { characterId, id: memoryId } = memories[memory]!;
        if (how === 'ended') await call('update_memory', { characterId, memoryId, validUntil: 'now' }).catch(() => 0);
        else await call('delete_memory', { characterId, memoryId }).catch(() => 0);
      }
      clock.now += 1_000;
      const active = await store.memories.byIds(
        owner,
        memories.map(({ id }) => id),
      );
      const byId = new Map(active.map((one) => [one.id, one]));
      const hasEnd = ({ supersededBy, validUntil }: Memory) =>
        supersededBy !== undefined || (validUntil !== undefined && Date.parse(validUntil) <= clock.now);
      /** The active ones that say what holds instead of one. */
      const newerOf = (id: string) => {
        const next = byId.get(id)?.supersededBy ?? byId.get(id)?.mayBeOutdatedBy;
        const newer = next === undefined ? undefined : byId.get(next);
        return newer && !hasEnd(newer) ? [newer.id] : [];
      };
      const query = 'Where is the office of the team?';
      const context = { ...session.services, principal: owner } as Parameters<typeof assembleContext>[0];
      for (const asked of [characters, characters.slice(0, 1), characters.slice(1)]) {
        for (const text of [query, undefined]) {
          const { memories: given } = await assembleContext(context, asked, tokenRoom(tokens), { query: text });
          const ids = given.map(({ id }) => id);
          expect(ids.filter((id) => hasEnd(byId.get(id)!))).toStrictEqual([]);
          expect(ids.filter((id) => newerOf(id).some((newer) => !ids.includes(newer)))).toStrictEqual([]);
        }
        const { memories: found } = await call<{ memories: { id: string }[] }>('search_memories', {
          characterIds: asked,
          query,
        });
        const order = found.map(({ id }) => id);
        expect(new Set(order).size).toBe(order.length);
        for (const [at, id] of order.entries())
          expect([at, newerOf(id).filter((newer) => !order.slice(0, at).includes(newer))]).toStrictEqual([at, []]);
      }
    }),
    25,
  );
}, 600_000);
