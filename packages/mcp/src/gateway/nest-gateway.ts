import { SkillError } from "@skillwright/core";
import type { Environment } from "./fill-variables.ts";
import { gatewayLimits } from "./limits.ts";

/**
 * Variables for the servers of a gateway, which tell those among them that are gateways too what led to them. A gateway that
 * would start itself, by whatever name its file gives it, is refused: it would do so without end.
 */
export function nestGateway(file: string, environment: Environment): Readonly<Record<string, string>> {
  const above = (environment[variable] ?? "").split("\n").filter((path) => path !== "");
  const refuse = (reason: string): SkillError => new SkillError("config-invalid", { path: file, reason });
  if (above.includes(file))
    throw refuse(
      'one of its servers is this gateway itself, which would start itself without end. Remove the entry that runs "skillwright mcp" with this file.',
    );
  if (above.length >= gatewayLimits.gatewayDepth)
    throw refuse(
      `more than ${gatewayLimits.gatewayDepth} gateways start one another. Remove an entry that runs "skillwright mcp" with a gateway of its own.`,
    );
  return { [variable]: [...above, file].join("\n") };
}

/** The files of the gateways above, the outermost first, one in each line. */
const variable = "SKILLWRIGHT_GATEWAY";
