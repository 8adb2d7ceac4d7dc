import { expect, test } from 'vitest';
import type { PersonalRule } from '../../src/domain/character.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { serviceScope } from '../../src/domain/principal.ts';
import { groups } from '../../src/gate/operation.ts';
import { extractTurn } from '../../src/service/extraction/extract-turn.ts';
import { openSession } from '../support/harness.ts';

const address = 'ana.weber@firma.at';
const told = `Ana’s address at work is ${address}`;
const document = `# Ana\n\n- ${told}\n- Ana likes green tea in the morning\n`;

async function opened(personalData?: PersonalRule) {
  const session = await openSession({ character: 'Ada', toolsets: [...groups] });
  const { id } = await session.call('get_character', { characterId: 'Ada' });
  await session.store.characters.change(
    serviceScope('local'),
    String(id),
    ({ profile }) => ({ profile: { ...profile, ...(personalData && { personalData }) } }),
    1,
    'BUSINESS',
  );
  const memories = async () => {
    const { memories: all } = await session.call<{ memories: Memory[] }>('list_memories', { limit: 100 });
    const shown = all.map(({ id: memoryId }) => session.call('get_memory', { characterId: 'Ada', memoryId }));
    return (await Promise.all(shown)).map(({ content, personal }) => ({ content: String(content), personal }));
  };
  return { ...session, memories };
}

/** Every door by which a text becomes a memory, and its answer or error. */
const doors: Record<string, (session: Awaited<ReturnType<typeof opened>>) => Promise<unknown>> = {
  add_memory: ({ answer }) => answer('add_memory', { content: `Remember: ${told}.` }),
  add_memory_direct: ({ answer }) => answer('add_memory_direct', { content: told, category: 'facts' }),
  add_memories: ({ answer }) => answer('add_memories', { characterId: 'Ada', memories: [{ content: told }] }),
  import_document: ({ answer }) => answer('import_document', { fileName: 'a.md', fileContent: document }),
  export: async ({ answer }) => {
    const other = await opened();
    await other.call('add_memory_direct', { content: told, category: 'facts' });
    const { markdown } = await other.call('export_character', {});
    return answer('import_document', { fileName: 'export.md', fileContent: markdown });
  },
  sync_file: ({ answer }) => answer('sync_file', { filePath: 'a.md', fileContent: document }),
  update_memory: async ({ answer, call }) => {
    const { id } = await call('add_memory_direct', { content: 'Ana works at a firm', category: 'facts' });
    return answer('update_memory', { memoryId: id, content: told });
  },
  merge_memories: async ({ answer, call }) => {
    const [keepId, deleteId] = await Promise.all(
      ['Ana works at a firm', 'Ana has an address'].map(
        async (content) => (await call('add_memory_direct', { content, category: 'facts' })).id,
      ),
    );
    return answer('merge_memories', { keepId, deleteId, content: told });
  },
};

test.each(Object.keys(doors))('%s obeys the rule of the character for personal data', async (name) => {
  const [marking, redacting, refusing] = [await opened(), await opened('redact'), await opened('refuse')];
  for (const session of [marking, redacting, refusing]) await doors[name]?.(session);
  const marked = (await marking.memories()).filter(({ content }) => content.includes(address));
  expect(marked.map(({ personal }) => personal)).toStrictEqual([['e-mail address']]);
  const redacted = await redacting.memories();
  expect(redacted.some(({ content }) => content.includes('[redacted: e-mail address]'))).toBe(true);
  for (const { content } of [...redacted, ...(await refusing.memories())]) expect(content).not.toContain(address);
});

test('a refusal names the kinds, and an import reports what it left out', async () => {
  const session = await opened('refuse');
  const fault = await session.fault('add_memory_direct', { content: told, category: 'facts' });
  expect(fault).toMatchObject({ type: 'InvalidContent', status: 400 });
  expect(fault.message).toContain('(e-mail address)');
  expect(fault.message).not.toContain(address);
  expect(await session.call('import_document', { fileName: 'a.md', fileContent: document })).toMatchObject({
    memoriesAdded: 1,
    rejected: [{ reason: 'content holds personal data (e-mail address), which this memory refuses.' }],
  });
});

test('tags and metadata obey it too', async () => {
  const labels = { tags: [address], metadata: { contact: address } };
  const given = { content: 'Ana has a new address', category: 'facts', ...labels };
  const [redacting, refusing] = [await opened('redact'), await opened('refuse')];
  expect(await redacting.call('add_memory_direct', given)).toMatchObject({
    tags: ['[redacted: e-mail address]'],
    metadata: { contact: '[redacted: e-mail address]' },
  });
  expect((await refusing.fault('add_memory_direct', given)).type).toBe('InvalidContent');
});

test('store stores without a mark', async () => {
  const [storing, marking] = [await opened('store'), await opened()];
  const [plain, marked] = await Promise.all(
    [storing, marking].map(({ call }) => call('add_memory_direct', { content: told, category: 'facts' })),
  );
  expect(await storing.call('get_memory', { characterId: 'Ada', memoryId: plain?.id })).not.toHaveProperty('personal');
  expect((await marking.call('get_memory', { characterId: 'Ada', memoryId: marked?.id })).personal).toHaveLength(1);
});

test('a captured turn obeys it too, and its receipt shows no more than the memory has', async () => {
  const captured = async (rule: PersonalRule) => {
    const session = await opened(rule);
    const { id: characterId } = await session.call('get_character', { characterId: 'Ada' });
    const { services } = session;
    const principal = {
      tenantId: 'local',
      memberId: 'local',
      tier: 'BUSINESS',
      role: 'OWNER',
      name: 'local',
      via: 'stdio',
    };
    const context = { ...services, principal } as never;
    const content = `Remember: my address at work is ${address}.`;
    const { parts, clauses } = await extractTurn(context, String(characterId), {}, { content });
    return { parts, clauses, said: JSON.stringify([parts[0].changes, clauses]) };
  };
  const [marked, redacted, refused] = [await captured('mark'), await captured('redact'), await captured('refuse')];
  expect(marked.said).toContain(address);
  expect(redacted.said).not.toContain(address);
  expect(redacted.parts[0].changes).toHaveLength(1);
  expect(refused.said).not.toContain(address);
  expect(refused.parts[0].changes).toStrictEqual([]);
  expect(refused.clauses).toMatchObject([{ outcome: 'left out' }]);
});
