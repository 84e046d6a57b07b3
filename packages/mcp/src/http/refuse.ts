import { INTERNAL_ERROR } from "@modelcontextprotocol/server";

type Refusal = {
  readonly status: number;
  readonly message: string;
  /** The JSON-RPC error code, if the protocol defines one. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal: a status, and one sentence as a JSON-RPC error. */
export function refuse({ status, message, code, headers }: Refusal): Response {
  const error = { code: code ?? usualCode(status), message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers: { ...headers } });
}

/** The MCP SDK's code for refusals of the transport. */
function usualCode(status: number): number {
  return status === 500 ? INTERNAL_ERROR : -32_000;
}
