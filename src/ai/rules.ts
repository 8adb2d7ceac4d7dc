import type { Extractor } from '../domain/ai.ts';
export function rulesExtractor(): Extractor {
  return {
    kind: 'rules',
    async extract() {
      return [];
    },
  };
}
