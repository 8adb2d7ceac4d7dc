import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Load, load } from './http-load.ts';

/** Rounds until a flood is at full load. */
const settled = 20;

/** Sends requests until it is killed, and reports each round of one request per connection. */
export async function flood({ port, next, connections }: Omit<Load, 'requests'>): Promise<never> {
  let sent = 0;
  const counted = () => {
    sent += 1;
    if (sent % connections === 0) process.stdout.write('.');
    return next();
  };
  await load({ port, next: counted, connections, requests: Number.POSITIVE_INFINITY });
  throw new Error('a flood ends when it is killed');
}

/**
 * Starts the bench in a separate process as `BENCH flood ARG ...`, so that flooding takes no time of the measuring one.
 * Resolves when the flood is running.
 */
export async function startFlood(...args: string[]) {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', 'flood', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rounds = 0;
  child.stdout.on('data', (dots: Buffer) => {
    rounds += dots.length;
  });
  while (rounds < settled) await once(child.stdout, 'data');
  return {
    /** Rounds so far. */
    rounds: () => rounds,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
