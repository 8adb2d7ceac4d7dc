import type { ReadDocument } from '../src/files/document.ts';
import { ownDocuments } from '../src/files/limits.ts';
import { render } from '../src/files/piece.ts';
import { DocumentReader } from '../src/files/reading/document-reader.ts';
import { redactSecrets } from '../src/text/secrets.ts';
import { workerFile } from './wiring.ts';

const most = 10;

/** Reads documents and keeps the first statements that it finds, as they would be stored without extraction. */
export class ExampleReader extends DocumentReader {
  readonly examples: string[] = [];

  constructor() {
    super(workerFile(), ownDocuments);
  }

  override async read(...given: Parameters<DocumentReader['read']>): Promise<ReadDocument> {
    const document = await super.read(...given);
    const clean = given[0].keepSecrets ? (text: string) => text : redactSecrets;
    for (const piece of document.pieces.slice(0, most - this.examples.length)) {
      this.examples.push(clean(render(piece, []).content));
    }
    return document;
  }
}
