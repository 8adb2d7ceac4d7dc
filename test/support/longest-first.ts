import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take more than five seconds of a core, the longest first: none of them is to run alone at the end. */
const longest = [
  'browser/memories',
  'browser/pages',
  'laws/linear',
  'browser/app',
  'storage/move',
  'browser/live',
  'storage/alike',
  'e2e/doctor',
  'e2e/hosts',
  'files/hostile',
  'e2e/stdio',
  'storage/postgres/plans',
  'laws/answer-size',
  'e2e/serve',
  'e2e/import-export',
  'browser/home',
  'browser/settings',
  'browser/sharing',
  'browser/timeline',
  'e2e/watching',
  'e2e/store-copies',
];

/** Long files first, as listed, whatever is known of earlier runs; a fresh clone knows nothing. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place < 0 ? longest.length : place;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
