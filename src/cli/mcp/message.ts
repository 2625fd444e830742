/** Messages of JSON-RPC, as far as the relay reads them. */
export interface RpcMessage {
  id?: string | number | null;
  method?: string;
  params?: {
    name?: string;
    arguments?: Record<string, unknown>;
    requestId?: string | number;
    _meta?: Record<string, string | undefined>;
  };
  result?: { protocolVersion?: string; tools?: RpcTool[] };
}

interface RpcTool {
  name: string;
  inputSchema: { properties?: Record<string, unknown> };
}
