// Makes src/search/encoder/module.ts of kernels.ts: node scripts/run-typescript.mjs scripts/encoder/make-kernels.ts
import { writeFileSync } from 'node:fs';
import { moduleOf } from './assembler.ts';
import { kernels } from './kernels.ts';

const base64 = Buffer.from(moduleOf(kernels)).toString('base64');
writeFileSync(
  'src/search/encoder/module.ts',
  `// Made by scripts/encoder/make-kernels.ts: the WebAssembly module that scripts/encoder/kernels.ts describes, in base64.
// It is kept, because assembling it takes longer than encoding a text.
export const kernelModule =
  '${base64}';
`,
);
