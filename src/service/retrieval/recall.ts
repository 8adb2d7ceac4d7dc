import { codePoints } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { assembleContext } from './assemble.ts';

/** Between the instructions and the notes. */
const separator = '\n\n';

/**
 * What is known of a character, to be read before a conversation begins: the profile and the memories that matter
 * most, in at most `room` code points. Empty when nothing is known.
 */
export async function recall(context: Context, reference: string, room: number): Promise<string> {
  const size = room - separator.length;
  const { text } = await assembleContext(
    context,
    reference,
    { size, measure: codePoints },
    { include: ['profile', 'memories'] },
  );
  return text === '' ? '' : `${separator}${text}`;
}
