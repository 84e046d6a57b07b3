import type { HubPolicy } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/code-block.tsx";
import { describePolicy, type PolicyLine } from "./describe-policy.ts";
import { toYaml } from "./to-yaml.ts";

/** A policy in words, and as the data that says so. */
export function PolicyView({ policy }: { readonly policy: HubPolicy }): ReactNode {
  const { skills, calls } = describePolicy(policy);
  return (
    <div className="policy-view">
      <div className="policy-words">
        <PolicyLines title="Skills" lines={skills} none="No rule: every valid version is approved." />
        <PolicyLines title="Tool calls" lines={calls} none="No rule: agents decide by their own policies." />
      </div>
      <CodeBlock text={toYaml(policy)} language="yaml" />
    </div>
  );
}

type PolicyLinesProps = {
  readonly title: string;
  readonly lines: readonly PolicyLine[];
  readonly none: string;
};

function PolicyLines({ title, lines, none }: PolicyLinesProps): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p className="policy-none">{none}</p>
      ) : (
        <dl className="policy-lines">
          {lines.map((line) => (
            <div key={`${line.title} ${line.text}`}>
              <dt>{line.title}</dt>
              <dd>
                {line.text}
                {line.chips?.length === 0 && <span className="soft">nothing</span>}
                {line.chips?.map((chip) => (
                  <code key={chip} className="policy-chip">
                    {chip}
                  </code>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
