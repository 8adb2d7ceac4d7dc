import type { Profile } from '../../domain/character.ts';
import { fence, memoryNote, type Note } from '../../domain/fence.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';

/** How many memories are considered; far more than fit. */
const considered = 200;
/** Between the instructions and the notes. */
const separator = '\n\n';

/**
 * What is known of a character, to be read before a conversation begins: the profile and the memories that matter
 * most, whole ones only, in at most `room` code points. Empty when nothing is known.
 */
export async function recall(context: Context, reference: string, room: number): Promise<string> {
  const { store, principal } = context;
  const { id, name, profile } = await findCharacter(context, reference);
  const memories = await store.memories.mostUseful(principal, id, considered);
  const text = fence(name, [...profileNotes(profile), ...memories.map(memoryNote)], room - separator.length);
  return text === '' ? '' : `${separator}${text}`;
}

function profileNotes({ systemPrompt, personality, background, rules, customFields }: Profile): Note[] {
  const fields: [string, string | undefined][] = [
    ['Background', background],
    ['Personality', personality],
    ['Role', systemPrompt],
    ...rules.map((rule): [string, string] => ['Rule', rule]),
    ...Object.entries(customFields),
  ];
  return fields.flatMap(([title, text]) => (text?.trim() ? [{ title, text }] : []));
}
