import type { ActivationPreview } from "@skillwright/core/registry";
import { type ReactNode, useDeferredValue } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { decideCall, policiesInForce } from "../calls/decide-call.ts";
import { DecisionLine } from "../calls/decision.tsx";
import { readCall, readLines } from "../calls/read-call.ts";
import { Card } from "../ui/card.tsx";
import { TextArea } from "../ui/field.tsx";
import { formatNumber } from "../ui/format.ts";
import { StageTitle } from "./stage-title.tsx";

/** Calls that agents make in every project. */
export const usualCalls = [
  "Read(README.md)",
  "Bash(git diff main)",
  "Bash(git push origin main)",
  "Write(notes.md)",
  "WebFetch(https://example.com)",
].join("\n");

const mostCalls = 50;

type ToolCallsProps = {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The active skill; undefined for none. */
  readonly skill: ActivationPreview | undefined;
};

/** Stage 4: which calls would run under the skill and the policies in force. */
export function ToolCalls({ text, onChange, skill }: ToolCallsProps): ReactNode {
  const mayRead = useMay()("policies:read");
  const { data: active } = useHub("GET /api/v1/policies/active", {}, { isEnabled: mayRead });
  const lines = readLines(useDeferredValue(text), mostCalls);
  const policies = policiesInForce(active ?? {});
  const results = lines.map((line, index) => {
    const call = readCall(line);
    return { key: `${index} ${line}`, line, result: call && decideCall(call, policies, skill) };
  });
  const refused = results.filter(({ result }) => result?.decision.effect === "deny").length;
  return (
    <Card
      title={<StageTitle number={4}>Which tool calls are refused</StageTitle>}
      actions={
        <span className="stage-figure number">
          {formatNumber(refused)} of {formatNumber(results.length)} refused
        </span>
      }
      isFlush
    >
      <div className="stage-calls">
        <TextArea
          label="Tool calls, one on each line"
          rows={5}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <ul className="decision-lines" aria-label="Decisions">
        {results.map(({ key, line, result }) => (
          <DecisionLine key={key} call={line} result={result} />
        ))}
      </ul>
    </Card>
  );
}
