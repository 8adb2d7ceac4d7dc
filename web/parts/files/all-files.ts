import type { Character, FileRecord } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';

interface FilesPage {
  rows: FileRecord[];
  total: number;
}

/**
 * A page of the files of several characters, one character after the other. Throws Failures.
 * @param totals how many files each has, as far as earlier pages have counted them
 */
export async function readFilesOfAll(
  client: Client,
  characters: readonly Pick<Character, 'id'>[],
  totals: Map<string, number>,
  { page, size }: { page: number; size: number },
  signal: AbortSignal,
): Promise<FilesPage> {
  const read = (characterId: string, part: number, limit = size) =>
    client.call('listFiles', { characterId, page: part, limit }, signal);
  await Promise.all(
    characters.map(async ({ id }) => {
      if (page === 0 || !totals.has(id)) totals.set(id, (await read(id, 0, 1)).total);
    }),
  );
  const [first, end] = [page * size, (page + 1) * size];
  const parts: Promise<FileRecord[]>[] = [];
  let at = 0;
  for (const { id } of characters) {
    const count = totals.get(id) ?? 0;
    const [from, to] = [Math.max(first - at, 0), Math.min(end - at, count)];
    for (let part = Math.floor(from / size); part * size < to; part++) {
      const rows = read(id, part).then(({ files }) => files);
      parts.push(rows.then((files) => files.slice(Math.max(0, from - part * size), to - part * size)));
    }
    at += count;
  }
  return { rows: (await Promise.all(parts)).flat(), total: at };
}
