import { type Decision, formatDecision } from "@skillwright/core/policy";
import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Hand from "lucide-react/icons/hand";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import type { CallDecision } from "./decide-call.ts";
import "./decision.css";

const effects = {
  allow: { tone: "good", icon: Check, word: "Runs" },
  ask: { tone: "warn", icon: Hand, word: "Asks a person" },
  deny: { tone: "bad", icon: Ban, word: "Refused" },
} as const;

export function EffectBadge({ effect }: { readonly effect: Decision["effect"] }): ReactNode {
  const { tone, icon, word } = effects[effect];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** One line: the call, what happens, and why. */
export function DecisionLine({
  call,
  result,
}: {
  readonly call: string;
  /** Undefined for a text that is no call. */
  readonly result: CallDecision | undefined;
}): ReactNode {
  return (
    <li className="decision-line">
      {result === undefined ? <Badge>Not a call</Badge> : <EffectBadge effect={result.decision.effect} />}
      <code className="decision-call">{call}</code>
      <span className="decision-why">
        {result === undefined
          ? "Write the tool and what it gets, such as Bash(git status)."
          : formatDecision(result.decision)}
      </span>
    </li>
  );
}
