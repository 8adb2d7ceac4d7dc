import type { SignInWays } from '../../http/sign-in-ways.ts';
import type { Services } from '../../service/context.ts';
import type { Refusals } from '../../service/tenancy/refusals.ts';

/** Members of a server sign in to the dashboard by passkeys, and by links that sign in once. */
export const signIn = {
  name: 'sign-in',
  /** Loads its code, which `serve` alone needs. */
  async ways(services: Services, refusals: Refusals): Promise<SignInWays> {
    const { waysOf } = await import('./http/ways.ts');
    return waysOf(services, refusals);
  },
};
