import type { Log } from '../base/log.ts';
import { hasFeature, type Tier } from '../domain/tier.ts';

/** Actions of the server that need no request. */
export interface Automatic {
  autoCapture: boolean;
  autoRecall: boolean;
}

/** The settings, limited to the tier's features; others stay off, with one warning. */
export function withinTier({ tier, autoCapture, autoRecall }: Automatic & { tier: Tier }, log: Log): Automatic {
  const available = {
    autoCapture: autoCapture && hasFeature(tier, 'autoCapture'),
    autoRecall: autoRecall && hasFeature(tier, 'autoRecall'),
  };
  const settings = [
    ...(autoCapture && !available.autoCapture ? ['SERVICE_AUTO_CAPTURE'] : []),
    ...(autoRecall && !available.autoRecall ? ['SERVICE_AUTO_RECALL'] : []),
  ];
  if (settings.length > 0) log('warn', `${settings.join(' and ')} stay off: the ${tier} tier does not have them`);
  return available;
}
