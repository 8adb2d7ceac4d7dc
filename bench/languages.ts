// How much is found in each language: R@5, R@1 and MRR over the sets in test/search/languages, each in its own store.
// npm run bench -- languages [misses]: with "misses" also the questions that are not answered among the first five.
import { languageSets, rankOfAnswers } from '../test/search/language-sets.ts';
import { report } from './support/report.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const within = (ranks: readonly number[], most: number) => mean(ranks.map((rank) => (rank <= most ? 1 : 0)));
const row = (language: string, ranks: readonly number[]) => ({
  language,
  'R@1': within(ranks, 1),
  'R@5': within(ranks, 5),
  MRR: mean(ranks.map((rank) => 1 / rank)),
});

const sets = languageSets();
const ranks = sets.map(rankOfAnswers);
report('languages', [...sets.map(({ language }, i) => row(language, ranks[i]!)), row('all', ranks.flat())]);
if (process.argv.includes('misses')) {
  sets.forEach(({ language, memories, questions }, i) => {
    questions.forEach(([question, answer], q) => {
      if (ranks[i]![q]! > 5) console.log(`${language} ${ranks[i]![q]}: ${question} | ${memories[answer]}`);
    });
  });
}
