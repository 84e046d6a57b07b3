import type { HubPolicy } from "@skillwright/core/registry";
import { writeYaml } from "./write-yaml.ts";

/** A policy as text, always in the same order, so that two versions can be compared line by line. */
export function toYaml({ version, skills, toolCalls }: HubPolicy): string {
  const { allow, block, ...rules } = skills ?? {};
  const lists = (selector: typeof allow) => selector && { ...selector };
  const known = { allow: lists(allow), block: lists(block), ...rules };
  return writeYaml({ version, skills: skills && known, toolCalls });
}
