import { toDefinition } from "../create-tool.ts";
import type { ToolDefinition } from "../tool.ts";
import {
  deactivateDefinition,
  listDefinition,
  loadDefinition,
  readFileDefinition,
  runScriptDefinition,
  searchDefinition,
} from "./definitions.ts";

/** VibeTavern's tools as models see them, the same in every session. */
export const skillToolDefinitions: readonly ToolDefinition[] = [
  toDefinition(listDefinition),
  toDefinition(searchDefinition),
  toDefinition(loadDefinition),
  toDefinition(readFileDefinition),
  toDefinition(runScriptDefinition),
  toDefinition(deactivateDefinition),
];
