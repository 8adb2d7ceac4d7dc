// Files of a character: kept word for word, with their versions, while their statements become memories. A file without
// content counts as removed, since the service keeps what was.

import { whose } from './notes.mjs';

export class Shelf {
  #client;
  #whose;

  constructor(options) {
    this.#client = options.client;
    this.#whose = whose(options);
  }

  /** The records of the files below a path. */
  async list(prefix = '') {
    const found = [];
    for await (const one of this.#client.listFiles.each(this.#whose)) {
      if (one.sizeBytes > 0 && one.path.startsWith(prefix)) found.push(one);
    }
    return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Content and version; undefined when there is no such file. */
  async read(path) {
    const record = (await this.list(path)).find((one) => one.path === path);
    return record && this.open(record);
  }

  async open({ fileId, path, label, capturedAt }) {
    const { content, encoding, version } = await this.#client.getFile({ fileId });
    return { path, version, content, encoding, label, capturedAt };
  }

  /** Replaces a file; with the version that it is based on, it fails (SnapshotConflict) when there is a newer one. */
  async write(path, fileContent, more = {}) {
    await this.#client.syncFile({ ...this.#whose, filePath: path, fileContent, ...more });
  }

  /** Memories found by a question, with the file that each is of. */
  async search(query, limit) {
    const given = { ...this.#whose, query, limit, source: 'file' };
    const { memories } = await this.#client.searchMemories(given);
    return memories.map(({ source, relevance }) => ({ fileId: source.fileId, relevance }));
  }
}
