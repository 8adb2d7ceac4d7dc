// Memory for LangChain.js and LangGraph: tools, and a store for `graph.compile({ store })`.
import { tool } from '@langchain/core/tools';
import { BaseStore } from '@langchain/langgraph-checkpoint';
import { memoryTools as describeTools } from '../common/notes.mjs';
import { Shelf } from '../common/shelf.mjs';

/** Tools for an agent: `recall` and `remember`. */
export function memoryTools(options) {
  return describeTools(options).map(({ name, description, inputSchema, run }) => {
    return tool(run, { name, description, schema: inputSchema });
  });
}

const folder = 'store/';
const ending = '.json';

/**
 * A store whose items are files of the character: each value is kept word for word, and what it says is found by meaning.
 * It has one character for all namespaces.
 */
export class MemoryStore extends BaseStore {
  #shelf;

  constructor(options) {
    super();
    this.#shelf = new Shelf(options);
  }

  /** One after the other: an operation sees what those before it did. */
  async batch(operations) {
    const results = [];
    for (const one of operations) results.push(await this.#run(one));
    return results;
  }

  #run(operation) {
    if ('value' in operation) return this.#put(operation);
    if ('key' in operation) return this.#get(operation);
    return 'namespacePrefix' in operation ? this.#search(operation) : this.#namespaces(operation);
  }

  async #put({ namespace, key, value }) {
    const known = value && (await this.#get({ namespace, key }));
    // The label is the only field of a file that is no content: it says since when the item is there.
    const label = (known?.createdAt ?? new Date()).toISOString();
    await this.#shelf.write(pathOf(namespace, key), value ? JSON.stringify(value) : '', { label });
  }

  async #get({ namespace, key }) {
    const file = await this.#shelf.read(pathOf(namespace, key));
    return file ? itemOf(file) : null;
  }

  async #search({ namespacePrefix, filter = {}, query, limit = 10, offset = 0 }) {
    const files = (await this.#shelf.list(folder)).filter(({ path }) => {
      return namespacePrefix.every((part, i) => partsOf(path).namespace[i] === part);
    });
    let ranked = files.map((file) => ({ file }));
    if (query !== undefined) {
      const byId = new Map(files.map((file) => [file.fileId, file]));
      const best = new Map();
      for (const { fileId, relevance } of await this.#shelf.search(query, 100)) {
        if (byId.has(fileId) && !best.has(fileId)) best.set(fileId, { file: byId.get(fileId), score: relevance });
      }
      ranked = [...best.values()];
    }
    const found = [];
    for (const { file, score } of ranked) {
      if (found.length >= offset + limit) break;
      const item = itemOf(await this.#shelf.open(file));
      if (fits(item.value, filter)) found.push(score === undefined ? item : { ...item, score });
    }
    return found.slice(offset, offset + limit);
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }) {
    const all = (await this.#shelf.list(folder)).map(({ path }) => partsOf(path).namespace);
    const matching = all.filter((namespace) => matchConditions.every((one) => matches(namespace, one)));
    const cut = matching.map((namespace) => JSON.stringify(namespace.slice(0, maxDepth)));
    return [...new Set(cut)]
      .toSorted()
      .slice(offset, offset + limit)
      .map((one) => JSON.parse(one));
  }
}

function pathOf(namespace, key) {
  return `${folder}${[...namespace, key].map(encodeURIComponent).join('/')}${ending}`;
}

function partsOf(path) {
  const parts = path.slice(folder.length, -ending.length).split('/').map(decodeURIComponent);
  return { namespace: parts.slice(0, -1), key: parts.at(-1) };
}

function itemOf({ path, content, label, capturedAt }) {
  return { ...partsOf(path), value: JSON.parse(content), createdAt: new Date(label), updatedAt: new Date(capturedAt) };
}

function matches(namespace, { matchType, path }) {
  const part = matchType === 'prefix' ? namespace.slice(0, path.length) : namespace.slice(-path.length);
  return part.length === path.length && path.every((one, i) => one === '*' || one === part[i]);
}

const comparisons = {
  $eq: (a, b) => a === b,
  $ne: (a, b) => a !== b,
  $gt: (a, b) => Number(a) > Number(b),
  $gte: (a, b) => Number(a) >= Number(b),
  $lt: (a, b) => Number(a) < Number(b),
  $lte: (a, b) => Number(a) <= Number(b),
};

/** Whether a value has the wanted fields; a wanted field may be compared, as `{ $gt: 3 }`. */
function fits(value, filter) {
  return Object.entries(filter).every(([field, wanted]) => {
    const isComparison =
      typeof wanted === 'object' && wanted !== null && Object.keys(wanted).some((one) => one in comparisons);
    if (!isComparison) return JSON.stringify(value[field]) === JSON.stringify(wanted);
    return Object.entries(wanted).every(([name, other]) => comparisons[name]?.(value[field], other) ?? false);
  });
}
