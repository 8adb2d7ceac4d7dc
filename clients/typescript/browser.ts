import { MemoryServiceError } from './index.ts';

export * from './index.ts';

/** As in Node, where it works. */
export async function openMemory(): Promise<never> {
  throw new MemoryServiceError(
    'NotImplemented',
    'A store in the same process needs Node; connect to a server instead.',
    { status: 501 },
  );
}
