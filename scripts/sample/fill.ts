import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Character } from '../../src/domain/character.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { Spoken } from '../../test/support/protocols.ts';
import type { Call } from '../../test/support/sample.ts';
import { binary, handbook, imported, languages } from './texts.ts';

const cast = 'The cast';
const keeper = 'Keeper';

/** Characters with every property that a character can have. */
export async function makeCharacters(call: Call): Promise<void> {
  const make = (input: object) => call<Character>('create_character', { ...input });
  await make({
    name: cast,
    categoryPreset: 'standard',
    externalId: 'crm-4711',
    tags: ['théâtre', '日本', 'core'],
    profile: {
      systemPrompt: 'You remember the people of a small theatre.',
      personality: 'Patient',
      rules: ['Never gossip', 'Answer in the language you are asked in'],
      customFields: { house: 'Old mill', Straße: 'Mühlgasse 3' },
    },
  });
  await call('set_aliases', {
    characterId: cast,
    aliases: ['ensemble', { alias: 'Öhrchen', sourceHint: 'chat handle' }, '劇団'],
  });
  await make({ name: keeper, categoryPreset: 'developer', tags: ['core'] });
  await call('update_agent_config', {
    characterId: keeper,
    capabilities: ['watching', 'winding clocks'],
    status: 'BUSY',
    maxConcurrentTasks: 3,
    preferredModel: 'small-1',
    ownerId: 'agnes',
    meta: { shift: { from: 6, to: 14 }, tools: ['lamp', 'rag'] },
  });
  await call('update_profile', { characterId: keeper, background: 'Forty years on the rock.' });
  await call('add_category', {
    characterId: keeper,
    name: 'Weather & tides',
    description: 'What the sea and the sky did',
    importance: 'HIGH',
    hints: ['storm', 'ebb', 'Nebel'],
  });
  await make({ name: 'Retired', externalId: 'crm-0815' });
  await call('add_memory_direct', {
    characterId: 'Retired',
    content: 'The old harbour crane was sold in 1998',
    category: 'facts',
  });
  await call('archive_character', { characterId: 'Retired' });
}

/** Several hundred memories in many scripts; of some the weights, the time and the conversation are given. */
export async function rememberTheCast(call: Call): Promise<Pick<Memory, 'id' | 'content'>[]> {
  const { categories } = await call<{ categories: { name: string }[] }>('list_categories', { characterId: cast });
  const importances = ['LOW', 'NORMAL', 'HIGH', 'CRITICAL'];
  const marks: Pick<Memory, 'id' | 'content'>[] = [];
  let count = 0;
  const add = (content: string, sessionId: string) => {
    count += 1;
    return call<Memory>('add_memory_direct', {
      characterId: cast,
      content,
      category: categories[count % categories.length]?.name ?? '',
      salience: (count % 21) / 20,
      importance: importances[count % importances.length],
      sessionId,
      occurredAt: new Date(Date.UTC(2025, 0, 1 + (count % 300), count % 24)).toISOString(),
    });
  };
  for (const { tag, subjects, phrases, mark } of languages) {
    for (const subject of subjects) {
      for (const phrase of phrases) await add(phrase.replace('{}', subject), `${tag} ${subject}`);
    }
    marks.push(await add(mark.content, `${tag} mark`));
  }
  return marks;
}

/** Memories that were changed, deleted and restored; a long one, and those of a system with its own kind of texts. */
export async function changeMemories(call: Call): Promise<void> {
  const add = (content: string) =>
    call<Memory>('add_memory_direct', { characterId: keeper, content, category: 'decisions' });
  const changed = await add('The foghorn sounds every ninety seconds');
  const change = (fields: object) => call('update_memory', { characterId: keeper, memoryId: changed.id, ...fields });
  await change({ content: 'The foghorn sounds every sixty seconds' });
  await change({ category: 'Weather & tides', importance: 'CRITICAL', salience: 1 });
  const deleted = await add('The gull on the gallery is called Horace');
  await call('delete_memory', { characterId: keeper, memoryId: deleted.id });
  const restored = await add('The logbook of 1907 is kept in oilcloth');
  await call('delete_memory', { characterId: keeper, memoryId: restored.id });
  await call('restore_memory', { characterId: keeper, memoryId: restored.id });
  await add(
    `Instructions for the lamp.\n\n${'Trim the wick, wipe the glass, oil the bearing. '.repeat(150)}\n\n\tEnd.`,
  );
  await takeOver(call);
}

/** Texts that 0.1.0 stored unchanged: line ends and control characters of terminals, which later releases refuse. */
async function takeOver(call: Call): Promise<void> {
  await call('create_character', { name: 'Terminal', tags: ['odd'] });
  const add = (content: string) => call('add_memory_direct', { characterId: 'Terminal', content, category: 'facts' });
  await add('A line that came\r\nfrom another system\u0008 with a \u001b[1mbold\u001b[0m word').catch(() =>
    add('A line that came\r\nfrom another system'),
  );
}

/** Files with several versions, one without text, one of a watched folder and one deleted from it; an import. */
export async function syncFiles(call: Call, home: string): Promise<void> {
  const push = (filePath: string, fileContent: string, more: object = {}) =>
    call('sync_file', { characterId: keeper, filePath, fileContent, ...more });
  for (const text of handbook) await push('handbook/lighthouse.md', text, { label: 'handbook' });
  await push('pictures/lens.bin', binary.toString('base64'), { encoding: 'base64' });
  await push('pictures/lens.bin', Buffer.from(binary).reverse().toString('base64'), { encoding: 'base64' });
  await push('Größe/日記.md', '- 灯台の階段は百八段あります\n- Die Laterne wiegt 380 Kilogramm\n');

  const note = (name: string) => join(home, 'notes', name);
  mkdirSync(join(home, 'notes'), { recursive: true });
  writeFileSync(note('journal.md'), '# Journal\n\n- The relief boat is late\n');
  writeFileSync(note('gone.md'), '- Somebody painted the door green\n');
  await call('watch_path', { characterId: keeper, path: '~/notes', label: 'notes' });
  await call('sync_now');
  writeFileSync(note('journal.md'), '# Journal\n\n- The relief boat came at dusk\n- It brought coal\n');
  rmSync(note('gone.md'));
  await call('sync_now');

  await call('import_document', { characterId: keeper, fileName: 'tides.json', fileContent: imported });
}

/** The provider's proposals for the texts of `extractWithAi`. */
export const aiAnswers: Spoken[] = [
  { operations: [{ operation: 'ADD', content: 'Agnes is afraid of thunderstorms', category: 'skills' }] },
  { operations: [{ operation: 'ADD', content: 'Bertram repaired the winch himself', category: 'skills' }] },
];

export async function extractWithAi(call: Call): Promise<void> {
  await call('add_memory', { characterId: keeper, content: 'Agnes hid under the table again when it thundered' });
  await call('add_memory', { characterId: keeper, content: 'The winch? Bertram did that, nobody helped him' });
  // To an embedder these words have a direction; beside a word with a meaning, no other search looks for them.
  await call('add_memory_direct', { characterId: keeper, content: 'the of the on', category: 'decisions' });
}

/** A file whose pieces wait for extraction, because the provider fails. */
export async function leavePending(call: Call): Promise<void> {
  const fileContent = '- The spare prism is wrapped in felt\n- The barometer must not be tapped\n';
  await call('sync_file', { characterId: keeper, filePath: 'inventory.md', fileContent });
  for (;;) {
    const { capture } = await call<{ capture: { pending: number; failed: object[] } }>('get_sync_status', {
      characterId: keeper,
    });
    if (capture.failed.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until everything has its embedding. */
export async function embedded(call: Call): Promise<void> {
  for (;;) {
    const { ai } = await call<{ ai: { embedding: { pending: number } } }>('get_tier');
    if (ai.embedding.pending === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
