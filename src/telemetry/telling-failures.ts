import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { Log } from '../base/log.ts';

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
}

/** An exporter whose failures stand in the log: the first of several, and that it goes on. */
export function tellingFailures<Items, One extends Exporter<Items>>(
  exporter: One & Exporter<Items>,
  what: string,
  log: Log,
): One {
  let isFailing = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) => {
    send(items, (result) => {
      const failed = result.code !== ExportResultCode.SUCCESS;
      if (failed && !isFailing) log('warn', `${what} cannot be sent`, { reason: result.error?.message });
      if (!failed && isFailing) log('info', `${what} are sent again`);
      isFailing = failed;
      done(result);
    });
  };
  return exporter;
}
