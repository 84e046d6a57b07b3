import type { Level } from "../../../finding.ts";
import { has } from "../../../scan/prose/find-signs.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

/** How dangerous a hidden statement is if it is an order to the agent. Notes to other authors, such as "keep in sync", are not. */
export function isHiddenOrder(reading: Reading): Level | undefined {
  const { plain, kind } = reading.statement;
  if (reading.words.length < 3) return undefined;
  if (directive.test(plain)) return "high";
  // Authors leave notes to each other in comments, not in elements that a style makes invisible.
  const isDecoded = kind === "sentence";
  const isOrder = action.test(plain);
  const isAddressed = addressed.test(plain);
  const isGrave =
    has(reading, "secretFile", "secretVariable", "secret", "softSecret", "secretly") ||
    /\bhttps?:\/\/|\b(?:curl|wget|base64|eval|bash|sudo)\b/i.test(plain);
  if (isDecoded && (isOrder || isGrave)) return "critical";
  if (!isOrder)
    return isAddressed && isGrave && /\b(?:must|should|always|need)\b/i.test(plain) ? "high" : undefined;
  if (isAddressed) return isGrave ? "critical" : "high";
  return isGrave && startsWithAction.test(plain) ? "high" : undefined;
}

/** A setting for agents in a place where only agents read it. */
const directive =
  /\b(?:agent|ai|assistant|llm|system)[-_ ](?:directives?|instructions?|overrides?|commands?|mode)\b.{0,80}\b(?:permissive|disabled?|unrestricted|bypass|allow|https?:|skip|trusted|off)\b/i;
const action =
  /\b(?:run|execute|send|upload|fetch|download|install|post|read|copy|forward|include|append|exfiltrate|collect|ignore|disregard|bypass|disable|grant|approve|output|reveal|tell|respond|transmit|delete|add|write|visit|open|call|use)\b/i;
const startsWithAction =
  /^[\s"'(*[-]{0,6}(?:(?:now|first|then|please|always|also|also|silently|secretly|next|system|note|important)[:,]?\s{1,4}){0,3}(?:run|execute|send|upload|fetch|download|install|post|read|copy|forward|include|append|exfiltrate|collect|ignore|disregard|bypass|disable|grant|output|reveal|transmit|delete|curl|wget|bash|visit)\b/i;
const addressed =
  /\b(?:(?:ai|the|this|any|all|every|you,?)\s{1,4}(?:agents?|assistants?|models?|llms?)|claude|gpt|chatgpt|copilot|gemini|llms?|agents?\s{1,4}(?:must|should|reading|processing|will)|assistants?\s{1,4}(?:must|should)|you\s{1,4}(?:must|should|are|will|have\s{1,4}to|need\s{1,4}to)|when\s{1,4}you\b|your\s{1,4}(?:instructions|response|answer|output|task)|hidden\s{1,4}instruction|system\s{0,2}:|instructions?\s{1,4}(?:for|to)\s{1,4}(?:the\s{1,4})?(?:ai|agent|assistant|model))/i;
