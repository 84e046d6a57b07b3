import { SkillError } from "@skillwright/core";
import type { Environment } from "./fill-variables.ts";
import { gatewayLimits } from "./limits.ts";

/**
 * Environment variables that tell the servers of a gateway which gateways led to them. Throws for a gateway
 * that would start itself, by whatever name, without end.
 */
export function nestGateway(file: string, environment: Environment): Readonly<Record<string, string>> {
  const above = (environment[variable] ?? "").split("\n").filter((path) => path !== "");
  const refuse = (reason: string): SkillError => new SkillError("config-invalid", { path: file, reason });
  if (above.includes(file))
    throw refuse(
      'one of its servers is this gateway itself, which would start itself endlessly. Remove the entry that runs "skillwright mcp" with this file.',
    );
  if (above.length >= gatewayLimits.gatewayDepth)
    throw refuse(
      `more than ${gatewayLimits.gatewayDepth} gateways start one another. Remove an entry that runs "skillwright mcp" with another gateway.`,
    );
  return { [variable]: [...above, file].join("\n") };
}

/** The files of the gateways above, outermost first, one per line. */
const variable = "SKILLWRIGHT_GATEWAY";
