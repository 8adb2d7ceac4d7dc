import * as z from 'zod';
import { fileEncodings, fileRecord } from '../domain/file.ts';
import { reference } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { downloadFile } from '../service/files/files.ts';

export const getFile = operation({
  name: 'get_file',
  title: 'Get a file',
  description:
    'Get a synced file back, by default its latest version; the 20 latest are kept. Returns record and content.',
  group: 'files',
  input: z.object({ fileId: reference(200), version: z.int().min(1).optional() }),
  output: fileRecord.extend({ content: z.string(), encoding: z.enum(fileEncodings) }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/files/{fileId}', status: 200, answers: 'file' },
  bucket: 'SYNC',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['FileNotFound'],
  run: (context, { fileId, version }) => downloadFile(context, fileId, version),
});
