import type { ActivationResult, RefusalCode } from "./session.ts";

export type Refused = Extract<ActivationResult, { status: "refused" }>;

export function refused(code: RefusalCode, text: string): Refused {
  return { status: "refused", code, text };
}
