import { codePoints } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { assembleContext } from './assemble.ts';

/** Between the instructions and the notes. */
const separator = '\n\n';

/**
 * A character's context for the beginning of a conversation: the profile and the most important memories, in at most
 * `room` code points. Empty without any.
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
