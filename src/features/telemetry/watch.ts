import { whenSettled } from '../../base/when-settled.ts';
import type { Embedder, Extractor, TokenUsage } from '../../domain/ai.ts';
import type { Metrics } from '../../domain/metrics.ts';
import type { Store } from '../../domain/stores/store.ts';
import type { Operation } from '../../gate/operation.ts';
import type { Tracing } from './tracing.ts';

/**
 * Wraps the parts of the service (decorators), so that they are measured and their calls are spans; the parts need no
 * code for it.
 */
export class Instrumentation {
  readonly metrics: Metrics;
  readonly #tracing: Tracing | undefined;

  /** @param tracing absent: only measures */
  constructor(metrics: Metrics, tracing: Tracing | undefined) {
    this.metrics = metrics;
    this.#tracing = tracing;
  }

  /** Units of the store, inside a span of their caller: background work makes no traces of its own. */
  store(store: Store): Store {
    const around = (unit: string, run: () => unknown) => {
      const start = performance.now();
      return whenSettled(
        () => this.#below(`store ${unit}`, 'CLIENT', { 'agent_memory.unit': unit }, run),
        () => this.metrics.measure('agent_memory.store.duration', secondsSince(start), { unit }),
      );
    };
    const parts = Object.entries(store).map(([name, part]) => {
      return [
        name,
        typeof part === 'function' ? part : intercepted(part, (method, run) => around(`${name}.${method}`, run)),
      ];
    });
    return Object.fromEntries(parts) as Store;
  }

  /** The rules, which make no calls, are not wrapped. */
  extractor(extractor: Extractor): Extractor {
    if (extractor.kind === 'rules') return extractor;
    return intercepted(extractor, (method, run) => (method === 'extract' ? this.#provider('extract', run) : run()));
  }

  embedder(embedder: Embedder): Embedder {
    return intercepted(embedder, (method, run) => (method.startsWith('embed') ? this.#provider('embed', run) : run()));
  }

  /** An operation, in both of its forms, from where the gate has let it pass. */
  operation(operation: Operation): Operation {
    const { name, run, rest } = operation;
    const around = (original: Operation['run']): Operation['run'] => {
      return (context, input) => this.#below(name, 'INTERNAL', {}, () => original(context, input));
    };
    const whole = rest?.whole && { ...rest.whole, run: around(rest.whole.run) };
    return { ...operation, run: around(run), ...(rest && { rest: { ...rest, ...(whole && { whole }) } }) };
  }

  #below<Result>(name: string, kind: 'CLIENT' | 'INTERNAL', attributes: Record<string, string>, run: () => Result) {
    return this.#tracing ? this.#tracing.below(name, kind, attributes, run) : run();
  }

  #provider(call: 'extract' | 'embed', run: () => unknown): unknown {
    const { metrics } = this;
    const asked = async () => {
      const start = performance.now();
      let outcome = 'failed';
      try {
        const answer = (await run()) as { usage: TokenUsage };
        outcome = 'ok';
        const { inputTokens, outputTokens } = answer.usage;
        metrics.measure('agent_memory.provider.tokens', inputTokens, { call, direction: 'input' });
        metrics.measure('agent_memory.provider.tokens', outputTokens, { call, direction: 'output' });
        return answer;
      } finally {
        metrics.measure('agent_memory.provider.duration', secondsSince(start), { call, outcome });
      }
    };
    return this.#tracing ? this.#tracing.span(`provider ${call}`, 'CLIENT', {}, asked) : asked();
  }
}

/** Wraps an object so that its methods run through `around`; works for classes with private members too. */
function intercepted<Part extends object>(part: Part, around: (method: string, run: () => unknown) => unknown): Part {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || typeof key === 'symbol') return value;
      return (...given: unknown[]) => around(key, () => value.apply(target, given));
    },
  });
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}
