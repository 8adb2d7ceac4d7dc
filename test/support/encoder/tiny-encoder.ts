import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainReading } from '../../../src/ai/encoder/encoder.ts';
import { type EncoderManifest, thisPlatform } from '../../../src/ai/encoder/manifest.ts';
import { temporaryFolder } from '../stores.ts';
import { tinyDimensions, tinyModel, tinyVocabulary } from './tiny-model.ts';

/** A folder with the real runtime in its `node_modules`; absent: the replacement. */
const realRuntime = process.env.TEST_ONNX_RUNTIME;

/** A tokenizer of whole words, as tokenizer.json has it. */
export function tinyTokenizer(): object {
  const mark = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const ids = (token: string) => ({ id: token, ids: [tinyVocabulary.indexOf(token)], tokens: [token] });
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [mark('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, mark('[SEP]')],
      pair: [],
      special_tokens: { '[CLS]': ids('[CLS]'), '[SEP]': ids('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tinyVocabulary.map((word, id) => [word, id])),
    },
  };
}

/** Writes the replacement of the runtime, or the real one, below a folder's `node_modules`. */
export function putRuntime(folder: string): void {
  const modules = join(folder, 'node_modules');
  if (realRuntime !== undefined) {
    symlinkSync(join(realRuntime, 'node_modules'), modules);
    return;
  }
  for (const name of ['onnxruntime-node', 'onnxruntime-common']) {
    const runtime = join(modules, name);
    mkdirSync(join(runtime, 'dist'), { recursive: true });
    writeFileSync(join(runtime, 'package.json'), JSON.stringify({ name, version: '1.30.0', main: 'dist/index.js' }));
    copyFileSync(join(import.meta.dirname, 'runtime.cjs'), join(runtime, 'dist', 'index.js'));
  }
}

/** The files of the tiny model as its publisher would have them. */
export function writeTinyModel(folder: string, modelName = 'model.onnx'): void {
  mkdirSync(dirname(join(folder, modelName)), { recursive: true });
  writeFileSync(join(folder, modelName), tinyModel());
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tinyTokenizer()));
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify({ model_max_length: 16 }));
}

/** An installed encoder: the tiny model, which knows a few words. */
export function tinyEncoder(more: Partial<EncoderManifest> = {}, folder = join(temporaryFolder(), 'encoder')): string {
  writeTinyModel(folder);
  putRuntime(folder);
  const manifest: EncoderManifest = {
    format: 1,
    name: 'tiny',
    sha256: createHash('sha256').update(tinyModel()).digest('hex'),
    dimensions: tinyDimensions,
    maxTokens: 16,
    ...plainReading,
    languages: 'english',
    runtime: '1.30.0',
    platform: thisPlatform(),
    bytes: 10_000,
    ...more,
  };
  writeFileSync(join(folder, 'encoder.json'), JSON.stringify(manifest));
  return folder;
}
