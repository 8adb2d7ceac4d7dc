import { bundleManifest } from './bundle.ts';
import { serverJson } from './server-json.ts';

/** The files that registries and hosts read about the product, by path: `npm run docs` writes them. */
export const manifests: Readonly<Record<string, () => string>> = {
  'server.json': serverJson,
  'mcpb/manifest.json': bundleManifest,
};
