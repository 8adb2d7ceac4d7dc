import { describe, expect, test } from 'vitest';
import { cursorOf } from '../../src/service/answer-size.ts';
import { engines } from '../support/engines.ts';
import { openHttp } from '../support/http-harness.ts';

// An integer beyond PostgreSQL's range, and the largest that JSON has exactly.
const numbers = [2 ** 31, Number.MAX_SAFE_INTEGER];
/** The longest number that a cursor of the audit log may have. */
const auditNumber = (number: number) => Math.min(number, 1e15 - 1);

describe.each(engines)('numbers on $name', ({ place }) => {
  test.each(numbers)(
    'the number %d as version, revision, page or position is refused without a failure',
    async (number) => {
      const { session, ask } = await openHttp({ recallLogDays: 30, services: { store: await (await place()).open() } });
      const { id: characterId } = await session.call<{ id: string }>('create_character', { name: 'Ada' });
      const { id: memoryId } = await session.call<{ id: string }>('add_memory_direct', {
        ...{ characterId, content: 'Tea.', category: 'general' },
      });
      const file = { filePath: 'a.md', fileContent: '- Coffee.' };
      const { fileId } = await session.call<{ fileId: string }>('sync_file', { characterId, ...file });
      const memory = `/v1/characters/${characterId}/memories/${memoryId}`;
      const status = async (method: string, path: string, body?: object) => (await ask(method, path, { body })).status;
      expect({
        file: await status('GET', `/v1/files/${fileId}?version=${number}`),
        push: await status('POST', `/v1/characters/${characterId}/sync`, { ...file, baseVersion: number }),
        update: await status('PUT', memory, { content: 'Cocoa.', expectedRevision: number }),
        revert: await status('POST', `${memory}/revert`, { revision: number }),
        review: await status('POST', `/v1/changes/${characterId}.${memoryId}.${number}/review`, { verdict: 'kept' }),
        rate: await status('POST', `/v1/recalls/${number}/rating`, { rating: 'useful' }),
        page: await status('GET', `/v1/characters/${characterId}/memories?page=${number}`),
        changes: await status('GET', `/v1/changes?cursor=${cursorOf([number, number, number, number])}`),
        changesOfOne: await status(
          'GET',
          `/v1/changes?characterId=${characterId}&cursor=${cursorOf([session.clock.now, 1, number, number])}`,
        ),
        recalls: await status('GET', `/v1/recalls?cursor=${cursorOf([number, number])}`),
        audit: await status('GET', `/v1/audit?cursor=${auditNumber(number)}.${auditNumber(number)}`),
      }).toStrictEqual({
        ...{ file: 404, push: 409, update: 409, revert: 400, review: 404, rate: 404, page: 200 },
        ...{ changes: 200, changesOfOne: 200, recalls: 200, audit: 200 },
      });
    },
  );
});
