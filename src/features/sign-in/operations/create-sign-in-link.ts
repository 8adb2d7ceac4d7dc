import * as z from 'zod';
import { adds, operation } from '../../../gate/operation.ts';
import { memberId } from '../../../operations/fields.ts';
import { linkHolder } from '../../../service/tenancy/team.ts';
import { linkMinutes, linkRole } from '../domain/sign-in-link.ts';
import { makeSignInLink } from '../service/links.ts';

export const createSignInLink = operation({
  name: 'create_sign_in_link',
  title: 'Create a sign-in link',
  description:
    'Make a link that signs a member (id or name) in to the dashboard once. It ends an earlier one. For others: OWNER.',
  group: 'admin',
  input: z.object({
    memberId,
    minutes: z
      .int()
      .min(linkMinutes.least)
      .max(linkMinutes.most)
      .default(linkMinutes.usual)
      .describe('How long it is good'),
  }),
  output: z.object({
    member: z.object({ id: z.string(), name: z.string() }),
    url: z.string().describe('Relative to the server where SERVICE_PUBLIC_URL is not set'),
    expiresAt: z.string(),
  }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/members/{memberId}/sign-in-link', status: 201 },
  bucket: 'MANAGEMENT',
  role: linkRole,
  errors: ['InsufficientRole', 'NotFound'],
  async run(context, { memberId: reference, minutes }) {
    const { id, name } = await linkHolder(context, reference);
    const made = await makeSignInLink(context, id, { minutes, at: context.publicUrl }, context.principal);
    return { member: { id, name }, ...made };
  },
});
