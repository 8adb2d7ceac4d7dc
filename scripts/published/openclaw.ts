import { throughNpx } from '../../src/hosts/commands.ts';
import { hookCommand } from '../../src/hosts/launch.ts';
import { openclawManifest, openclawPackage, openclawPlugin } from '../../src/hosts/openclaw-plugin.ts';
import { asJson, product } from './product.ts';

// The format: https://docs.openclaw.ai/plugins/building-plugins and /plugins/manifest.

const name = `${product.name}-openclaw`;
const command = hookCommand(throughNpx({ version: product.version, platform: 'linux' }), 'openclaw', {}, 'linux');

export const openclawPackageJson = () =>
  asJson({
    name,
    version: product.version,
    description: openclawManifest.description,
    license: product.license,
    author: product.author,
    keywords: ['openclaw', 'openclaw-plugin', ...product.keywords],
    files: ['index.js', 'openclaw.plugin.json'],
    ...openclawPackage,
  });

export const openclawPluginJson = () => asJson(openclawManifest);

/** It is installed on any machine, so it runs the program of its version by npx, which needs the network once. */
export const openclawIndex = () => openclawPlugin(command.argv('EVENT'));

export const openclawReadme = () => `# Agent memory for OpenClaw

Recalls memories before each prompt and captures the conversation after it, on this machine.

\`\`\`sh
npx -y ${product.name} init --host openclaw --hooks
\`\`\`

writes this plugin and the MCP server into \`~/.openclaw\`, with the program's own path: it starts without npx, and works offline.
To install the plugin alone from npm:

\`\`\`sh
openclaw plugins install ${name}
openclaw config set plugins.entries.${openclawManifest.id}.hooks.allowConversationAccess true
openclaw config set plugins.slots.memory ${openclawManifest.id}
openclaw gateway restart
\`\`\`

OpenClaw requires the second line for every plugin that reads conversations and is not bundled with it. Memories are in one SQLite file;
nothing leaves the machine.

## Whose memory

Only your own sessions have memory: the main session, the web app, and direct messages of an owner. Groups and channels have none. Owners
are in \`commands.ownerAllowFrom\`, in a channel's \`allowFrom\` with one entry, or in this plugin's \`owners\`; once one is named, messages
of others have no memory in the main session either.

\`\`\`sh
openclaw config set plugins.entries.${openclawManifest.id}.config.owners '["telegram:123456789"]'
openclaw config set plugins.entries.${openclawManifest.id}.config.groupCharacter Club
\`\`\`

The second line gives all groups one memory of their own, the character Club. Everybody in a group reads and writes it.
`;
