import * as z from 'zod';
import { fileEncodings, fileRecord } from '../domain/file.ts';
import { operation, reads } from '../gate/operation.ts';
import { downloadFile } from '../service/files/files.ts';

export const getFile = operation({
  name: 'get_file',
  title: 'Get a file',
  description:
    'Get a synced file back, by default its latest version; the 20 latest are kept. Returns record and content.',
  group: 'files',
  input: z.object({ fileId: z.string().min(1), version: z.int().min(1).optional() }),
  output: fileRecord.extend({ content: z.string(), encoding: z.enum(fileEncodings) }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/files/{fileId}', status: 200 },
  bucket: 'SYNC',
  role: 'VIEWER',
  feature: 'fileSync',
  run: (context, { fileId, version }) => downloadFile(context, fileId, version),
});
