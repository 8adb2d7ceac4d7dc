/** A relevance (0 to 1) as text: .94 */
export function relevanceInFigures(relevance: number): string {
  return relevance.toFixed(2).replace(/^0/, '');
}
