import type { ServerResponse } from "node:http";

/** Lets a page of an allowed origin read the answer; browsers hide it otherwise. */
export function openToPage(response: ServerResponse, origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "mcp-session-id, www-authenticate");
  response.setHeader("vary", "origin");
}

/** The answer to a preflight request; the request itself still needs its token. */
export function answerPreflight(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": allowedHeaders.join(", "),
      "access-control-max-age": "600",
    },
  });
}

/** Headers that MCP clients send. */
const allowedHeaders = [
  "accept",
  "authorization",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "skillwright-conversation",
];
