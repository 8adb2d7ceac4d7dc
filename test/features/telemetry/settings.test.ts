import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/features/config.ts';

test('telemetry is off unless a setting turns it on, and a node is named after its host', () => {
  expect(readConfig({ SERVICE_METRICS_PORT: '1' })).toMatchObject({ nodeName: hostname(), telemetry: undefined });
  expect(readConfig({ SERVICE_METRICS: 'off' }).telemetry).toBeUndefined();
});

test('settings turn on metrics to scrape, and traces and metrics to push', () => {
  const { telemetry, nodeName } = readConfig({ SERVICE_METRICS: 'prometheus', SERVICE_NODE_NAME: ' north ' });
  expect(nodeName).toBe('north');
  expect(telemetry).toStrictEqual({ endpoint: undefined, prometheus: { host: '127.0.0.1', port: 9464 } });
  const sent = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com:4318/otlp/' }).telemetry;
  expect(sent).toStrictEqual({ endpoint: 'https://collector.example.com:4318/otlp', prometheus: undefined });
});

test('values of headers are redacted from logs, except common numbers', () => {
  const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20abcdef,x-scope=1, x-odd=%E0%A4%A abc';
  expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS }).secrets).toStrictEqual([
    'Bearer%20abcdef',
    'Bearer abcdef',
    '%E0%A4%A abc',
  ]);
});
