import type { Log } from '../../base/log.ts';
import type { telemetryOf } from './settings.ts';
import type { Telemetry } from './telemetry.ts';
import type { ThreadTelemetry } from './thread.ts';

type Settings = ReturnType<typeof telemetryOf>;

/** Metrics and traces. OpenTelemetry is loaded only where the settings ask for it. */
export const telemetry = {
  name: 'telemetry',
  /** Of a server; undefined if the settings ask for none. Rejects with the system's error when the address of `/metrics` is taken. */
  async start({ telemetry: given, nodeName }: Settings, version: string, log: Log): Promise<Telemetry | undefined> {
    if (!given) return undefined;
    const { startTelemetry } = await import('./start.ts');
    return startTelemetry({ ...given, version, nodeName }, log);
  },
  /** Of a thread, whose replies carry its measurements; undefined if the settings ask for none. */
  async startInThread({ telemetry: given }: Settings): Promise<ThreadTelemetry | undefined> {
    if (!given) return undefined;
    const { startThreadTelemetry } = await import('./thread.ts');
    return startThreadTelemetry(given.endpoint);
  },
};
