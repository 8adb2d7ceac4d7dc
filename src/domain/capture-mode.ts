export const captureModes = ['careful', 'balanced', 'eager'] as const;

/** How much must speak for a statement that nobody asked to remember. */
export type CaptureMode = (typeof captureModes)[number];

export const statementKinds = ['rule', 'preference', 'decision', 'correction', 'fact'] as const;

/** The kind of a statement, judged by its words. */
export type StatementKind = (typeof statementKinds)[number];
