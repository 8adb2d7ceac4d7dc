import type { Check } from '../src/base/check.ts';
import { nameOfMemory } from '../src/service/hooks/project.ts';
import type { Config } from '../src/settings/config.ts';
import { withStore } from './init-settings.ts';
import { projectFiles, whoseAt } from './whose.ts';

/** Whose memory is meant in this folder where a call or an entry names none. The store has to be sound and of this version. */
export async function checkOwner(config: Config): Promise<Check[]> {
  const whose = whoseAt(config, process.cwd());
  const found = await withStore(config, async (context) => {
    const name = await nameOfMemory(context, whose, projectFiles);
    return { name, memories: (await context.store.characters.find(context.principal, name))?.memoryCount };
  });
  if (!found) return [];
  const held =
    found.memories === undefined ? 'made when there is something to remember' : `memories: ${found.memories}`;
  const why =
    'character' in whose
      ? 'SERVICE_CHARACTER names it'
      : 'project' in whose
        ? `of the repository ${whose.project.folder}`
        : 'your own, for this folder is in no repository';
  return [{ name: 'whose memory', ok: true, detail: `${JSON.stringify(found.name)}, ${why}; ${held}` }];
}
