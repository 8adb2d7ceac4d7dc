import { join } from 'node:path';
import { buildDocumentWorker } from '../../scripts/document-worker.mjs';

/** Once a run, before its tests: the code of the threads that read documents, as the sources are now. */
export default () => buildDocumentWorker(join(import.meta.dirname, '../../.cache/document-worker.cjs'));
