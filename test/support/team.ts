import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { rulesExtractor } from '../../src/ai/rules.ts';
import type { Principal, Role } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import type { Tier } from '../../src/domain/tier.ts';
import { operationsByName } from '../../src/features/operations.ts';
import { surface } from '../../src/features/published.ts';
import { DocumentReader } from '../../src/files/reading/document-reader.ts';
import { call } from '../../src/gate/call.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { selectTools } from '../../src/mcp/tools.ts';
import type { Services } from '../../src/service/context.ts';
import { id } from './builders.ts';
import { type Body, startOfTime, workerFile } from './harness.ts';

/** The one tenant of a team. */
export const teamTenant = 'team';

/** A member with its own connection; the principal may change during it, as over HTTP. */
export interface Teammate {
  id: string;
  name: string;
  principal: Principal;
  client: Client;
  /** The answer of a tool: its output, or the envelope of its error. */
  ask(tool: string, input?: object): Promise<Answered>;
}

export interface Answered {
  /** The type of the error; `ok` when there is none. */
  outcome: string;
  body: Body;
}

/** A team over one store: each member talks to the real server through a real client. Close it before the store. */
export class Team {
  readonly store: Store;
  readonly services: Services;
  readonly clock = { now: startOfTime };
  readonly members: Teammate[] = [];
  #ids = 1_000;

  constructor(store: Store) {
    this.store = store;
    this.services = {
      store,
      extractor: rulesExtractor(),
      ai: { provider: 'openai', model: 'test-model', configured: false },
      documents: new DocumentReader(workerFile),
      now: () => this.clock.now,
      newId: () => id(++this.#ids),
      log: (level, message, fields) => {
        if (level === 'error') throw new Error(`${message}: ${JSON.stringify(fields)}`);
      },
    };
  }

  /** The tenant with one member for each role, called `owner`, `member-2`, … */
  async gather(roles: readonly Role[], tier: Tier = 'BUSINESS'): Promise<this> {
    await this.store.tenants.ensure(teamTenant, tier, 0);
    for (const role of roles) await this.join(role, tier);
    return this;
  }

  async join(role: Role, tier: Tier = 'BUSINESS'): Promise<Teammate> {
    const number = this.members.length + 1;
    const member = await this.store.members.add(
      teamTenant,
      { id: id(number), name: `${role.toLowerCase()}-${number}`, role },
      this.clock.now,
    );
    const principal: Principal = { ...member, tenantId: teamTenant, memberId: member.id, tier, via: 'key' };
    const { server } = createMcpServer(async () => ({ services: this.services, operations: operationsByName, call }), {
      surface,
      tools: selectTools(surface, undefined, false),
      principal,
      version: '0.0.0',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    const teammate: Teammate = {
      id: member.id,
      name: member.name,
      principal,
      client,
      async ask(tool, input = {}) {
        const result = await client.callTool({ name: tool, arguments: { ...input } });
        const body = result.structuredContent as Body;
        const error = result.isError === true ? (body.error as { type: string }) : undefined;
        return { outcome: error?.type ?? 'ok', body };
      },
    };
    this.members.push(teammate);
    return teammate;
  }

  async close(): Promise<void> {
    for (const { client } of this.members) await client.close();
    await this.services.documents.close();
  }
}
