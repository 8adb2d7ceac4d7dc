import { servicePrincipal } from '../../domain/principal.ts';
import type { Feature } from '../feature.ts';
import { LocalFiles } from './service/local.ts';
import { Watching } from './service/watching.ts';

/** Memories are kept in step with files and folders of this machine. */
export const watching: Feature = {
  name: 'watching',

  wire({ config, services, machine }) {
    services.local = machine && new LocalFiles(machine.watches, config.roots);
  },

  jobs({ config, services }) {
    const { local } = services;
    if (!(local instanceof LocalFiles)) return [];
    const context = { ...services, principal: servicePrincipal(config.tier, 'file watcher') };
    return [new Watching(context, local, config.watchPaths)];
  },
};
