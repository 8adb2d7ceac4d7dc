/** A card of the Queue, as far as the shell knows it. */
export interface Waiting {
  key: string;
  kind: string;
  characterId: string;
}

/** Whether a card is one of those of which not all are read. */
export function isPair({ kind }: Pick<Waiting, 'kind'>): boolean {
  return kind === 'pair' || kind === 'group' || kind === 'contradiction';
}
