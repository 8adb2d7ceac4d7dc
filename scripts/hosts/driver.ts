import type { ScratchHome } from './home.ts';
import type { Protocol } from './models/protocol.ts';

/** A host that npm delivers and that runs without a terminal, an account and a network. */
export interface Driver {
  /** As in `init --host NAME`. */
  name: string;
  package: string;
  /** The default version. */
  version: string;
  executable: string;
  /** A script of the package, without which it does not run. */
  afterInstall?: string;
  /** The protocol between it and its model. */
  protocol: Protocol;
  /** Writes the configuration of a fresh home: the model at this address. Returns the host's environment. */
  settle(home: ScratchHome, model: string): Record<string, string>;
  /** Arguments by which it lists its tool servers; `reached` finds, in its first group, what it says of ours. */
  lists: { args: readonly string[]; reached: RegExp };
  /** Arguments by which it answers one prompt and ends. */
  asks(prompt: string): string[];
  /** It does not run hooks when a session starts without a terminal. */
  startsInSilence?: true;
  /** It runs no hook when a session ends without a terminal: its own model reads that session half an hour later. */
  endsInSilence?: true;
  /** It does not pass the key of a custom provider to its hooks, and needs it here: a hook can't run it. */
  hidesKey?: true;
  /** A tool that the model must call first to find the tools of servers, with its input. */
  finder?: { tool: string; args: object };
}
