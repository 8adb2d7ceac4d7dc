const MiB = 1024 * 1024;

/** What reading one document may take. A reader that goes beyond is ended, and the answer names the bound. */
export interface ReadingLimits {
  /** From the document to its pieces (ms). */
  ms: number;
  /** Of all memory of the thread, with the buffers outside its heap: seen by what the process grows by. */
  memoryMiB: number;
  /**
   * Of the thread's heap, held by V8 itself, where it grows faster than anybody looks. Far above `memoryMiB`, because
   * V8 ends the whole process when a thread at this limit asks for a large array.
   */
  heapMiB: number;
  /** Of what is read, in UTF-16 units: every piece with the headings above it. */
  units: number;
  /** How long a thread waits for another document before it ends (ms). */
  idleMs: number;
}

export const readingLimits: ReadingLimits = {
  ms: 20_000,
  memoryMiB: 320,
  heapMiB: 1_536,
  units: 32_000_000,
  idleMs: 10_000,
};

/** How many documents are read at a time, and how many may wait for it. */
export const readerLimits = {
  threads: 2,
  waitingBytes: 64 * MiB,
  /** Of one tenant, so that another always finds room. */
  tenantBytes: 32 * MiB,
};

/** A text up to this many bytes is read where it is asked for, if it is simple: a thread would cost more. */
export const inPlaceLimits = { bytes: 4 * 1024, lineBytes: 1_000 };
