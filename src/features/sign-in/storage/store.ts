import type { SignInLinkStore } from './link-store.ts';
import type { PasskeyStore } from './passkey-store.ts';

declare module '../../../domain/stores/store.ts' {
  interface Store {
    signInLinks: SignInLinkStore;
    passkeys: PasskeyStore;
  }
}
