import type { ImportedConversation } from '../../domain/file.ts';
import { limits } from '../../domain/limits.ts';
import type { ReadDocument } from '../../files/document.ts';
import type { Piece } from '../../files/piece.ts';

/** The conversations of a document in its order; pieces of one share its session. */
export function conversationsIn(pieces: readonly Piece[]): ImportedConversation[] {
  const found = new Map<string, ImportedConversation>();
  for (const { sessionId: id, context, occurredAt, said, isAnswer } of pieces) {
    if (id === undefined) continue;
    // The last part of the context is the speaker.
    const [title] = context.slice(0, -1);
    const one = found.get(id) ?? {
      id,
      ...(title && { title }),
      ...(occurredAt && { at: occurredAt }),
      said: 0,
      answers: 0,
    };
    if (said) one.said += 1;
    if (isAnswer) one.answers += 1;
    found.set(id, one);
  }
  return [...found.values()].filter(({ said, answers }) => said + answers > 0);
}

/** The pieces of the chosen conversations, and those of none. @param answers false: without the assistant's answers */
export function chosenPieces(
  pieces: readonly Piece[],
  all: readonly ImportedConversation[],
  { conversations, answers }: { conversations?: readonly string[] | undefined; answers?: boolean | undefined },
): Piece[] {
  const others = new Set(conversations && all.map(({ id }) => id));
  for (const id of conversations ?? []) others.delete(id);
  const isChosen = (id: string | undefined) => id === undefined || !others.has(id);
  return pieces.filter(({ sessionId, isAnswer }) => (!isAnswer || answers !== false) && isChosen(sessionId));
}

/** The pieces, each turn of a conversation in a session: that of its title, or of the file, where the document names none. */
export function inSessions(pieces: readonly Piece[], fileName: string): Piece[] {
  return pieces.map((piece) => {
    const { sessionId, context, said, isAnswer, isOfPerson } = piece;
    if (sessionId !== undefined || !(said || isAnswer || isOfPerson)) return piece;
    const [title = fileName] = context.slice(0, -1);
    return { ...piece, sessionId: title.slice(0, limits.sessionId).toWellFormed() };
  });
}

/** How a document was read. */
export function recognisedIn({ format = 'text', pieces }: ReadDocument, conversations: number) {
  const product = pieces.find((piece) => piece.product !== undefined)?.product;
  return { format, ...(product && { product }), ...(conversations > 0 && { conversations }) };
}
