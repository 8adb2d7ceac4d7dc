// Files of a character: kept word for word, with their versions, while their statements become memories. A file without
// content counts as removed, since the service keeps what was.

export class Shelf {
  #client;
  #characterId;

  constructor({ client, characterId }) {
    this.#client = client;
    this.#characterId = characterId;
  }

  /** The records of the files below a path. */
  async list(prefix = '') {
    const found = [];
    for await (const one of this.#client.listFiles.each({ characterId: this.#characterId })) {
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
    await this.#client.syncFile({ characterId: this.#characterId, filePath: path, fileContent, ...more });
  }

  /** Memories found by a question, with the file that each is of. */
  async search(query, limit) {
    const given = { characterId: this.#characterId, query, limit, source: 'file' };
    const { memories } = await this.#client.searchMemories(given);
    return memories.map(({ source, relevance }) => ({ fileId: source.fileId, relevance }));
  }
}
