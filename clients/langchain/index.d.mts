import type { StructuredToolInterface } from '@langchain/core/tools';
import { BaseStore, type Operation, type OperationResults } from '@langchain/langgraph-checkpoint';
import type { MemoryOptions, ShelfOptions } from '../common/options.mjs';

/** Tools for an agent: `recall` and `remember`. */
export declare function memoryTools(options: MemoryOptions): [StructuredToolInterface, StructuredToolInterface];

/** A store for `graph.compile({ store })` whose items are files of the character. */
export declare class MemoryStore extends BaseStore {
  constructor(options: ShelfOptions);
  batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>>;
}
