import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asked, Body, Protocol, Said } from './protocol.ts';

/** The model's answer to each request. */
export type Script = (asked: Request) => Said | Promise<Said>;

/** One request for a turn of a conversation. */
export interface Request extends Asked {
  /** The unchanged body. */
  body: string;
}

/** A model on loopback that follows a script and records its requests. */
export class ScriptedModel {
  #requests: Request[] = [];
  #script: Script = () => ({ text: 'I have no script.' });
  readonly #protocol: Protocol;
  readonly #notes: string;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: Error) => response.destroy(error));
  });

  private constructor(protocol: Protocol, notes: string) {
    this.#protocol = protocol;
    this.#notes = notes;
  }

  /** @param notes a file; each request's body is a line of it */
  static async start(protocol: Protocol, notes: string): Promise<ScriptedModel> {
    const model = new ScriptedModel(protocol, notes);
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  /** Its address, without a path. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets the script. The returned list gets all later requests. */
  follow(script: Script): Request[] {
    this.#script = script;
    this.#requests = [];
    return this.#requests;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const parsed: Body = request.method === 'POST' && body !== '' ? JSON.parse(body) : {};
    const asked = this.#protocol.read(new URL(request.url ?? '/', this.url).pathname, parsed);
    // Lists of models, counts of tokens: hosts do without.
    if (asked === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    else {
      const whole = { ...asked, body };
      this.#requests.push(whole);
      appendFileSync(this.#notes, `${JSON.stringify(parsed)}\n`);
      this.#protocol.answer(response, await this.#script(whole), parsed);
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
