import { existsSync, readFileSync } from 'node:fs';
import { compare, type MeetingCounts, meet, meetings } from '../../src/features/replicas/service/connecting.ts';
import { HttpServer } from '../../src/features/replicas/service/http-server.ts';
import { type Exchanged, Replicator } from '../../src/features/replicas/service/replicator.ts';
import { SshPipe, sshHost } from '../../src/features/replicas/service/ssh-pipe.ts';
import type { ReplicaConnection } from '../../src/features/replicas/storage/replica-store.ts';
import { inOwnStore, type OwnStore } from '../store/own-store.ts';
import { type Given, textFlag, textFlags, UsageError } from '../terminal/command-line.ts';
import { print, table } from '../terminal/print.ts';
import { connectingContext, contextOf, namesMeant, shownRows } from './connections.ts';
import { keepSecret } from './secrets.ts';

/**
 * `sync ssh HOST`: exchanges with the store of another machine, which decides the order, through a program that ssh starts
 * there. Refused, UsageError.
 */
export async function syncSsh(given: Given): Promise<void> {
  const host = sshHost(given.args[0] ?? '');
  const url = `ssh://${host}`;
  await inOwnStore(undefined, async (own) => {
    const context = await connectingContext(own);
    const known = (await context.store.replicas.list(Date.now())).find((one) => one.url === url);
    const chosen = given.flags.all === true ? 'all' : await namesMeant(context, textFlags(given, 'character'));
    if (chosen.length === 0 && !known)
      throw new UsageError('"sync ssh" needs --character NAME…, or --all the first time');
    const command = textFlag(given, 'command') ?? (known && commandOf(known));
    const pipe = new SshPipe(host, command);
    try {
      const { machine: member } = await pipe.greeting();
      const server = new HttpServer(url, '', pipe.fetch, false);
      // The other machine belongs to the user.
      const how = { owning: 'everybody', url } as const;
      const { found } = chosen.length === 0 ? { found: [] } : await meetings(context, server, chosen, how);
      if (given.flags['dry-run'] === true) {
        const rows: MeetingCounts[] = [];
        for (const meeting of found) rows.push(await compare(context, server, meeting));
        return print(given, { url, decidedOn: member, dryRun: true, characters: rows }, () => [
          `The store on ${member} would decide the order. Nothing was changed. Memories here, there, and of the same text:`,
          table(rows, ['character', 'here', 'there', 'same']),
        ]);
      }
      const keyFile = command === undefined ? '' : keepSecret(own.config.databasePath, url, command);
      for (const meeting of found) {
        const characterId = await meet(context, server, { url, member, keyFile }, meeting, true);
        // Keep here what it has lost.
        await context.store.replicas.keep(context.principal, characterId, true, Date.now());
      }
      const exchanged = await new Replicator(context, { kind: 'ssh', to: () => server }).all((one) => one.url === url);
      print(given, { url, decidedOn: member, exchanged }, () => [
        `${url}: the store on ${member} decides the order.`,
        table(shownRows(exchanged), ['character', 'result']),
      ]);
      if (exchanged.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
    } finally {
      pipe.close();
    }
  });
}

/** Exchanges everything with other machines now. */
export async function exchangeOverSsh(own: OwnStore): Promise<Exchanged[]> {
  const pipes: SshPipe[] = [];
  const to = (connection: ReplicaConnection) => {
    const pipe = new SshPipe(sshHost(connection.url.slice('ssh://'.length)), commandOf(connection));
    pipes.push(pipe);
    return new HttpServer(connection.url, '', pipe.fetch, false);
  };
  try {
    return await new Replicator(contextOf(own), { kind: 'ssh', to }).all();
  } finally {
    for (const pipe of pipes) pipe.close();
  }
}

/** What starts the program there, if the user has said so. */
function commandOf({ keyFile }: Pick<ReplicaConnection, 'keyFile'>): string | undefined {
  return keyFile === '' || !existsSync(keyFile) ? undefined : readFileSync(keyFile, 'utf8').trim();
}
