import {
  blankFault,
  commandFault,
  expressionFault,
  snippetFault,
  type TextFault,
} from "../testing/text-faults.ts";
import type { AssertionType } from "../trials/assertion.ts";
import { agentPathFault } from "./scenario-faults.ts";

/** What speaks against the value of an assertion, by its type: one with such a value could never hold. */
export const valueFaults: Readonly<Record<AssertionType, TextFault>> = {
  contains: snippetFault,
  "not-contains": snippetFault,
  "matches-regex": expressionFault,
  "file-created": agentPathFault,
  "file-modified": agentPathFault,
  "command-executed": commandFault,
  custom: blankFault,
};
