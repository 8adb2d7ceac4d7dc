import * as z from 'zod';

export const importances = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW'] as const;
export const importance = z.enum(importances);
export type Importance = z.infer<typeof importance>;
