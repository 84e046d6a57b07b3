import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

export function findRule(id: string): Rule | undefined {
  return byId.get(id);
}
