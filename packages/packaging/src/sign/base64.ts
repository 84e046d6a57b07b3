import { z } from "zod";

/** Bytes in the one canonical spelling of Base64; what `Buffer` would skip is refused. */
export const base64: z.ZodType<Buffer> = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > 0 && bytes.toString("base64") === text) return bytes;
  context.addIssue({ code: "custom", message: "expected Base64" });
  return z.NEVER;
});
