import { ownPrompt } from '../../src/hooks/marks.ts';
import type { Driver } from './driver.ts';
import type { Asked, Said, Tool } from './models/protocol.ts';
import type { Script } from './models/server.ts';

/** The tool by which the model stores a memory, under the host's name of it. */
export const isAddMemory = ({ name }: Pick<Tool, 'name'>) => /(?:^|[_-])add_memory$/u.test(name);

const words: Said = { text: 'Understood.' };

export const wordsOnly = (): Said => words;

/** Runs a function once, before it answers the first request that contains the mark. */
export function meanwhile(mark: string, act: () => Promise<void>): Script {
  let done: Promise<void> | undefined;
  return async ({ body }) => {
    if (body.includes(mark)) {
      done ??= act();
      await done;
    }
    return words;
  };
}

/** Answers the service's own question to a host's model with one memory to add. */
export const extracting =
  (content: string): Script =>
  ({ body }) => {
    const operations = [{ operation: 'ADD', content, importance: 'HIGH', reason: 'it lasts' }];
    return body.includes(ownPrompt) ? { text: JSON.stringify({ operations }) } : words;
  };

/** Calls add_memory once; where the host hides the tools of servers, the model looks for it first. */
export function remembering(content: string, { finder }: Pick<Driver, 'finder'>): (asked: Asked) => Said {
  return ({ tools, called }) => {
    if (called.some((name) => isAddMemory({ name }))) return words;
    const tool = tools.find(isAddMemory);
    if (tool !== undefined) return { tool, args: { content } };
    const found = tools.find(({ name }) => name === finder?.tool && !called.includes(name));
    return finder && found ? { tool: found, args: finder.args } : words;
  };
}
