import {
  blankFault,
  commandFault,
  expressionFault,
  snippetFault,
  type TextFault,
} from "../testing/text-faults.ts";
import type { AssertionType } from "../trials/assertion.ts";
import { agentPathFault } from "./scenario-faults.ts";

/** Why the value of an assertion is invalid, by type: such an assertion could never hold. */
export const valueFaults: Readonly<Record<AssertionType, TextFault>> = {
  contains: snippetFault,
  "not-contains": snippetFault,
  "matches-regex": expressionFault,
  "file-created": agentPathFault,
  "file-modified": agentPathFault,
  "command-executed": commandFault,
  custom: blankFault,
};
