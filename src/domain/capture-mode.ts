export const captureModes = ['careful', 'balanced', 'eager'] as const;

/** How sure the rules must be to store a statement. */
export type CaptureMode = (typeof captureModes)[number];

export const statementKinds = ['rule', 'preference', 'decision', 'correction', 'fact'] as const;

/** The kind of a statement, judged by its words. */
export type StatementKind = (typeof statementKinds)[number];
