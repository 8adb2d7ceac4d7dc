import type { Driver } from './driver.ts';
import type { Tool } from './models/protocol.ts';
import type { Script } from './models/server.ts';

/** The tool by which the model stores something, under whatever name a host offers it. */
export const isAddMemory = ({ name }: Pick<Tool, 'name'>) => /(?:^|[_-])add_memory$/u.test(name);

/** Words alone. */
export const wordsOnly: Script = () => ({ text: 'Understood.' });

/** Calls add_memory once; where the host hides the tools of servers, the model looks for it first. */
export function remembering(content: string, { finder }: Pick<Driver, 'finder'>): Script {
  return (asked) => {
    const { tools, called } = asked;
    if (called.some((name) => isAddMemory({ name }))) return wordsOnly(asked);
    const tool = tools.find(isAddMemory);
    if (tool !== undefined) return { tool, args: { content } };
    const found = tools.find(({ name }) => name === finder?.tool && !called.includes(name));
    return finder && found ? { tool: found, args: finder.args } : wordsOnly(asked);
  };
}
