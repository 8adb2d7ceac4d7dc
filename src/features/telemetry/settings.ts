import { hostname } from 'node:os';
import {
  asWrittenAndMeant,
  atMost,
  choice,
  type Read,
  text,
  trimmed,
  webAddress,
  wholeNumber,
} from '../../settings/setting.ts';

const port = wholeNumber(5, 'must be a port').must((number) => number <= 65_535, 'must be a port');

const readBy = ['serve'];

/** The settings of metrics and traces of `serve`. */
export const telemetrySettings = {
  SERVICE_NODE_NAME: {
    schema: atMost(200),
    default: 'the host name',
    meaning: "this server's name in its log, metrics and traces",
    readBy,
  },
  SERVICE_METRICS: {
    schema: choice(['off', 'prometheus']).default('off'),
    meaning: '`off` or `prometheus`: gives `/metrics` on a port of its own',
    readBy,
  },
  SERVICE_METRICS_HOST: {
    schema: trimmed.default('127.0.0.1'),
    meaning: 'the address of `/metrics`, which needs no key',
    readBy,
  },
  SERVICE_METRICS_PORT: {
    schema: port.default(9464),
    meaning: 'the port of `/metrics`; `0`: any free one, named in the log',
    readBy,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: webAddress,
    meaning: 'sends metrics and traces there, by OTLP over HTTP (JSON), such as `http://localhost:4318`',
    readBy,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: text,
    meaning: 'headers for it, such as `authorization=Bearer%20…`; never logged',
    readBy,
    secretsIn: headerValues,
  },
};

/** The server's name, and which telemetry is sent where; `telemetry` is absent when none is. */
export function telemetryOf(read: Read<typeof telemetrySettings>) {
  const nodeName = read.SERVICE_NODE_NAME ?? hostname();
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const address = { host: read.SERVICE_METRICS_HOST, port: read.SERVICE_METRICS_PORT };
  const prometheus = read.SERVICE_METRICS === 'prometheus' ? address : undefined;
  const isOff = endpoint === undefined && prometheus === undefined;
  return { nodeName, telemetry: isOff ? undefined : { endpoint, prometheus } };
}

/** Shorter ones, such as a tenant's number, are in every other line. */
const isSecret = (value: string) => value.length >= 8;

/** The values of a list of headers, `name=value,…`, as they are there and as they are meant. */
function headerValues(headers: string): string[] {
  const values = headers.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  return values.flatMap(asWrittenAndMeant).filter(isSecret);
}
