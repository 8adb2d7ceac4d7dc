import * as z from 'zod';
import { fileEncodings, fileRecord } from '../domain/file.ts';
import { limits } from '../domain/limits.ts';
import { reference } from '../domain/text.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import { downloadFile, downloadPart } from '../service/files/download.ts';

const input = z.object({ fileId: reference(limits.reference), version: z.int().min(1).optional() });
const output = fileRecord.extend({ content: z.string(), encoding: z.enum(fileEncodings) });

export const getFile = operation({
  name: 'get_file',
  title: 'Get a file',
  description: 'Read a file synced into memory, by default the latest of its 20 stored versions.',
  group: 'files',
  input: input.extend({
    offset: z.int().min(0).default(0).describe('In bytes; go on at nextOffset'),
    length: z.int().min(1).default(1_000_000),
  }),
  output: output.extend({ offset: z.int(), length: z.int(), nextOffset: z.int().optional() }),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/files/{fileId}',
    status: 200,
    answers: 'file',
    whole: whole({ input, output, run: (context, { fileId, version }) => downloadFile(context, fileId, version) }),
  },
  bucket: 'SYNC',
  role: 'VIEWER',
  recorded: true,
  feature: 'fileSync',
  errors: ['FileNotFound'],
  run: (context, { fileId, version, ...part }) => downloadPart(context, fileId, version, part),
  text: ({ content, ...record }) => [JSON.stringify(record), content],
});
