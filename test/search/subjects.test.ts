import { describe, expect, test } from 'vitest';
import { leastHelpful } from '../../src/domain/stores/recalls.ts';
import attributes from '../../src/search/lexicon/attributes.lexicon';
import sets from '../../src/search/lexicon/sets.lexicon';
import topics from '../../src/search/lexicon/topics.lexicon';
import { analyzeQuery } from '../../src/search/query.ts';
import { standingOf } from '../../src/search/rank/rank.ts';
import { askedAttribute } from '../../src/search/text/attributes.ts';
import { isSubjectTerm } from '../../src/search/text/subjects.ts';
import { whyOf } from '../../src/search/why.ts';
import { NOW, storing } from './searchable.ts';

describe('attributes that questions ask for', () => {
  test.each([
    ["When is Ben's birthday?", '(birthday)'],
    ['How old is Gwen?', '(age)'],
    ['What is the phone number of the studio?', '(phone)'],
    ['Where does Tomasz live?', '(address)'],
    ['How much does Harriet earn?', '(salary)'],
    ['What is Leona allergic to?', '(allergy)'],
    ['Wann hat Harald Geburtstag?', '(birthday)'],
    ['Wogegen ist Stefan allergisch?', '(allergy)'],
    ['直樹は何歳ですか？', '(age)'],
    ['На что аллергия у Леры?', '(allergy)'],
    ['Wie hoch ist das Gehalt von Felix?', '(salary)'],
    ["Quel est le numéro de téléphone d'Étienne ?", '(phone)'],
    ['De quelle couleur est la Dacia ?', '(colour)'],
    ['¿Cuántos años tiene Raúl?', '(age)'],
    ['Qual è la password del router?', '(password)'],
    ['Quando é o aniversário da Helena?', '(birthday)'],
    ['Когда день рождения Елены?', '(birthday)'],
    ['志强多大年纪？', '(age)'],
    ['海伦的生日是哪天？', '(birthday)'],
    ['直樹の電話番号は？', '(phone)'],
  ])('"%s" asks for an attribute: %s', (question, term) => {
    expect(askedAttribute(question)?.term).toBe(term);
  });

  test.each([
    'What did Ben get for his birthday?',
    "What is Ben's favourite birthday cake?",
    'Who wrote the password manager?',
    '生日送了什么礼物？',
    'Wer kommt zum Geburtstag von Mia?',
  ])('"%s" only mentions an attribute', (question) => {
    expect(askedAttribute(question)).toBeUndefined();
  });

  const store = storing(
    'Ben collects stamps',
    'Ada turns nine on 3 May',
    'Reach the garage at 0141 496 0022',
    'Leona gets hives from strawberries',
    'Harald leitet den Chor',
    'Felix verdient 4200 Euro im Monat',
    'Greta ist in die Hafenstraße gezogen',
    "Gwenaëlle s'est installée au 14 rue du Port",
    'The kitchen printer is at 10.0.4.12',
    'The wiki runs on https://wiki.larch.example/start',
    'Odette: odette@larch.example',
    'Wilma kommt freitags, 0711 482 9903',
    'Сканер подключён к 10.8.0.17',
    'The release notes name version 10.4 of 2026-01-02',
  );
  const best = (question: string) => store.rank(question).memories[0];

  test.each([
    "When is Ben's birthday?",
    "What is Ada's phone number?",
    'Wie viel verdient Harald?',
    'What is the address of the release notes?',
    'What is the phone number of the kitchen printer?',
  ])('"%s" is answered neither by another attribute nor by that of somebody else', (question) => {
    expect(best(question)?.relevance ?? 0).toBeLessThan(leastHelpful);
  });

  test.each([
    ["When is Ada's birthday?", 'Ada turns nine on 3 May'],
    ["What is the garage's phone number?", 'Reach the garage at 0141 496 0022'],
    ['What is Leona allergic to?', 'Leona gets hives from strawberries'],
    ['Wie hoch ist das Gehalt von Felix?', 'Felix verdient 4200 Euro im Monat'],
    ['Wo wohnt Greta?', 'Greta ist in die Hafenstraße gezogen'],
    ["Quelle est l'adresse de Gwenaëlle ?", "Gwenaëlle s'est installée au 14 rue du Port"],
    ['What is the address of the kitchen printer?', 'The kitchen printer is at 10.0.4.12'],
    ['What is the URL of the wiki?', 'The wiki runs on https://wiki.larch.example/start'],
    ["What is Odette's email address?", 'Odette: odette@larch.example'],
    ['Wie ist die Telefonnummer von Wilma?', 'Wilma kommt freitags, 0711 482 9903'],
    ['Какой адрес у сканера?', 'Сканер подключён к 10.8.0.17'],
  ])('"%s" is answered in words of the attribute', (question, answer) => {
    expect(store.contents.get(best(question)!.memoryNo)).toBe(answer);
    expect(best(question)!.relevance).toBeGreaterThan(leastHelpful);
  });
});

describe('topics of orders', () => {
  const rules = [
    'Feature branches are squashed before they go into main',
    'No releases during the code freeze in December',
    'New tables need a migration file',
    'We use pytest everywhere',
    'Amounts are integers in cents',
    'Zahlen werden gerundet',
  ];

  test.each([
    ['merge this pull request', rules[0]],
    ['publish version 2.3 next Monday', rules[1]],
    ['Können wir morgen ausliefern?', rules[1]],
    ['下周可以部署吗？', rules[1]],
    ['Füge der Tabelle eine Spalte hinzu', rules[2]],
    ['注文テーブルに列を追加して', rules[2]],
    ['напиши тест для корзины', rules[3]],
    ['show the price with a discount', rules[4]],
  ])('"%s" finds the rule about its topic: %s', (order, rule) => {
    const { memories } = storing(...rules).rank(order);
    expect(storing(...rules).contents.get(memories[0]!.memoryNo)).toBe(rule);
  });

  test.each(['write a haiku about autumn', 'explain what a monad is', 'rename foo to bar', 'commit'])(
    '"%s" names no topic',
    (order) => {
      expect(
        analyzeQuery(order, NOW).terms.flatMap(({ related }) => related.filter((one) => isSubjectTerm(one))),
      ).toStrictEqual([]);
    },
  );

  test('an explanation says that a memory matches by the subject', () => {
    const store = storing(...rules);
    const order = analyzeQuery('merge this pull request', NOW);
    const standing = standingOf(order, store.index.read(1, order), 1);
    expect(whyOf(standing!, 1)).toContain("'merge' (by its subject)");
  });

  test('a part of an identifier does not bear on an order', () => {
    const store = storing('window_number changes in steps of three', 'The tea is in the cupboard');
    expect(store.rank('set the width of window_command.rb to 640').memories[0]?.relevance ?? 0).toBeLessThan(
      leastHelpful,
    );
  });
});

test.each([
  ['Which books did I read?', 'Finished The Overstory, cried twice'],
  ['Which sports did I try?', 'First fencing lesson was fun'],
  ['Was ist im Haus noch zu reparieren?', 'Die Kellertür klemmt'],
  ['¿Qué deportes he probado?', 'Primera clase de esgrima'],
  ['Какие языки знает Вера?', 'Вера сдала экзамен по японскому'],
  ['我看过哪些电影？', '昨晚看了《霸王别姬》'],
])('"%s" finds a member of the kind that shares no word: %s', (question, member) => {
  const others = ['The tram takes 25 minutes', 'Nadia lent me her drill', 'The invoice is in the drive'];
  expect(storing(...others, member).find(question, { guesses: false })).toStrictEqual([member]);
});

test.each(Object.entries({ attributes, sets, topics }))(
  'each line of the lexicon of %s has a subject, what asks and what tells',
  (_, text) => {
    const lines = text.trim().split('\n');
    for (const line of lines) expect(line).toMatch(/^[a-z]+: [^>]+ > [^>|]+$/);
    expect(new Set(lines.map((line) => line.split(':')[0])).size).toBe(lines.length);
  },
);
