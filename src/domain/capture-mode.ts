export const captureModes = ['careful', 'balanced', 'eager'] as const;

/** How much must speak for a statement that nobody asked to remember. */
export type CaptureMode = (typeof captureModes)[number];
