import { readManifest } from '../src/ai/encoder/manifest.ts';
import type { Check } from '../src/base/check.ts';
import { ownCommand, thisMachine } from './host-choice.ts';

/** Whether an encoder is on; that there is none is no fault. */
export function checkEncoder(folder: string | undefined): Check {
  const name = 'encoder';
  if (folder === undefined) return { name, ok: true, detail: 'off: SERVICE_ENCODER=off' };
  const command = `${ownCommand(thisMachine())} encoder on`;
  try {
    const manifest = readManifest(folder);
    if (manifest) return { name, ok: true, detail: `${manifest.name}, on this machine alone: no text leaves it` };
    return { name, ok: true, detail: `off; "${command}" lets memories be found in other words, on this machine alone` };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message, advice: `"${command}" installs it again.` };
  }
}
