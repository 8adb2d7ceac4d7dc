import { describe, expect, test } from 'vitest';
import { analyzeQuery } from '../../src/search/query.ts';
import { NOW, Searchable, storing, UNRELATED } from './searchable.ts';

interface Chat {
  readonly language: string;
  /** Text before the question, part of which is stored before. */
  readonly talk: readonly string[];
  readonly facts: readonly string[];
  /** Each answered by the fact at its place. */
  readonly questions: readonly string[];
}

const CHATS: readonly Chat[] = [
  {
    language: 'Chinese',
    talk: [
      '今天下班路上特别堵，我坐在公交车上看了一路的晚霞，心情反倒好了不少。',
      '昨天晚上没睡好，楼上的邻居又在装修，我只好戴着耳机听音乐。',
      '最近天气忽冷忽热，办公室里好几个同事都感冒了，我也有点嗓子疼。',
      '周末本来打算去爬山，结果下了一整天的雨，就在家里把冰箱清理了一遍。',
    ],
    facts: ['李娜对芒果过敏，吃一点就会起疹子', '王强养了一只布偶猫，已经三岁了', '陈静搬到了青岛，租了一套两居室'],
    questions: ['李娜对什么过敏来着', '王强养的是什么宠物？', '对了，陈静现在搬到哪座城市了？'],
  },
  {
    language: 'Japanese',
    talk: [
      '今日の帰り道はとても渋滞していて、バスの窓からずっと夕焼けを眺めていたら気分が良くなった。',
      '昨日の夜は上の階の工事がうるさくて眠れず、仕方なく音楽を聴いていた。',
      '週末は山に登るつもりだったのに、一日中雨だったので冷蔵庫を片付けた。',
    ],
    facts: [
      '花子はマンゴーのアレルギーがあり、食べると発疹が出る',
      '健太は三毛猫を飼っている',
      '美咲は神戸に引っ越した',
    ],
    questions: ['花子は何のアレルギーがありますか', '健太が飼っているペットは何？', 'ところで美咲はどこに引っ越した？'],
  },
  {
    language: 'Thai',
    talk: [
      'วันนี้ตอนกลับบ้านรถติดมาก เลยนั่งดูพระอาทิตย์ตกจากบนรถเมล์ไปตลอดทาง อารมณ์ดีขึ้นเยอะ',
      'เมื่อคืนนอนไม่หลับเพราะชั้นบนซ่อมห้องเสียงดัง ต้องใส่หูฟังฟังเพลง',
      'วันหยุดตั้งใจจะไปเดินป่า แต่ฝนตกทั้งวันเลยจัดตู้เย็นอยู่บ้าน',
    ],
    facts: ['มาลีแพ้มะม่วง กินแล้วจะมีผื่นขึ้น', 'วิชัยเลี้ยงนกแก้วอายุสามปี', 'นภาย้ายไปอยู่ที่ภูเก็ต'],
    questions: ['มาลีแพ้อะไร', 'วิชัยเลี้ยงสัตว์อะไร', 'ตอนนี้นภาย้ายไปอยู่ที่ไหน'],
  },
  {
    language: 'English',
    talk: [
      'Traffic was terrible on the way home today, so I sat on the bus and watched the sunset, which cheered me up.',
      'I slept badly last night because the neighbours upstairs are renovating again, so I listened to music.',
      'We meant to go hiking on the weekend, but it rained the whole day, so I cleared out the fridge.',
    ],
    facts: [
      'Lena is allergic to mango',
      'Marco keeps a hedgehog that is three',
      'Julia moved to Ghent and rents a flat',
    ],
    questions: [
      'What is Lena allergic to again?',
      'Which animal does Marco keep?',
      'By the way, where did Julia move to?',
    ],
  },
];

describe.each(CHATS)('small talk before a question in $language', ({ talk, facts, questions }) => {
  const store = storing(...talk.slice(0, 2), ...UNRELATED, ...facts);

  test.each(questions.map((question, i) => [question, facts[i]!]))(
    'the question behind small talk finds its memory: %s',
    (question, fact) => {
      expect(store.find([...talk, question].join(' '), { limit: 3 })).toContain(fact);
      expect(store.find(`${question} ${talk.join(' ')}`, { limit: 3 })).toContain(fact);
    },
  );
});

test('the question at the end of a very long text is kept', () => {
  const signs = Array.from({ length: 1_500 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 9_000)));
  const { terms, asking } = analyzeQuery(`${signs.join('')}。李娜对什么过敏来着？`, NOW);
  expect(terms.length).toBe(400);
  expect(asking.map((t) => terms[t]!.term)).toEqual(expect.arrayContaining(['李娜', '过敏']));
});

test('a single sentence, pure questions and a one-word question are not divided', () => {
  const queries = [
    'Where does Anna live?',
    'Where is Anna? Who has her key?',
    'The heating in Leeds is broken. Can you mend it?',
  ];
  expect(queries.map((query) => analyzeQuery(query, NOW).asking)).toStrictEqual([[], [], []]);
});

test('turns are found by the whole prompt, and statements more by its question', () => {
  const turns = new Searchable();
  const said = ['Ana: The heating in Leeds broke in the cold', 'Ben: The plumber took two hours to come'];
  for (let i = 0; i < 12; i++)
    turns.add(i < 2 ? said[i]! : `${i % 2 === 0 ? 'Ana' : 'Ben'}: line ${i} of the day`, {
      sessionId: 'one',
      occurredAt: NOW + i * 60_000,
    });
  const prompt = 'The heating in Leeds broke again, and it is so cold here. Did the plumber come?';
  expect(turns.find(prompt)[0]).toBe(said[0]);
  const facts = ['The heating in Leeds breaks when it is cold', 'The plumber took two hours to come'];
  expect(storing(...UNRELATED, ...facts).find(prompt)[0]).toBe(facts[1]);
});

test('a long memory with the words in several passages ranks before one with them in one', () => {
  const passage = (about: string) => `${about} ${'and so on with many other words of no importance '.repeat(9)}.`;
  const often = [1, 2, 3].map(() => passage('The boiler in the cellar hums.')).join(' ');
  const once = ['The boiler in the cellar hums.', 'Nothing.', 'More.'].map(passage).join(' ');
  expect(storing(once, often).find('boiler cellar')[0]).toBe(often);
});
