import { describe, expect, test } from 'vitest';
import { findDates } from '../../src/search/dates.ts';
import { analyzeQuery } from '../../src/search/query.ts';
import { namesTimeIn } from '../../src/search/text/languages/dates.ts';
import { detectLanguage, likelyLanguages } from '../../src/search/text/languages/detect.ts';
import { LANGUAGE_NUMBERS, languageOf } from '../../src/search/text/languages/languages.ts';
import { languageSets, rankOfAnswers } from './language-sets.ts';
import { NOW, storing, UNRELATED } from './searchable.ts';

const DAY = 86_400_000;
const TODAY = Date.UTC(2024, 4, 15);
const numberOf = (name: string) => LANGUAGE_NUMBERS.find((number) => languageOf(number).name === name)!;

describe.each(languageSets())('$language', (set) => {
  test('nearly all questions are answered among the first five', () => {
    const ranks = rankOfAnswers(set);
    expect(ranks.filter((rank) => rank <= 5).length / ranks.length).toBeGreaterThanOrEqual(0.85);
  });

  test('the language is detected from the text, and not confused with another', () => {
    const told = set.memories.map((memory) => likelyLanguages(memory)).filter((languages) => languages.length > 0);
    const own = LANGUAGE_NUMBERS.find((number) => languageOf(number).name.toLowerCase() === set.language)!;
    expect(told.length).toBeGreaterThanOrEqual(54);
    expect(told.filter((languages) => !languages.includes(own)).length).toBeLessThanOrEqual(1);
  });
});

describe('English', () => {
  test.each([
    'Carla drives a new Tesla car',
    'Oscar de la Hoya fights tonight',
    'Maria de la Cruz called',
    'El Niño winter',
    'Die Hard marathon',
    'Ludwig van Beethoven concert',
    'Los Angeles trip',
    'My son lives in La Paz',
    'São Paulo trip',
    'We had crème brûlée at the café with Zoë',
    'git commit -m "fix" && npm run build',
  ])('English is not taken for another language: %s', (text) => expect(likelyLanguages(text)).toStrictEqual([]));

  test('English has one form of each term where all memories are English', () => {
    const store = storing(...UNRELATED);
    const query = analyzeQuery('Was hat Anna im Garten?', NOW);
    for (const { forms } of store.index.read(1, query).terms) expect(forms).toHaveLength(1);
  });
});

describe('memories of several languages', () => {
  const others = ['Die Rechnung für das neue Dach wurde bezahlt', 'Der Kuchen ist für die Nachbarn', ...UNRELATED];
  test.each([
    ['Frau Müller leitet die Bäckerei', 'Wo ist die Baeckerei?'],
    ['Frau Mueller leitet die Baeckerei', 'Bäckerei'],
    ['Das ist die Straße mit den Linden', 'strasse'],
    ['Wir rufen den Klempner morgen an', 'Wer hat den Klempner angerufen?'],
    ['Ich habe ein Klavier gekauft', 'Was kaufte ich?'],
    ['De auto staat op de parkeerplaats', 'op welke plaats'],
    ['Het staat in de garage achter het huis', 'welke parkeergarage was het'],
    ['Preferisco alzarmi presto la mattina', 'a che ora mi alzo?'],
    ['Me gusta levantarme temprano por la mañana', '¿cuándo me levanto?'],
    ['Köpeğimizin adı Karabaş', 'köpek'],
    ['Köpeğimizin adı Karabaş', 'kopegin adi'],
    ['Ağrı kesici almak için eczaneye gittik', 'Nereye gidiyorum, eczane mi?'],
    ['Han läser böcker i trädgården', 'Vilken bok läste han?'],
    ['Jeg har kjøpt en ny støvsuger', 'Hvilken stovsuger er det?'],
    ['Moja siostra mieszka w Łodzi', 'Kto mieszkał w Lodzi?'],
    ['Папа звонит каждое воскресенье', 'Когда позвонит папа?'],
    ['Nous avons mangé des moules à Bruges', 'Où est-ce que je mange des moules ?'],
    ['Comprei um piano para a minha filha', 'Que instrumento é que ela tem?'],
    ['Asumme vanhassa talossa Turussa', 'Missä talo on?'],
  ])('a memory is found by a question in its language: %s | %s', (memory, query) =>
    expect(storing(...others, memory).find(query)[0]).toBe(memory),
  );

  test('a store of several languages finds memories by the stems of each', () => {
    const german = 'Die Häuser am Hafen sind blau';
    const english = 'The houses at the harbour are white';
    const store = storing(...others, german, english);
    expect(store.find('Haus')[0]).toBe(german);
    expect(store.find('house')[0]).toBe(english);
  });

  test('a memory is found by its participant, in any language', () => {
    const store = storing(
      ...['Anna: ich habe einen Hund', 'Bernd: ich habe einen Hund', 'Anna: das ist gut', 'Bernd: das ist nicht gut'],
    );
    expect(store.find('Was für einen Hund hat Bernd?')[0]).toBe('Bernd: ich habe einen Hund');
  });
});

describe('times', () => {
  const day = (back: number) => ({ kind: 'span', from: TODAY - back * DAY, to: TODAY - (back - 1) * DAY });
  test.each([
    ['German', 'Was war gestern?', day(1)],
    ['German', 'Was war am 3. März 2023?', { kind: 'calendar', day: 3, month: 3, year: 2023 }],
    ['German', 'Was haben wir letzte Woche gemacht?', { kind: 'span', from: TODAY - 14 * DAY, to: NOW }],
    ['German', 'Was war letzten Montag?', day(2)],
    ['German', 'Was war vor drei Tagen?', { kind: 'span', from: NOW - 3.5 * DAY, to: NOW - 2.5 * DAY }],
    ['French', "Qu'est-ce que j'ai fait la semaine dernière ?", { kind: 'span', from: TODAY - 14 * DAY, to: NOW }],
    ['French', "Qu'avons-nous fait avant-hier ?", day(2)],
    ['Spanish', '¿Qué hice el 3 de marzo?', { kind: 'calendar', day: 3, month: 3 }],
    ['Spanish', '¿Qué pasó el mes pasado?', { kind: 'span', from: TODAY - 60 * DAY, to: NOW }],
    ['Portuguese', 'O que fiz em maio de 2022?', { kind: 'calendar', month: 5, year: 2022 }],
    ['Italian', 'Che cosa ho fatto due settimane fa?', { kind: 'span', from: TODAY - 17 * DAY, to: NOW - 10.5 * DAY }],
    ['Dutch', 'Wat deed ik eergisteren?', day(2)],
    ['Swedish', 'Vad gjorde jag i går?', day(1)],
    ['Norwegian', 'Hva gjorde jeg i går?', day(1)],
    ['Danish', 'Hvad lavede jeg i går?', day(1)],
    ['Finnish', 'Mitä minä tein eilen?', day(1)],
    ['Polish', 'Co robiłem w maju?', { kind: 'calendar', month: 5 }],
    ['Russian', 'Что я делал в прошлом месяце?', { kind: 'span', from: TODAY - 60 * DAY, to: NOW }],
    ['Turkish', 'Dün akşam ne yedik?', day(1)],
  ])('a time in a question is parsed: %s: %s', (language, query, hint) => {
    expect(likelyLanguages(query)).toContain(numberOf(language));
    expect(analyzeQuery(query, NOW).dates).toStrictEqual([hint]);
  });

  test.each([
    ['Wann ziehen wir um?'],
    ['Quand est-ce que nous partons ?'],
    ['¿Cuándo es la mudanza?'],
    ['Quando è il trasloco della nonna?'],
    ['Wanneer is de verhuizing?'],
    ['Kiedy jest przeprowadzka?'],
    ['Когда будет переезд?'],
    ['Taşınma ne zaman?'],
  ])('a question asks for a time: %s', (query) => expect(analyzeQuery(query, NOW).asksWhen).toBe(true));

  test.each([
    ['German', 'Wir haben letzten Sommer geheiratet', true],
    ['German', 'Wir haben einen Hund', false],
    ['French', 'Nous avons déménagé en septembre', true],
    ['Russian', 'Мы переехали в прошлом году', true],
    ['Polish', 'Mamy psa i kota', false],
  ])('a memory names a time or not: %s, %s', (language, memory, named) => {
    expect(detectLanguage(memory)).toBe(numberOf(language));
    expect(namesTimeIn(numberOf(language))(memory)).toBe(named);
  });

  test('times are read in English too, whatever the memories’ languages', () =>
    expect(findDates('What happened on 3 July 2023?', NOW)).toStrictEqual(
      findDates('What happened on 3 July 2023?', NOW, []),
    ));

  test('times are read beside a name in other letters', () => {
    const inGerman = (name: string) => findDates(`Was hat ${name} gestern gesagt?`, NOW, [numberOf('German')]);
    expect(inGerman('田中さん')).toStrictEqual(inGerman('Jonas'));
  });
});
