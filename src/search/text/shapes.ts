import { subjectTerm } from './subjects.ts';

/** Values whose form says what they are, whatever the words beside them, by the attributes that they answer. */
const SHAPES: readonly (readonly [pattern: RegExp, ...attributes: string[]])[] = [
  [
    new RegExp(
      [
        '\\b[a-z]{2,10}:\\/\\/[\\w[]',
        '(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.]?\\w)',
        '(?<![\\w.@/-])(?:localhost|[a-z][\\w-]{0,62}(?:\\.[\\w-]{1,63}){0,8}):\\d{2,5}(?![\\w.:])',
        '(?<![\\w.@/-])(?:[a-z\\d][a-z\\d-]{0,62}\\.){1,8}(?:com|org|net|info|io|dev|app|ai|cloud|local|internal|lan|home|example|edu|gov|eu|uk|de|ch|fr|es|pt|nl|pl|ru|ua|tr|jp|cn|kr|br|mx|se|dk|fi|ca|au)(?![\\w-]|\\.\\w)',
      ].join('|'),
      'i',
    ),
    'address',
    'url',
  ],
  [/\w@[\w-]{1,63}\.\w/, 'email'],
  [
    /(?<![\w./:-])(?:\+\d(?:[ ()/.-]{0,2}\d){6,14}|\(?0\d(?:[ ()-]{0,2}\d){7,12}|\(?\d{3}\)?[ -]\d{3}-\d{4})(?![\w./:-]?\w)/,
    'phone',
  ],
];

/** All of them have a digit or one of these signs. */
const POSSIBLE = /[\d@]|:\/\/|\.\w/;

/** The terms of the attributes that values in a text tell: "10.0.4.12" is an address. */
export function subjectsByShape(text: string): readonly string[] {
  if (!POSSIBLE.test(text)) return NONE;
  return SHAPES.flatMap(([pattern, ...attributes]) => (pattern.test(text) ? attributes.map(subjectTerm) : NONE));
}

const NONE: readonly string[] = [];
