import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { ShelfOptions } from '../common/options.mjs';

/** Handlers for `betaMemoryTool`: its six commands on the files of a character. */
export declare function memoryHandlers(options: ShelfOptions): MemoryToolHandlers;
