// Makes src/files/importers/character-maps.bin: the predefined CMaps of Chinese, Japanese and Korean fonts (ISO 32000-1,
// 9.7.5.2), as PDF.js packs them. In a scratch folder run
//   npm pack pdfjs-dist@5.6.205 && tar xf pdfjs-dist-*.tgz && node PROJECT/scripts/make-character-maps.mjs package/cmaps
// with the version of PDF.js that unpdf holds. Licences: NOTICE. The file: a line of JSON with each map's size, then the maps, all compressed by Brotli.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const target = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/files/importers/character-maps.bin');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: make-character-maps.mjs FOLDER');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.bcmap'))
  .sort();
const maps = names.map((name) => readFileSync(join(folder, name)));
const sizes = Object.fromEntries(names.map((name, i) => [name, maps[i].byteLength]));
const whole = Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...maps]);
const packed = brotliCompressSync(whole, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength },
});
writeFileSync(target, packed);
console.log(`${target}: ${names.length} maps, ${whole.byteLength} bytes in ${packed.byteLength}`);
