import { type PublishedTool, publish } from '../mcp/surface.ts';
import { operations } from './operations.ts';

/** Every operation's tool. The build replaces this module by its value, so that a start derives no schemas. */
export const surface: readonly PublishedTool[] = operations.map(publish);
