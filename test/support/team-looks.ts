import { expect } from 'vitest';
import { visibilities } from '../../src/domain/sharing.ts';
import type { Body } from './harness.ts';
import type { ModelCharacter } from './team-model.ts';
import type { TeamRun, Turn } from './team-run.ts';
import type { Carry } from './team-steps.ts';

const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
const count = ({ memories, more }: ModelCharacter) => memories.size + more;

/** A read of one character: `agree` compares its answers with access. */
function look(tool: string, agree: (body: Body, turn: Turn, run: TeamRun) => unknown, input: object = {}): Carry {
  return async (run, turn) => {
    const body = await run.tried(turn, tool, 'READ', input);
    if (body) agree(body, turn, run);
  };
}

/** A look at the first memory of a character. */
function lookAtMemory(tool: string, input: object, agree: (body: Body, content: string) => unknown): Carry {
  return async (run, turn) => {
    const [first] = turn.one.memories;
    if (first === undefined) return;
    const body = await run.tried(turn, tool, 'READ', { memoryId: first[0], ...input });
    if (body) agree(body, first[1]);
  };
}

/** Every way of reading. */
export const looks: Carry[] = [
  look('get_character', (body, { member, one }, run) => run.requireShown(member, one, body)),
  look('list_categories', ({ categories }) => expect(categories).not.toHaveLength(0)),
  look(
    'list_memories',
    ({ memories, total }, { one }) => {
      expect(total).toBe(count(one));
      const contents = (memories as { content: string }[]).map(({ content }) => content);
      expect(contents).toStrictEqual(expect.arrayContaining([...one.memories.values()]));
    },
    { limit: 100 },
  ),
  look(
    'search_memories',
    ({ memories }, { one }) => {
      const found = memories as { content: string }[];
      expect(found.length > 0).toBe(count(one) > 0);
      expect(found.filter(({ content }) => !content.includes(one.mark))).toStrictEqual([]);
    },
    { query: 'harbour', limit: 100 },
  ),
  look('assemble_context', ({ memories }, { one }) => expect((memories as []).length <= count(one)).toBe(true), {
    query: 'harbour',
  }),
  look('export_character', ({ markdown }, { one }) => {
    for (const content of one.memories.values()) expect(markdown).toContain(content);
  }),
  look('get_sync_status', ({ totalFiles }, { one }) => expect(totalFiles).toBe(one.files.length)),
  look('list_files', ({ files, total }, { one }) => {
    const paths = (files as { path: string }[]).map(({ path }) => path);
    expect(total).toBe(one.files.length);
    expect(one.files.map(({ path }) => path)).toStrictEqual(expect.arrayContaining(paths));
  }),
  lookAtMemory('get_memory', {}, (body, content) => expect(body.content).toBe(content)),
  lookAtMemory('get_memory_history', {}, ({ revisions }, content) =>
    expect((revisions as { content: string }[]).at(-1)?.content).toBe(content),
  ),
  lookAtMemory('explain_memory', { query: 'harbour' }, ({ why }) => expect(why).toBeTruthy()),
  async function resolve(run, { member, one }) {
    if (one.alias === undefined) return;
    const { outcome, body } = await run.ask(member, 'resolve_alias', { alias: one.alias.toUpperCase() });
    expect(outcome).toBe(run.model.outcome(member, 'resolve_alias', one, 'READ'));
    if (outcome === 'ok') run.requireShown(member, one, body);
  },
  async function file(run, { member, one }) {
    const [first] = one.files;
    if (!first) return;
    const { outcome, body } = await run.ask(member, 'get_file', { fileId: first.id });
    const missing = run.model.access(member, one) === undefined;
    expect(outcome).toBe(missing ? 'FileNotFound' : 'ok');
    if (!missing) expect(body.path).toBe(first.path);
  },
  async function searchSeveral(run, { member, one, other, reference }) {
    const asked = { characterIds: [reference, other.id], query: 'harbour', limit: 100 };
    const { outcome, body } = await run.ask(member, 'search_memories', asked);
    const seen = [one, other].every((each) => run.model.access(member, each) !== undefined);
    expect(outcome).toBe(seen ? 'ok' : 'CharacterNotFound');
    if (!seen) return;
    const found = (body.memories as { characterId: string }[]).map(({ characterId }) => characterId);
    expect([one.id, other.id]).toStrictEqual(expect.arrayContaining([...new Set(found)]));
  },
  list,
  list,
  async function tier(run, { member }) {
    const { body } = await run.ask(member, 'get_tier', {});
    const { characters } = run.model.usage(member) as { characters: number };
    expect(body.usage).toMatchObject(run.model.usage(member));
    expect(body.features).toMatchObject({ currentCharacterCount: characters });
  },
  async function resources(run, { member }) {
    const { client } = run.teammate(member);
    const { resources } = await client.listResources();
    run.requireNothingHidden(member, resources, {});
    const active = run.model.visible(member).filter(({ archived }) => !archived);
    // Beside those of characters: the view of memories, and the skill.
    expect(resources).toHaveLength(active.length + 2);
  },
  async function resource(run, { member, one, reference }) {
    const uri = `memory://characters/${encodeURIComponent(reference)}`;
    const read = run.teammate(member).client.readResource({ uri });
    const isSeen = run.model.access(member, one) !== undefined;
    expect(
      await read.then(
        () => true,
        () => false,
      ),
    ).toBe(isSeen);
  },
  async function completion(run, { member, one }) {
    const { client } = run.teammate(member);
    const ref = { type: 'ref/prompt' as const, name: 'recall' };
    const value = one.name.slice(0, -1);
    const names = await client.complete({ ref, argument: { name: 'character', value } });
    const isSeen = run.model.access(member, one) !== undefined && !one.archived;
    expect(names.completion.values.includes(one.name)).toBe(isSeen);
    const of = { ref, argument: { name: 'category', value: '' }, context: { arguments: { character: one.name } } };
    const categories = await client.complete(of);
    expect(categories.completion.values.length > 0).toBe(run.model.access(member, one) !== undefined);
  },
  async function prompt(run, { member, one, reference }) {
    const asked = run.teammate(member).client.getPrompt({
      name: 'recall',
      arguments: { character: reference, question: 'harbour' },
    });
    const told = await asked.then(
      ({ messages }) => JSON.stringify(messages),
      () => undefined,
    );
    expect(told !== undefined).toBe(run.model.access(member, one) !== undefined);
    run.requireNothingHidden(member, told ?? '', reference);
  },
];

/** Pages and totals count only visible ones. */
async function list(run: TeamRun, { member, pick, by }: Turn): Promise<void> {
  const filter = {
    ...(by % 3 === 0 && { visibility: visibilities[pick % 2]! }),
    ...(by % 4 === 0 && { tag: `t${pick % 3}` }),
    status: (['ALL', 'ACTIVE', 'ARCHIVED'] as const)[pick % 3]!,
  };
  const all = run.model.visible(member).filter(({ visibility, tags, archived }) => {
    if (filter.visibility !== undefined && visibility !== filter.visibility) return false;
    if (filter.tag !== undefined && !tags.includes(filter.tag)) return false;
    return filter.status === 'ALL' || archived === (filter.status === 'ARCHIVED');
  });
  const wanted = all.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const page = { page: pick % 2, limit: 5, sortBy: 'NAME', sortOrder: 'ASC' };
  const { body } = await run.ask(member, 'list_characters', { ...filter, ...page });
  expect(body.total).toBe(wanted.length);
  expect(ids(body.characters)).toStrictEqual(ids(wanted.slice(page.page * 5, page.page * 5 + 5)));
}
