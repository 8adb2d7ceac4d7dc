import { expect } from 'vitest';
import { roles } from '../../src/domain/principal.ts';
import { accesses, visibilities } from '../../src/domain/sharing.ts';
import type { Body } from './harness.ts';
import type { TeamRun, Turn } from './team-run.ts';

export type Carry = (run: TeamRun, turn: Turn) => Promise<unknown>;

const visibilityOf = ({ by, pick }: Turn) => visibilities[(by + pick) % 2]!;

/** Changes; each also updates the model. */
export const changes: Carry[] = [
  async function create(run, turn) {
    const [mark, visibility] = [run.mark(), visibilityOf(turn)];
    const { outcome, body } = await run.ask(turn.member, 'create_character', { name: `Name ${mark}`, visibility });
    expect(outcome).toBe(run.model.hasRole(turn.member, 'create_character') ? 'ok' : 'InsufficientRole');
    if (outcome === 'ok') await run.born(turn.member, body, visibility, mark);
  },
  async function createTaken(run, turn) {
    // Names belong to the tenant: only that one is taken is reported.
    const { outcome } = await run.ask(turn.member, 'create_character', { name: turn.one.name });
    const may = run.model.hasRole(turn.member, 'create_character');
    expect(outcome).toBe(may ? 'DuplicateCharacterName' : 'InsufficientRole');
  },
  async function clone(run, turn) {
    const mark = run.mark();
    const body = await run.tried(turn, 'clone_character', 'READ', { name: `Name ${mark}`, copyTags: true });
    if (body) await run.born(turn.member, body.character as Body, turn.one.visibility, mark);
  },
  share,
  share,
  async function handOn(run, turn) {
    const { member, one, reference, pick } = turn;
    const to = run.model.members[pick % run.model.members.length]!;
    const next = { ...one, ownerId: to.id };
    const { outcome, body } = await run.ask(member, 'set_sharing', { characterId: reference, owner: to.id });
    // Steps never choose removed members, also owners.
    const expected = run.model.sharingOutcome(member, one, next, true);
    expect([outcome, body.error]).toStrictEqual([
      expected === 'ok' && to.removed ? 'InvalidInput' : expected,
      body.error,
    ]);
    if (outcome !== 'ok') return;
    one.ownerId = to.id;
    run.requireShown(member, one, body);
  },
  async function archive(run, turn) {
    if (turn.pick % 8 > 0) return;
    const before = turn.one.archived;
    turn.one.archived = false;
    const body = await run.tried(turn, 'archive_character', 'WRITE');
    turn.one.archived = before || body !== undefined;
  },
  async function tag(run, turn) {
    const tags = [`t${turn.pick % 3}`];
    if (await run.tried(turn, 'set_tags', 'WRITE', { tags })) turn.one.tags = tags;
  },
  async function alias(run, turn) {
    const name = `alias of ${turn.one.mark}`;
    if (await run.tried(turn, 'set_aliases', 'WRITE', { aliases: [name] })) turn.one.alias = name;
  },
  async function remember(run, turn) {
    const content = `${turn.one.mark} notes that harbour ${run.next()} is open`;
    const body = await run.tried(turn, 'add_memory_direct', 'WRITE', { content, category: 'general' });
    if (body) turn.one.memories.set(body.id as string, content);
  },
  async function reword(run, turn) {
    const memoryId = [...turn.one.memories.keys()][0];
    if (memoryId === undefined) return;
    const content = `${turn.one.mark} says that harbour ${run.next()} is closed`;
    if (await run.tried(turn, 'update_memory', 'WRITE', { memoryId, content }))
      turn.one.memories.set(memoryId, content);
  },
  async function forget(run, turn) {
    const memoryId = [...turn.one.memories.keys()][0];
    if (memoryId === undefined) return;
    if (await run.tried(turn, 'delete_memory', 'WRITE', { memoryId })) turn.one.memories.delete(memoryId);
  },
  async function sync(run, turn) {
    const filePath = `${turn.one.mark}-${run.next()}.md`;
    const fileContent = `- ${filePath} speaks of the harbour\n`;
    const body = await run.tried(turn, 'sync_file', 'WRITE', { filePath, fileContent });
    if (!body) return;
    turn.one.files.push({ id: body.fileId as string, path: filePath });
    turn.one.more += 1;
  },
  async function importText(run, turn) {
    const fileName = `${turn.one.mark}-${run.next()}.md`;
    const given = { fileName, fileContent: `- ${fileName} tells of the harbour\n`, dryRun: turn.pick % 2 === 0 };
    if ((await run.tried(turn, 'import_document', 'WRITE', given)) && !given.dryRun) turn.one.more += 1;
  },
  async function addCategory(run, turn) {
    await run.tried(turn, 'add_category', 'WRITE', { name: `kind ${run.next()}` });
  },
  async function setRole(run, { pick, by }) {
    // The first stays an OWNER: a tenant has one.
    const member = run.model.members[1 + (pick % (run.model.members.length - 1))]!;
    if (member.removed) return;
    member.role = roles[by % roles.length]!;
    await run.team.store.members.change(member.id, { role: member.role }, 1_000);
    run.teammate(member).principal.role = member.role;
  },
  async function leave(run, { pick, by }) {
    if (by % 9 > 0 || run.model.members.length > 9) return;
    const member = run.model.members[1 + (pick % (run.model.members.length - 1))]!;
    if (!member.removed) await run.team.store.members.remove(member.id, 1);
    member.removed = true;
    const { id, principal } = await run.team.join(roles[pick % roles.length]!);
    run.model.members.push({ id, role: principal.role, removed: false });
  },
];

async function share(run: TeamRun, turn: Turn): Promise<void> {
  const { member, one, reference, pick, by } = turn;
  const present = run.model.members.filter(({ removed }) => !removed);
  const chosen = present.filter((_, i) => (pick >> i) % 3 === 0);
  const members = chosen.map(({ id }, i) => ({ member: id, access: accesses[(by + i) % 2]! }));
  const change = { ...(by % 3 < 2 && { visibility: visibilityOf(turn) }), ...(by % 3 > 0 && { members }) };
  const next = {
    ...one,
    ...change,
    shares: change.members ? new Map(members.map((each) => [each.member, each.access])) : one.shares,
  };
  const { outcome, body } = await run.ask(member, 'set_sharing', { characterId: reference, ...change });
  expect([outcome, body.error]).toStrictEqual([run.model.sharingOutcome(member, one, next, false), body.error]);
  if (outcome !== 'ok') return;
  Object.assign(one, { visibility: next.visibility, shares: next.shares });
  run.requireShown(member, one, body);
}
