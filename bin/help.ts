/** What --help prints. */
export const help = `agent-memory-service: the memory that AI agents keep, in one SQLite file on this machine.

Usage
  agent-memory-service [stdio]   serve MCP over standard input and output; an MCP host starts it so
  agent-memory-service demo      show a session against a throw-away store
  agent-memory-service --help    this text
  agent-memory-service --version

Settings (environment variables)
  SERVICE_DB                 the store's file; default: memory.db in the user's data folder
  SERVICE_CHARACTER          the character meant when a call names none (UUID, alias or name)
  SERVICE_TOOLSETS           characters, memories, categories, files, tier, core; comma-separated; default: all
  SERVICE_TIER               FREE, STARTER, DEVELOPER or BUSINESS (default)
  SERVICE_RATE_LIMITS        on (default) or off
  SERVICE_LOG_LEVEL          error, warn, info (default) or debug
  SERVICE_AI_API_KEY         the key of your AI provider; without one everything works by rules, offline
  SERVICE_AI_PROVIDER        openai (default) or anthropic
  SERVICE_AI_MODEL           the model for extraction
  SERVICE_AI_BASE_URL        an endpoint that speaks the openai protocol, with its /v1
  SERVICE_AI_DAILY_TOKENS    stop asking the provider above this many tokens in one UTC day; default: no limit
`;

/** Said on stderr to a person who starts the server by hand. */
export const startedByHand = `agent-memory-service is an MCP server: it talks to an MCP host over standard input and output.
A host starts it with a configuration such as

  {"mcpServers": {"memory": {"command": "npx", "args": ["-y", "agent-memory-service"]}}}

Try "agent-memory-service demo" to see it work, "--help" for more; Ctrl-C or Ctrl-D ends it.
`;
