import type { LanguageModelMiddleware, Tool } from 'ai';
import type { MemoryOptions } from '../common/options.mjs';

/** Tools for `generateText({ tools })`. */
export declare function memoryTools(
  options: MemoryOptions,
): Record<'recall', Tool<{ query: string }, string>> & Record<'remember', Tool<{ content: string }, string>>;
/** A middleware for `wrapLanguageModel` that recalls before a call and captures after it. */
export declare function memoryMiddleware(options: MemoryOptions): LanguageModelMiddleware;
