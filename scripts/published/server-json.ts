import { asJson, product, stdioVariables } from './product.ts';

/** The schema that test/fixtures keeps a copy of. https://modelcontextprotocol.io/registry/package-types */
export const serverSchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The entry in the registry of MCP servers. https://modelcontextprotocol.io/registry/quickstart */
export const serverJson = () =>
  asJson({
    $schema: serverSchema,
    name: product.registryName,
    title: product.title,
    description: product.description,
    version: product.version,
    packages: [
      {
        registryType: 'npm',
        identifier: product.name,
        version: product.version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: stdioVariables.map((one) => ({
          name: one.name,
          description: one.meaning,
          ...(one.choices && { choices: one.choices }),
          ...(one.default !== undefined && { default: one.default }),
          ...(one.secret && { isSecret: true }),
        })),
      },
    ],
  });
