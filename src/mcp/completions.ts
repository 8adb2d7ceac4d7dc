import type { Principal } from '../domain/principal.ts';
import { fitsName, foldCase } from '../domain/text.ts';
import type { Backend } from './backend.ts';
import { CompleteRequestSchema, type Server } from './sdk.ts';

const maxCompletions = 100;
/** The longest name of a character, in code points. */
const maxName = 200;

/** Completes character names and categories. Asked at every keystroke, so it reads the store without counting requests. */
export function serveCompletions(server: Server, load: () => Promise<Backend>, principal: Principal): void {
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { argument, context } }) => {
    const reference = context?.arguments?.character;
    if (!fitsName(argument.value, maxName) || !fitsName(reference ?? '', maxName))
      return { completion: { values: [] } };
    const { store, defaultCharacter } = (await load()).services;
    if (argument.name === 'character' || argument.name === 'id') {
      const names = await store.characters.names(principal, argument.value, maxCompletions);
      return { completion: { values: names, total: names.length, hasMore: names.length === maxCompletions } };
    }
    const asked = reference ?? defaultCharacter;
    const found = asked === undefined ? undefined : await store.characters.find(principal, asked);
    if (argument.name !== 'category' || !found) return { completion: { values: [] } };
    const prefix = foldCase(argument.value);
    const names = (await store.categories.list(principal, found.id)).map(({ name }) => name);
    const values = names.filter((name) => foldCase(name).startsWith(prefix)).slice(0, maxCompletions);
    return { completion: { values, total: values.length, hasMore: false } };
  });
}
