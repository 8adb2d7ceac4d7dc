import * as z from 'zod';
import { fileEncodings, importFormats, importResult } from '../domain/file.ts';
import { limits } from '../domain/limits.ts';
import { adds, inputBounds, operation } from '../gate/operation.ts';
import { importDocument as importDoc } from '../service/files/import.ts';
import { allowSecret, category, characterId } from './fields.ts';

export const importDocument = operation({
  name: 'import_document',
  title: 'Import a document',
  description:
    'Import a document: notes, PDF, DOCX, chats, memory exports. All or nothing; known things and small talk skipped, secrets redacted; dryRun counts. A file that changes: sync_file.',
  group: 'files',
  input: z.object({
    characterId,
    fileName: z.string().min(1).max(limits.path),
    fileContent: z.string(),
    encoding: z.enum(fileEncodings).default('utf8'),
    format: z.enum(importFormats).default('auto'),
    category: category.optional(),
    dryRun: z.boolean().default(false),
    allowSecret,
  }),
  maxInput: inputBounds.document,
  documents: ['fileContent'],
  output: importResult,
  hints: { ...adds, idempotent: true },
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/import',
    status: 200,
    progress: true,
    upload: { name: 'fileName', content: 'fileContent', encoding: 'encoding' },
  },
  bucket: 'SYNC',
  role: 'MEMBER',
  feature: 'importPipeline',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured', 'InvalidContent', 'ExtractionFailed'],
  run: (context, { characterId: reference, ...document }) => importDoc(context, reference, document),
});
