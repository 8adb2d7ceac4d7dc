// Makes web/fonts/literata.woff2: the serif in which the dashboard shows memories, for Latin letters. From a scratch folder
// that has   npm install --ignore-scripts @expo-google-fonts/literata@0.4.3 subset-font@2.9.0
// run        node PROJECT/scripts/make-font.mjs
// It also copies the font's licence (SIL Open Font License 1.1), which the build puts into dist/LICENSES.txt.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web/fonts');
const require = createRequire(join(process.cwd(), 'make-font.mjs'));
const subsetFont = require('subset-font');

/** Code points, inclusive: letters and signs of European languages and Vietnamese. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x192, 0x192],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x1e6, 0x1e7],
  [0x1fa, 0x1ff],
  [0x218, 0x21b],
  [0x2bc, 0x2bc],
  [0x2c6, 0x2c7],
  [0x2d8, 0x2dd],
  [0x300, 0x304],
  [0x306, 0x30c],
  [0x323, 0x323],
  [0x326, 0x328],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ea0, 0x1ef9],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2030],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
];
/** Small capitals, fractions and other variants of letters are left out: the dashboard uses none. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum'];

const text = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
  .join('');
const whole = require.resolve('@expo-google-fonts/literata/400Regular/Literata_400Regular.ttf');
const subset = await subsetFont(readFileSync(whole), text, { targetFormat: 'woff2', keepFeatures, noHinting: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'literata.woff2'), subset);
copyFileSync(join(dirname(dirname(whole)), 'LICENSE_FONT'), join(folder, 'LICENSE.txt'));
console.log(`literata.woff2: ${subset.length.toLocaleString()} bytes, ${[...text].length} characters`);
