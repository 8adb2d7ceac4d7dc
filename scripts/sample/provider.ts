import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatAnswer, embeddingAnswer, type Spoken } from '../../test/support/protocols.ts';

/** A loopback endpoint with the openai protocol that answers with `says`. */
export async function startProvider() {
  /** The answers to the next extractions; `undefined`: they fail. */
  const says: (Spoken | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const isEmbedding = request.url === '/v1/embeddings';
    const spoken = isEmbedding ? {} : says.shift();
    // Clients ask again at once instead of waiting.
    response.writeHead(spoken ? 200 : 500, { 'content-type': 'application/json', 'retry-after-ms': '1' });
    const answer = isEmbedding ? embeddingAnswer(body, {}) : spoken && chatAnswer(body, spoken);
    response.end(JSON.stringify(answer ?? { error: { message: 'out of order' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    says,
    settings: {
      SERVICE_AI_API_KEY: 'not-a-key',
      SERVICE_AI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}
