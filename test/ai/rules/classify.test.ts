import { expect, test } from 'vitest';
import { Classifier } from '../../../src/ai/rules/classify.ts';
import { presets } from '../../../src/domain/category.ts';

const standard = new Classifier(presets.standard.map((one) => ({ ...one, memoryCount: 0 })));

test.each([
  ['rule', 'never force-push to main, we lost a day of work last month', 'preferences'],
  ['rule', 'Schreib die Nachrichten immer so wie letzte Woche', 'preferences'],
  ['fact', 'we lost a day of work last month', 'events'],
  [undefined, 'never force-push to main, we lost a day of work last month', 'events'],
] as const)('the %s "%s" is stored under %s', (kind, statement, category) => {
  expect(standard.classify(statement, { kind }).category.name).toBe(category);
});
