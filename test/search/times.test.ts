import { describe, expect, test } from 'vitest';
import { analyzeQuery } from '../../src/search/query.ts';
import { rank } from '../../src/search/rank/rank.ts';
import { Searchable } from './searchable.ts';

/** A Wednesday. */
const now = Date.UTC(2026, 10, 25, 15);
const at = (day: string) => Date.parse(`${day}T10:00:00Z`);

/** Memories of several days; those that only hold words of times are from another time. */
const days: readonly (readonly [day: string, content: string])[] = [
  ['2026-11-25', 'Fixed the printer in the hall'],
  ['2026-11-24', 'Agreed with Ben on the blue logo'],
  ['2026-11-24', 'Petra brought plum cake'],
  ['2026-11-20', 'Met the landlord about the heating'],
  ['2026-11-17', 'Migrated the billing tables'],
  ['2026-10-13', 'Bought a used bicycle from Omar'],
  ['2026-08-19', 'Hiked up the Rax with Jana'],
  ['2026-08-04', 'The tent was torn by the storm'],
  ['2025-08-11', 'Swam across the lake of Neusiedl'],
  ['2026-04-09', 'Planted the plum tree'],
  ['2024-03-05', 'Started the job at the observatory'],
  ['2026-06-02', 'Every week there is a stand-up; last week it was moved'],
  ['2026-06-03', 'Die Woche beginnt am Montag, letzte Woche war keine Ausnahme'],
  ['2026-06-04', 'La semaine dernière et hier sont des mots, el mes pasado, ieri, ontem, vorige week'],
];
const store = new Searchable();
for (const [day, content] of days) store.add(content, { occurredAt: at(day) });

const of = (...wanted: string[]) =>
  days
    .filter(([day]) => wanted.includes(day))
    .reverse()
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([, content]) => content);

const today = of('2026-11-25');
const yesterday = of('2026-11-24');
const lastWeek = of('2026-11-20', '2026-11-17');
const lastMonth = of('2026-10-13');
const august = of('2026-08-19', '2026-08-04');
const spring = of('2026-04-09');
const summer = of('2026-08-19', '2026-08-04', '2026-06-02', '2026-06-03', '2026-06-04');
const march2024 = of('2024-03-05');

function find(query: string): { contents: string[]; relevance: number; factors: object } {
  const analyzed = analyzeQuery(query, now);
  const { memories } = rank(analyzed, store.index.read(1, analyzed), { limit: 20, explain: true });
  return {
    contents: memories.map(({ memoryNo }) => store.contents.get(memoryNo)!),
    relevance: memories[0]?.relevance ?? 0,
    factors: memories[0]?.explanation?.factors ?? {},
  };
}

describe('a question about a time only', () => {
  test.each<[question: string, wanted: string[]]>([
    ['What did I do last week?', lastWeek],
    ['What happened in August?', august],
    ['what did we decide yesterday', yesterday],
    ['What did I work on last month?', lastMonth],
    ['What happened in March 2024?', march2024],
    ['Was war letzte Woche?', lastWeek],
    ['Was ist im August passiert?', august],
    ['Was haben wir gestern besprochen?', yesterday],
    ['Was habe ich im März 2024 gemacht?', march2024],
    ['Was war heute los?', today],
    ["Qu'est-ce qui s'est passé hier ?", yesterday],
    ["Qu'avons-nous décidé la semaine dernière ?", lastWeek],
    ["Qu'ai-je fait en août ?", august],
    ['Que s’est-il passé le mois dernier ?', lastMonth],
    ["Qu'est-ce que j'ai fait aujourd'hui ?", today],
    ['¿Qué hice la semana pasada?', lastWeek],
    ['¿Qué pasó ayer?', yesterday],
    ['¿Qué ocurrió en agosto?', august],
    ['¿Qué decidimos el mes pasado?', lastMonth],
    ['¿De qué hablamos ayer?', yesterday],
    ['Cosa ho fatto ieri?', yesterday],
    ['Cosa è successo la settimana scorsa?', lastWeek],
    ['Che cosa abbiamo deciso ad agosto?', august],
    ['Cosa è successo il mese scorso?', lastMonth],
    ['Cosa ho fatto oggi?', today],
    ['O que fiz na semana passada?', lastWeek],
    ['O que aconteceu ontem?', yesterday],
    ['O que decidimos em agosto?', august],
    ['O que fizemos no mês passado?', lastMonth],
    ['O que aconteceu em março de 2024?', march2024],
    ['Wat deed ik vorige week?', lastWeek],
    ['Wat is er gisteren gebeurd?', yesterday],
    ['Wat is er in augustus gebeurd?', august],
    ['Wat hebben we vorige maand besloten?', lastMonth],
    ['Wat heb ik vandaag gedaan?', today],
    ['Что я делал на прошлой неделе?', lastWeek],
    ['Что было вчера?', yesterday],
    ['Что произошло в августе?', august],
    ['Что мы решили в прошлом месяце?', lastMonth],
    ['Что случилось сегодня?', today],
    ['Vad gjorde jag förra veckan?', lastWeek],
    ['Hva skjedde i går?', yesterday],
    ['Hvad skete der i august?', august],
    ['Mitä tein eilen?', yesterday],
    ['Co robiłem w zeszłym tygodniu?', lastWeek],
    ['Geçen hafta ne yaptım?', lastWeek],
    ['Dün ne oldu?', yesterday],
    ['Show me everything from last month', lastMonth],
    ['Summarize yesterday', yesterday],
    ['yesterday', yesterday],
    ['Where was I in August?', august],
    ['list the notes from last week', lastWeek],
    ['Zeig mir alles von gestern', yesterday],
    ['Was gab es letzten Monat Neues?', lastMonth],
    ['Woran habe ich letzte Woche gearbeitet?', lastWeek],
    ['Sur quoi avons-nous travaillé hier ?', yesterday],
    ['Muéstrame lo de ayer', yesterday],
    ['Di cosa abbiamo parlato ieri?', yesterday],
    ['Над чем я работал на прошлой неделе?', lastWeek],
    ['Did I do anything interesting last month?', lastMonth],
    ['Was hab ich gestern gemacht?', yesterday],
    ["Cos'è successo ad agosto?", august],
    ['Dün ne kararlaştırdık?', yesterday],
    ['先週は何をしましたか？', lastWeek],
    ['8月に何がありましたか？', august],
    ['昨日何を決めた？', yesterday],
    ['我上周做了什么？', lastWeek],
    ['八月发生了什么？', august],
    ['昨天我们决定了什么？', yesterday],
    ['2024年3月5日发生了什么？', march2024],
    ['지난주에 뭐 했어?', lastWeek],
    ['8월에 무슨 일이 있었어?', august],
    ['어제 뭘 결정했지?', yesterday],
    ['오늘 뭐 했지?', today],
    ['What did I do last summer?', summer],
    ['What happened this spring?', spring],
    ['What did we do in the summer of 2025?', of('2025-08-11')],
    ['summer 2025', of('2025-08-11')],
    ['letzten Sommer', summer],
    ['Was war letzten Sommer los?', summer],
    ['Co robiłem zeszłego lata?', summer],
    ['Was habe ich letzten Sommer gemacht?', summer],
    ["Qu'ai-je fait l'été dernier ?", summer],
    ['¿Qué hice el verano pasado?', summer],
    ['O que fiz no verão passado?', summer],
    ['Cosa ho fatto l’estate scorsa?', summer],
    ['Wat heb ik afgelopen zomer gedaan?', summer],
    ['Что я делал прошлым летом?', summer],
    ['去年夏天', of('2025-08-11')],
    ['去年夏天我做了什么？', of('2025-08-11')],
    ['昨年の夏', of('2025-08-11')],
    ['昨年の夏は何をしましたか？', of('2025-08-11')],
    ['الصيف الماضي', summer],
    ['ماذا فعلت الصيف الماضي؟', summer],
    ['ماذا حدث في أغسطس؟', august],
    ['ماذا قررنا أمس؟', yesterday],
    ['ماذا فعلنا الأسبوع الماضي؟', lastWeek],
    ['ماذا حدث في مارس 2024؟', march2024],
    ['ماذا فعلت اليوم؟', today],
  ])('a question about a time lists its memories, newest first: %s', (question, wanted) => {
    const { contents, relevance, factors } = find(question);
    expect(contents.slice(0, wanted.length)).toStrictEqual(wanted);
    expect(contents.slice(wanted.length).filter((one) => one.includes('eek') || one.includes('oche'))).toStrictEqual(
      [],
    );
    expect(relevance).toBeGreaterThan(0.8);
    expect(factors).toHaveProperty('time');
  });

  test('a question about a month lists the last such month, then memories that name it', () => {
    const later = new Searchable();
    for (const [day, content] of days) later.add(content, { occurredAt: at(day) });
    later.add('The fair is in August', { occurredAt: at('2026-05-01') });
    const analyzed = analyzeQuery('What happened in August?', now);
    const { memories } = rank(analyzed, later.index.read(1, analyzed), { limit: 9 });
    expect(memories.map(({ memoryNo }) => later.contents.get(memoryNo))).toStrictEqual([
      ...august,
      'The fair is in August',
    ]);
  });

  test('a question about a month takes the last such month among the filtered memories', () => {
    const analyzed = analyzeQuery('What happened in August?', now);
    const lake = [...store.contents].find(([, content]) => content.includes('Neusiedl'))![0];
    const { total, memories } = rank(analyzed, store.index.read(1, analyzed), { limit: 9, allowed: new Set([lake]) });
    expect([total, memories[0]?.memoryNo, memories[0]?.relevance]).toStrictEqual([1, lake, expect.closeTo(0.9, 1)]);
  });

  test('a question about a time without memories finds nothing', () =>
    expect(find('What did I do three days ago?').contents).toStrictEqual([]));

  test('days are counted in the user’s time zone', () => {
    const late = new Searchable();
    late.add('Locked the shed', { occurredAt: Date.parse('2026-11-24T23:30:00Z') });
    const foundIn = (timeZone: string) => {
      const analyzed = analyzeQuery('What did I do yesterday?', now, timeZone);
      return rank(analyzed, late.index.read(1, analyzed), { limit: 9 }).total;
    };
    expect([foundIn('UTC'), foundIn('Europe/Vienna'), foundIn('America/New_York')]).toStrictEqual([1, 0, 1]);
  });
});

/** Written before any result was seen; the words of every second one were never looked at. */
const unseen: readonly (readonly [question: string, wanted: readonly string[]])[] = [
  ['What was I up to last week?', lastWeek],
  ['Anything happen yesterday?', yesterday],
  ['What went on in August?', august],
  ['Tell me about last month', lastMonth],
  ['What did we get done today?', today],
  ['Was habe ich gestern so getrieben?', yesterday],
  ['Was lief letzte Woche?', lastWeek],
  ['Was stand im August an?', august],
  ['Was ist letzten Monat passiert?', lastMonth],
  ['Erzähl mir von gestern', yesterday],
  ["Qu'est-ce qu'on a fait hier ?", yesterday],
  ['Quoi de neuf la semaine dernière ?', lastWeek],
  ["Que s'est-il passé en août ?", august],
  ['Raconte-moi le mois dernier', lastMonth],
  ["Qu'a-t-on fait aujourd'hui ?", today],
  ['¿Qué hicimos ayer?', yesterday],
  ['¿En qué trabajé la semana pasada?', lastWeek],
  ['¿Qué sucedió en agosto?', august],
  ['Cuéntame lo del mes pasado', lastMonth],
  ['¿Qué he hecho hoy?', today],
  ['Che è successo ieri?', yesterday],
  ['Su cosa ho lavorato la settimana scorsa?', lastWeek],
  ['Che cosa è accaduto ad agosto?', august],
  ['Raccontami del mese scorso', lastMonth],
  ['Che ho combinato oggi?', today],
  ['O que a gente fez ontem?', yesterday],
  ['Em que trabalhei na semana passada?', lastWeek],
  ['O que se passou em agosto?', august],
  ['Conta-me do mês passado', lastMonth],
  ['Que fiz eu hoje?', today],
  ['Wat hebben we gisteren gedaan?', yesterday],
  ['Waar heb ik vorige week aan gewerkt?', lastWeek],
  ['Wat gebeurde er in augustus?', august],
  ['Vertel me over vorige maand', lastMonth],
  ['Wat hebben we vandaag besloten?', today],
  ['Что мы делали вчера?', yesterday],
  ['Чем я занимался на прошлой неделе?', lastWeek],
  ['Что случилось в августе?', august],
  ['Расскажи о прошлом месяце', lastMonth],
  ['Что мы сделали сегодня?', today],
];

test('a question about a time lists it in at least 34 of 40 unseen questions of eight languages', () => {
  expect(unseen).toHaveLength(40);
  const lists = ([question, wanted]: (typeof unseen)[number]) =>
    find(question).contents.slice(0, wanted.length).join() === wanted.join();
  expect(unseen.filter(lists).length).toBeGreaterThanOrEqual(34);
});

describe('a month alone', () => {
  const read = (query: string) => {
    const { periods, isSureOfTime } = analyzeQuery(query, now);
    const [from] = periods.flatMap(([first]) => (first ? [new Date(first.from).toISOString().slice(0, 7)] : []));
    return from === undefined ? 'no time' : isSureOfTime ? from : `perhaps ${from}`;
  };

  test.each([
    ['April trip hotel booking', '2026-04'],
    ['april trip', '2026-04'],
    ['hotel booking April', '2026-04'],
    ['Which hotel did we book for the April trip?', '2026-04'],
    ['May holiday plans', '2026-05'],
    ['March report', '2026-03'],
    ['January was cold', '2026-01'],
    ['avril voyage hôtel', '2026-04'],
    ['août vacances', '2026-08'],
    ['hotel reserva septiembre', '2026-09'],
    ['März Reise', '2026-03'],
    ['4月の旅行', '2026-04'],
    ['What did June say?', 'perhaps 2026-06'],
    ['June Smith address', 'perhaps 2026-06'],
    ['april', 'perhaps 2026-04'],
    ['call June, not May, in August', '2026-08'],
    ["April's birthday", 'no time'],
    ['April said she likes tea', 'no time'],
    ['June likes tea', 'no time'],
    ['May I deploy?', 'no time'],
    ['what may break', 'no time'],
    ['March on', 'no time'],
    ['mars rover', 'no time'],
  ])('a month is read where it is no name and no verb: %s', (query, wanted) => expect(read(query)).toBe(wanted));
});

describe('a time beside other words', () => {
  test('a memory of the time in question ranks before another with the same words', () => {
    const logos = new Searchable();
    logos.add('Decided on the red logo', { occurredAt: at('2026-09-01') });
    logos.add('Talked about the logo and its colours', { occurredAt: at('2026-11-19') });
    logos.add('Bought bread', { occurredAt: at('2026-11-19') });
    const analyzed = analyzeQuery('What did we decide about the logo last week?', now);
    const { memories } = rank(analyzed, logos.index.read(1, analyzed), { limit: 9, explain: true });
    expect(memories.map(({ memoryNo }) => memoryNo)).toStrictEqual([2, 1]);
    expect(memories[0]!.explanation!.factors).toHaveProperty('time', 3);
  });

  test.each([
    'Who is April?',
    'What did June say?',
    'Fix the bug from yesterday',
    'What is the weather today?',
    "Let's do this today",
    'What did Petra bring yesterday?',
    'Was sagte Jana gestern?',
    'Which invoice is open this week?',
    'What is still to do this week?',
    '2024',
    'August',
  ])('a question with more than a time makes no list: %s', (query) =>
    expect(analyzeQuery(query, now).onlyTime).toBe(false),
  );
});

test.each([
  ['12. April', '2026-04-12', 1],
  ['le 12 avril', '2026-04-12', 1],
  ['5 de mayo', '2026-05-05', 1],
  ['3 марта 2025', '2025-03-03', 1],
  ['avril 2024', '2024-04-01', 30],
  ['letzten April', '2026-04-01', 30],
  ['abril pasado', '2026-04-01', 30],
])('a date shows the language of a short query: %s', (query, day, days) => {
  const { periods, isSureOfTime, terms } = analyzeQuery(query, now);
  const [first] = periods[0] ?? [];
  const from = Date.parse(`${day}T00:00:00Z`);
  expect([first, isSureOfTime]).toStrictEqual([{ from, to: from + days * 86_400_000 }, true]);
  // What says "last" is no word to look for.
  expect(terms.filter(({ date }) => !date).map(({ term }) => term)).toStrictEqual(
    query.startsWith('le ') ? ['le'] : [],
  );
});
