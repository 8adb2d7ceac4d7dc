/** What --help prints. */
export const help = `agent-memory-service: the memory that AI agents keep, in one SQLite file on this machine.

Usage
  agent-memory-service [stdio]   serve MCP over standard input and output; an MCP host starts it so
  agent-memory-service demo      show a session against a throw-away store
  agent-memory-service serve     serve REST (/v1) and MCP (/mcp) over HTTP
      --host 127.0.0.1  --port 8787
  agent-memory-service --help    this text
  agent-memory-service --version

Tenants, members and keys of serve (--json prints JSON; TENANT and MEMBER are ids or names)
  tenants create NAME [--tier FREE]
  tenants list
  tenants set-tier TENANT TIER [--period-end ISO]   upgrades at once, downgrades at the end of the period
  members add --tenant TENANT --name NAME --role OWNER|ADMIN|MEMBER|VIEWER
  members list --tenant TENANT
  members set-role MEMBER ROLE [--tenant TENANT]
  members suspend|resume|remove MEMBER [--tenant TENANT]
  keys create --tenant TENANT [--member MEMBER] [--name NAME]
  keys list --tenant TENANT
  keys revoke KEYID

Settings (environment variables)
  SERVICE_DB                 the store's file; default: memory.db in the user's data folder
  SERVICE_CHARACTER          the character meant when a call names none (UUID, alias or name)
  SERVICE_WATCH_PATHS        files and folders of notes to keep in sync, for SERVICE_CHARACTER; comma-separated
  SERVICE_AUTO_CAPTURE       true: what is new in files goes through extraction; default: false
  SERVICE_AUTO_RECALL        true: what matters about SERVICE_CHARACTER is told at the start; default: false
  SERVICE_TOOLSETS           characters, memories, categories, files, tier, core; comma-separated; default: all
  SERVICE_TIER               FREE, STARTER, DEVELOPER or BUSINESS (default)
  SERVICE_RATE_LIMITS        on (default) or off
  SERVICE_LOG_LEVEL          error, warn, info (default) or debug
  SERVICE_AI_API_KEY         the key of your AI provider; without one everything works by rules, offline
  SERVICE_AI_PROVIDER        openai (default) or anthropic
  SERVICE_AI_MODEL           the model for extraction
  SERVICE_AI_BASE_URL        an endpoint that speaks the openai protocol, with its /v1
  SERVICE_AI_DAILY_TOKENS    stop asking the provider above this many tokens in one UTC day; default: no limit

Settings of serve
  SERVICE_HTTP_HOSTS         names it may be called by beside localhost and addresses; comma-separated
  SERVICE_HTTP_ORIGINS       origins whose web pages may call it, such as https://example.com; comma-separated
  SERVICE_JWT_SECRET         accepts tokens signed with this secret (HS256, at least 32 bytes)
  SERVICE_JWT_JWKS           accepts tokens signed by a key of this file (RS256, JSON Web Key Set)
  SERVICE_JWT_ISSUER, SERVICE_JWT_AUDIENCE   what such tokens must say, when set
`;

/** Said on stderr to a person who starts the server by hand. */
export const startedByHand = `agent-memory-service is an MCP server: it talks to an MCP host over standard input and output.
A host starts it with a configuration such as

  {"mcpServers": {"memory": {"command": "npx", "args": ["-y", "agent-memory-service"]}}}

Try "agent-memory-service demo" to see it work, "--help" for more; Ctrl-C or Ctrl-D ends it.
`;
