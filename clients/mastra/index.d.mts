import type {
  ProcessInputArgs,
  ProcessInputResult,
  ProcessOutputResultArgs,
  ProcessorMessageResult,
} from '@mastra/core/processors';
import type { ToolAction } from '@mastra/core/tools';
import type { MemoryOptions } from '../common/options.mjs';

/** All of it for `new Agent({ …, ...agentMemory(options) })`: the tools, and the processor on both sides. */
export declare function agentMemory(options: MemoryOptions): {
  tools: ReturnType<typeof memoryTools>;
  inputProcessors: ReturnType<typeof memoryProcessor>[];
  outputProcessors: ReturnType<typeof memoryProcessor>[];
};
/** Tools for `new Agent({ tools })`: `recall` and `remember`. */
export declare function memoryTools(
  options: MemoryOptions,
  // biome-ignore lint/suspicious/noExplicitAny: the type parameters of Mastra's tools have no bound of their own
): Record<'recall' | 'remember', ToolAction<any, any, any, any, any>>;
/** For `inputProcessors` and `outputProcessors` alike: recalls before the model is asked, captures after it. */
export declare function memoryProcessor(options: MemoryOptions): {
  id: string;
  processInput(args: ProcessInputArgs): Promise<ProcessInputResult>;
  processOutputResult(args: ProcessOutputResultArgs): ProcessorMessageResult;
};
