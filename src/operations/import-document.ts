import * as z from 'zod';
import {
  fileEncodings,
  importedConversation,
  importFormats,
  importResult,
  maxExampleLength,
  maxExamples,
} from '../domain/file.ts';
import { limits } from '../domain/limits.ts';
import { reference } from '../domain/text.ts';
import { adds, inputBounds, operation, whole } from '../gate/operation.ts';
import { importDocument as importDoc } from '../service/files/import.ts';
import { allowSecret, category, characterId, ofBatch } from './fields.ts';

/** The most conversations that a call may choose, and the most memories that it may leave out. */
const [maxConversations, maxWithout] = [20_000, 2_000];

const input = z.object({
  characterId,
  fileName: z.string().min(1).max(limits.path),
  fileContent: z.string(),
  encoding: z.enum(fileEncodings).default('utf8'),
  format: z.enum(importFormats).default('auto'),
  category: category.optional(),
  dryRun: z.boolean().default(false),
  allowSecret,
});

/** For people, who choose what of an export is remembered. */
const inWhole = input.extend({
  conversations: z
    .array(reference(limits.sessionId))
    .max(maxConversations)
    .optional()
    .describe('Only these, by the ids of a dry run; what is in no conversation is taken'),
  ...ofBatch,
  answers: z.boolean().default(true).describe('Also what the assistant answered in conversations'),
  passing: z
    .boolean()
    .default(true)
    .describe('Also what conversations say in passing: remarks, texts to be worked on, role play'),
  without: z
    .array(z.string().max(2 * maxExampleLength))
    .max(maxWithout)
    .optional()
    .describe('Memories that are left out, each as a dry run shows it'),
  examples: z
    .int()
    .min(1)
    .max(maxExamples)
    .optional()
    .describe('Of a dry run: how many memories it shows of each part'),
});

export const importDocument = operation({
  name: 'import_document',
  title: 'Import a document',
  description:
    'Import a document: notes, PDF, DOCX, chats, memory exports. All or nothing; known things and small talk skipped, secrets redacted; dryRun counts. A file that changes: sync_file.',
  group: 'files',
  input,
  maxInput: inputBounds.document,
  documents: ['fileContent'],
  output: importResult,
  hints: { ...adds, idempotent: true },
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/import',
    status: 200,
    progress: true,
    whole: whole({
      input: inWhole,
      output: importResult.extend({
        conversations: z.array(importedConversation).optional().describe('Of a dry run: its conversations'),
      }),
      run: (context, { characterId: reference, ...document }) =>
        importDoc(context, reference, { ...document, listsConversations: true }),
    }),
    upload: { name: 'fileName', content: 'fileContent', encoding: 'encoding' },
  },
  bucket: 'SYNC',
  role: 'MEMBER',
  feature: 'importPipeline',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured', 'InvalidContent', 'ExtractionFailed'],
  run: (context, { characterId: reference, ...document }) => importDoc(context, reference, document),
});
