import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openSession } from '../support/harness.ts';

const uri = 'skill://memory/SKILL.md';
const any = z.looseObject({});

test('the skill is declared, listed, got and read with the digest of its file', async () => {
  const { client } = await openSession({ character: 'Ada' });
  expect(client.getServerCapabilities()?.extensions).toStrictEqual({ 'io.modelcontextprotocol/skills': {} });
  const file = readFileSync('skills/memory/SKILL.md');
  const digest = `sha256:${createHash('sha256').update(file).digest('hex')}`;
  const { skills } = await client.request({ method: 'skills/list' }, any);
  expect(skills).toMatchObject([
    { uri, frontmatter: { name: 'memory' }, resources: [{ uri, digest, size: file.length }] },
  ]);
  const { skill } = await client.request({ method: 'skills/get', params: { uri } }, any);
  expect([skill]).toStrictEqual(skills);
  expect((await client.readResource({ uri })).contents).toStrictEqual([
    { uri, mimeType: 'text/markdown', text: file.toString() },
  ]);
  expect((await client.listResources()).resources).toContainEqual(expect.objectContaining({ uri, name: 'memory' }));
  const unknown = client.request({ method: 'skills/get', params: { uri: 'skill://other/SKILL.md' } }, any);
  await expect(unknown).rejects.toMatchObject({ code: -32602 });
});
