import { domainToASCII } from "node:url";
import { SkillError } from "@skillwright/core";
import { sandboxLimits } from "../limits.ts";
import { type Host, parseHost, parsePort, type Target } from "./target.ts";

/** One parsed entry of a host list. */
export type HostRule = {
  /** A host as `parseHost` normalizes it. */
  readonly host: string;
  /** `*.example.org`: every name that ends with `.example.org`, but not `example.org` itself. */
  readonly subdomains: boolean;
  readonly ports: readonly number[];
};

/** Parses a host list; an invalid entry is an error, never a rule that matches nothing. */
export function readHostRules(hosts: readonly string[]): readonly HostRule[] {
  if (hosts.length > sandboxLimits.networkHosts)
    throw invalid("hosts", `has ${hosts.length} entries, expected at most ${sandboxLimits.networkHosts}`);
  return hosts.map(readHostRule);
}

/** Whether a rule matches this host and port; names and addresses never match each other. */
export function findRule(
  target: Target,
  rules: readonly HostRule[],
): "listed" | "port-not-listed" | "not-listed" {
  const ofHost = rules.filter((rule) => namesHost(rule, target.host));
  if (ofHost.length === 0) return "not-listed";
  return ofHost.some((rule) => rule.ports.includes(target.port)) ? "listed" : "port-not-listed";
}

function namesHost(rule: HostRule, host: string): boolean {
  return rule.subdomains ? host.endsWith(`.${rule.host}`) : host === rule.host;
}

/** HTTP and HTTPS, for rules without a port. */
const defaultPorts = [80, 443];

function readHostRule(text: string): HostRule {
  const match = /^(\*\.)?(\[[^\]]*\]|[^:[\]*]+)(?::(\d+))?$/.exec(text);
  const host = match?.[2] ? parseHost(toAscii(match[2])) : undefined;
  if (!match || !host)
    throw invalid(text, "expected a host such as example.org, *.example.org or [::1]:8080");
  const subdomains = match[1] !== undefined;
  if (subdomains) checkBase(text, host);
  return {
    host: host.name,
    subdomains,
    ports: match[3] === undefined ? defaultPorts : [readPort(text, match[3])],
  };
}

/** Converts internationalized names. Only rules may contain them; requests come from programs. */
function toAscii(host: string): string {
  return /^[\x21-\x7e]*$/.test(host) ? host : domainToASCII(host);
}

function checkBase(text: string, host: Host): void {
  if (host.kind !== "name") throw invalid(text, "an address has no subdomains; list each address");
  if (!host.name.includes("."))
    throw invalid(text, "this is a whole top-level domain; expected at least two labels after the star");
}

function readPort(text: string, portText: string): number {
  const port = parsePort(portText);
  if (port === undefined) throw invalid(text, "expected a port from 1 to 65535");
  return port;
}

function invalid(entry: string, reason: string): SkillError {
  return new SkillError("option-invalid", { name: `network ${JSON.stringify(entry)}`, reason });
}
