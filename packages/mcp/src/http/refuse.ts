import { INTERNAL_ERROR } from "@modelcontextprotocol/server";

type Refusal = {
  readonly status: number;
  readonly message: string;
  /** The code of the JSON-RPC error, where the protocol has one for this. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The answer to a request that is not served: a status, and one sentence as a JSON-RPC error. */
export function refuse({ status, message, code, headers }: Refusal): Response {
  const error = { code: code ?? usualCode(status), message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers: { ...headers } });
}

/** What the MCP SDK answers with for refusals of the transport. */
function usualCode(status: number): number {
  return status === 500 ? INTERNAL_ERROR : -32_000;
}
