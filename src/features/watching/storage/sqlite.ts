import type { StorePart } from '../../../storage/sqlite/engine.ts';
import { watchStore } from './sqlite/watches.ts';

export const watchingPart: StorePart = { stores: (engine) => ({ watches: watchStore(engine) }) };
