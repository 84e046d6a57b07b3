import type { Gateway, GatewayTool } from "../gateway/gateway.ts";

export type TestGateway = Gateway & { readonly ran: string[] };

/** A gateway whose tools return their input. */
export function createTestGateway(names: readonly string[]): TestGateway {
  const ran: string[] = [];
  const tools = names.map((name): GatewayTool => {
    const [server = "", tool = ""] = name.split("__");
    return {
      definition: { name, description: `${tool} of ${server}`, inputSchema: { type: "object" } },
      guardedAs: `mcp__${name}`,
      call: async (input) => {
        ran.push(name);
        return { content: [{ type: "text", text: JSON.stringify(input) }] };
      },
    };
  });
  return {
    ran,
    secrets: [],
    tools: async () => tools,
    status: () => [],
    onChange: () => () => {},
    close: async () => {},
  };
}
