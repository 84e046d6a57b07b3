import { z } from "zod";

/** Shape of what `mcp --http --json` prints once it serves. */
export const mcpSchemas: Readonly<Record<string, z.ZodType>> = {
  "mcp-http": z
    .strictObject({
      version: z.literal(1).describe("Version of this shape; a change that breaks readers raises it."),
      url: z.string().describe("Where clients connect to."),
      token: z.string().optional().describe("The token of this run, where none was set."),
    })
    .describe("The line that skillwright mcp --http --json prints once it serves."),
};
