import type { Category } from '../../domain/category.ts';
import type { PersonalRule } from '../../domain/character.ts';
import type { Rejection } from '../../domain/file.ts';
import { labelsBy } from '../../domain/labels.ts';
import type { NewMemory } from '../../domain/memory.ts';
import { type Piece, render, saidBy, statedOf } from '../../files/piece.ts';
import { redactPersonal, refusalOf } from '../../text/personal/personal.ts';
import { isOnlyRedacted, redactSecrets } from '../../text/secrets.ts';
import { computed } from '../computed.ts';
import type { Context } from '../context.ts';
import { type Extracted, extractPiece } from '../extraction/extract-piece.ts';
import { newMemory } from '../memories.ts';

const source = { kind: 'import' } as const;
/** The reason for a statement that is empty after redaction. */
const onlySecret = 'content holds nothing but a secret.';

/** How the pieces of a document become memories. */
export interface Choice {
  categories: Category[];
  /** Overrides every other. */
  category: string | undefined;
  /** Without a provider, even if one is set up. */
  asItStands: boolean;
  /** Credentials are stored, not redacted. */
  keepSecrets: boolean;
  /** The character's. */
  personal: PersonalRule;
}

/** The result of a piece, or the reason why there is none. */
export type TakenPiece = Extracted | { rejection: Rejection };

/** The text as it is stored. */
export function cleaned(text: string, { keepSecrets, personal }: Pick<Choice, 'keepSecrets' | 'personal'>): string {
  const clean = keepSecrets ? text : redactSecrets(text);
  return personal === 'redact' ? redactPersonal(clean) : clean;
}

/**
 * Why nothing of a piece is stored; undefined: something is.
 * @param content the body with its titles
 */
export function whyRefused(
  body: string,
  content: string,
  choice: Pick<Choice, 'keepSecrets' | 'personal'>,
): string | undefined {
  const refusal = refusalOf(choice.personal === 'refuse' ? content : body, choice.personal);
  if (refusal !== undefined) return `content holds ${refusal}.`;
  return isOnlyRedacted(cleaned(body, choice)) ? onlySecret : undefined;
}

/** The results of some pieces of a document, in order. Errors as `askExtractor`. */
export async function takePieces(
  context: Context,
  characterId: string,
  pieces: readonly Piece[],
  choice: Choice,
): Promise<TakenPiece[]> {
  const taken: TakenPiece[] = [];
  for (const piece of pieces) taken.push(await takePiece(context, characterId, piece, choice));
  return taken;
}

/** As `takePieces`, where no provider is asked. */
export const computePieces = computed('computePieces', takePieces);

async function takePiece(context: Context, characterId: string, piece: Piece, choice: Choice): Promise<TakenPiece> {
  const { categories, category, asItStands } = choice;
  const shown = render(
    piece,
    categories.map(({ name }) => name),
  );
  const reason = whyRefused(piece.body, shown.content, choice);
  if (reason !== undefined) return { rejection: { line: piece.line, reason } };
  const clean = (text: string) => cleaned(text, choice);
  const content = clean(shown.content);
  const given = { ...piece, ...labelsBy(clean, piece), content, category: category ?? shown.category };
  if (asItStands && context.extractor.kind === 'ai') {
    return {
      changes: [{ kind: 'add', memory: asWritten(context, content, given, given.category) }],
      known: 0,
      ends: [],
    };
  }
  return extractPiece(context, characterId, categories, given, source, {
    mayEnd: false,
    saidBy: saidBy(piece),
  });
}

export function asWritten(context: Context, content: string, piece: Piece, category: string | undefined): NewMemory {
  const { tags, metadata, sessionId } = piece;
  return newMemory({ ...context, sessionId }, { content, category, ...statedOf(piece), tags, metadata }, source);
}
