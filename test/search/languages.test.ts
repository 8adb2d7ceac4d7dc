import { describe, expect, test } from 'vitest';
import { storing, UNRELATED } from './searchable.ts';

interface Sample {
  readonly language: string;
  readonly memory: string;
  /** Queries that must find it first: an exact word, another form, a part of a compound or longer run, with another script. */
  readonly exact: string;
  readonly inflected?: string;
  readonly part?: string;
  readonly mixed: string;
}

const SAMPLES: readonly Sample[] = [
  {
    language: 'English',
    memory: 'She bought three red bicycles for the children',
    exact: 'bicycles',
    inflected: 'buying a bicycle for a child',
    mixed: 'bicycles 自転車',
  },
  {
    language: 'French',
    memory: "L'été dernier, nous avons visité l'école de musique",
    exact: 'école',
    inflected: 'écoles',
    mixed: 'ecole 音楽',
  },
  {
    language: 'German',
    memory: 'Die Donaudampfschifffahrt beginnt im Frühling, sagte der Kapitän',
    exact: 'Frühling',
    inflected: 'Kapitäne',
    part: 'Schifffahrt',
    mixed: 'fruhling весна',
  },
  {
    language: 'Spanish',
    memory: 'Mi abuela cocinaba lentejas los domingos en Cádiz',
    exact: 'lentejas',
    inflected: 'lenteja',
    mixed: 'Cadiz 祖母',
  },
  {
    language: 'Turkish',
    memory: 'İstanbul’da küçük bir kitapçı açtı',
    exact: 'istanbul',
    inflected: 'kitapçılar',
    mixed: 'kitapçı book',
  },
  {
    language: 'Russian',
    memory: 'Вчера он купил две книги о космосе в Москве',
    exact: 'книги',
    inflected: 'книгу про космос',
    mixed: 'космос space',
  },
  {
    language: 'Greek',
    memory: 'Ο γιατρός της ζει στη Θεσσαλονίκη',
    exact: 'γιατρός',
    inflected: 'γιατρού',
    mixed: 'Θεσσαλονικη doctor',
  },
  {
    language: 'Arabic',
    memory: 'يحب أخي القهوة التركية والكتب القديمة',
    exact: 'القهوة',
    inflected: 'كتب',
    mixed: 'قهوة coffee',
  },
  {
    language: 'Hebrew',
    memory: 'אחותי לומדת רפואה בירושלים',
    exact: 'רפואה',
    part: 'ירושלים',
    mixed: 'רפואה medicine',
  },
  {
    language: 'Hindi',
    memory: 'मेरी बहन किताबें पढ़ती है और दिल्ली में रहती है',
    exact: 'दिल्ली',
    inflected: 'किताब',
    mixed: 'दिल्ली Delhi',
  },
  { language: 'Thai', memory: 'พี่สาวของฉันชอบกินข้าวผัดกุ้งที่ตลาด', exact: 'ข้าวผัด', part: 'ตลาด', mixed: 'กุ้ง shrimp' },
  {
    language: 'Chinese',
    memory: '他的姐姐在上海的一家咖啡馆工作',
    exact: '咖啡馆',
    part: '咖啡',
    mixed: '上海 Shanghai',
  },
  {
    language: 'Japanese',
    memory: '妹は東京タワーの近くで子猫を飼っている',
    exact: '子猫',
    part: '東京',
    mixed: '猫 cat Tokyo',
  },
  {
    language: 'Korean',
    memory: '동생은 매일 아침 커피를 마신다',
    exact: '아침',
    inflected: '커피가',
    part: '커피',
    mixed: '커피 coffee',
  },
];

describe.each(SAMPLES)('$language', ({ memory, exact, inflected, part, mixed }) => {
  const others = SAMPLES.map((sample) => sample.memory).filter((other) => other !== memory);
  const store = storing(...UNRELATED, ...others, memory);

  test('a memory is found by an exact word', () => expect(store.find(exact)[0]).toBe(memory));
  test('a memory is found by a query of two scripts', () => expect(store.find(mixed)[0]).toBe(memory));
  test.runIf(inflected !== undefined)('a memory is found by another word form', () =>
    expect(store.find(inflected!)[0]).toBe(memory),
  );
  test.runIf(part !== undefined)('a memory is found by a part of a longer word or run', () =>
    expect(store.find(part!)[0]).toBe(memory),
  );
  test('a memory is found by its own text', () => expect(store.find(memory)[0]).toBe(memory));
});

test('a word is found with and without its accents', () => {
  const store = storing(...UNRELATED, 'Reservó una habitación en São Paulo');
  for (const query of ['sao paulo', 'SÃO', 'habitacion', 'reservo']) expect(store.find(query)).toHaveLength(1);
});
