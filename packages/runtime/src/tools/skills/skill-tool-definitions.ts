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

/** Document e's tools as a model is told of them, the same in every session. */
export const skillToolDefinitions: readonly ToolDefinition[] = [
  toDefinition(listDefinition),
  toDefinition(searchDefinition),
  toDefinition(loadDefinition),
  toDefinition(readFileDefinition),
  toDefinition(runScriptDefinition),
  toDefinition(deactivateDefinition),
];
