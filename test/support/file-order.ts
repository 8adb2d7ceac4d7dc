import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const embedsPostgres = /support\/(?:engines|pglite)\.ts/;

/**
 * Files that embed PostgreSQL run last. It grows a worker to 600 MB, and starting a program from such a process
 * costs ten times as much, because the system copies its page tables first.
 */
export default class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLast = ({ moduleId }: TestSpecification) => embedsPostgres.test(readFileSync(moduleId, 'utf8'));
    const [last, first] = [sorted.filter(isLast), sorted.filter((file) => !isLast(file))];
    return [...first, ...last];
  }
}
