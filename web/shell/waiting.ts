/** A card of the Queue, as far as the shell knows it. */
export interface Waiting {
  key: string;
  kind: string;
  characterId: string;
}

/** Whether a card is one of those of which not all are read. */
export function isPair({ kind }: Pick<Waiting, 'kind'>): boolean {
  return kind === 'pair' || kind === 'contradiction' || kind === 'weak';
}

/** Whether it waits for a character, or for all: what can wait is one card of each. */
export function isCountedFor({ kind, characterId }: Waiting, of: string | undefined): boolean {
  return kind === 'weak' ? characterId === (of ?? '') : of === undefined || characterId === of;
}
