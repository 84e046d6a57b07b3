import { z } from "zod";

/** JSON output of `mcp --http --json`. */
export const mcpSchemas: Readonly<Record<string, z.ZodType>> = {
  "mcp-http": z
    .strictObject({
      version: z.literal(1).describe("Version of this shape; a change that breaks readers raises it."),
      url: z.string().describe("URL for clients."),
      token: z.string().optional().describe("The generated token, if none was set."),
    })
    .describe("The line that skillwright mcp --http --json prints once it serves."),
};
