import { z } from "zod";
import type { Session } from "../session/session.ts";

/** The required name of the server of `skillTools`: the hooks recognize the session's own tools by it. */
export const serverName = "skillwright";

/** A tool for `createSdkMcpServer`. */
export type SdkTool = {
  name: string;
  description: string;
  inputSchema: z.ZodRawShape;
  handler: (input: unknown, extra: unknown) => Promise<{ content: { type: "text"; text: string }[] }>;
};

/**
 * The session's own tools. Without them a model can neither leave a skill nor use one that Claude Code does not
 * find.
 */
export async function skillTools(session: Session): Promise<SdkTool[]> {
  const tools = await session.tools();
  return tools.map(({ name, description, inputSchema, call }) => ({
    name,
    description,
    inputSchema: toShape(inputSchema),
    handler: async (input) => ({ content: [{ type: "text", text: JSON.stringify(await call(input)) }] }),
  }));
}

function toShape(schema: Parameters<typeof z.fromJSONSchema>[0]): z.ZodRawShape {
  const object = z.fromJSONSchema(schema);
  return object instanceof z.ZodObject ? object.shape : {};
}
