/** All that the server uses of MCP's SDK: to use a newer version, change this file. docs/development/decisions.md */
export { Server } from '@modelcontextprotocol/sdk/server/index.js';
export { Protocol, type RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
export type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
export {
  CallToolRequestParamsSchema,
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  type ElicitRequestFormParams,
  ElicitResultSchema,
  ErrorCode,
  GetPromptRequestSchema,
  type Implementation,
  InitializeRequestSchema,
  isInitializeRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
  ReadResourceRequestSchema,
  type RequestId,
  type Result,
  type ServerNotification,
  type ServerRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
