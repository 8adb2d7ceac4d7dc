// Makes the modules of kernels.ts: node scripts/run-typescript.mjs scripts/encoder/make-kernels.ts
import { writeFileSync } from 'node:fs';
import { moduleOf, type WasmFunction } from './assembler.ts';
import { kernels, rowKernels } from './kernels.ts';

function write(file: string, name: string, functions: readonly WasmFunction[]): void {
  const base64 = Buffer.from(moduleOf(functions)).toString('base64');
  writeFileSync(
    file,
    `// Made by scripts/encoder/make-kernels.ts: the WebAssembly module that scripts/encoder/kernels.ts describes, in base64.
// It is kept, because assembling it takes longer than encoding a text.
export const ${name} =
  '${base64}';
`,
  );
}

write('src/search/encoder/module.ts', 'kernelModule', kernels);
write('src/search/vectors/module.ts', 'rowModule', rowKernels);
