/** The most rows that one request reads. */
export const most = 100;

/** The answers to one request after another, until there are `limit` rows or no more. */
export async function pagesOf<Answer>(
  limit: number,
  ask: (page: number) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly unknown[],
): Promise<[Answer, ...Answer[]]> {
  const pages: [Answer, ...Answer[]] = [await ask(0)];
  while (pages.length * most < limit && rowsOf(pages.at(-1)!).length >= most) pages.push(await ask(pages.length));
  return pages;
}
