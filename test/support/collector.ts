import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A span as OTLP has it in JSON, with its attributes as an object. */
export interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface Sent {
  resource: { attributes: Attribute[] };
}
interface SentTraces {
  resourceSpans: (Sent & { scopeSpans: { spans: (Omit<SentSpan, 'attributes'> & { attributes: Attribute[] })[] }[] })[];
}
interface SentMetrics {
  resourceMetrics: (Sent & { scopeMetrics: { metrics: { name: string; unit: string }[] }[] })[];
}

/** Replaces a collector on loopback: receives OTLP over HTTP, in JSON. */
export class Collector {
  readonly spans: SentSpan[] = [];
  /** Name → unit. */
  readonly metrics = new Map<string, string>();
  /** The sender's resource, by request. */
  readonly resources: Record<string, unknown>[] = [];
  readonly headers: unknown[] = [];
  /** Its answer. */
  status = 200;
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.headers.push(request.headers['x-scope']);
    this.#take(request.url, JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
  });

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      collector.#server.closeAllConnections();
      collector.#server.close();
    });
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The only span of a name. */
  span(name: string): SentSpan {
    const [span, ...others] = this.spans.filter((one) => one.name === name);
    if (!span || others.length > 0) throw new Error(`there are ${span ? others.length + 1 : 'no'} spans ${name}`);
    return span;
  }

  #take(path: string | undefined, sent: unknown): void {
    if (path === '/v1/traces') {
      for (const { resource, scopeSpans } of (sent as SentTraces).resourceSpans) {
        this.resources.push(plain(resource.attributes));
        const spans = scopeSpans.flatMap((one) => one.spans);
        this.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span.attributes) })));
      }
    } else if (path === '/v1/metrics') {
      for (const { resource, scopeMetrics } of (sent as SentMetrics).resourceMetrics) {
        this.resources.push(plain(resource.attributes));
        for (const { name, unit } of scopeMetrics.flatMap((one) => one.metrics)) this.metrics.set(name, unit);
      }
    } else throw new Error(`nothing is sent to ${path}`);
  }
}

function plain(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
