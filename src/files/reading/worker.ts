import { parentPort, workerData } from 'node:worker_threads';
import { type ReadingTask, reply } from './task.ts';

/** The thread's input at its start. */
export interface WorkerData {
  units: number;
}

// The entry of a thread. Input: documents, one at a time; output: replies.
const { units } = workerData as WorkerData;
parentPort?.on('message', async (task: ReadingTask) => parentPort?.postMessage(await reply(task, units)));
