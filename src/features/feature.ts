/**
 * A part of the service that the rooms of `src` know nothing of, in a folder of its own. `src/features/config.ts` has its
 * settings, because a handshake reads them and loads nothing else of a feature.
 */
export interface Feature {
  /** The name of its folder. */
  name: string;
}
