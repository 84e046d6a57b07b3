import type { RequestedTraits } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Skeleton } from "../ui/states.tsx";
import { ScanResult } from "./scan-verdict.tsx";

type RequestedChangesProps = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly changedScripts: readonly string[];
};

/** What both versions ask for, side by side. Differences have a sign, so that they do not depend on color. */
export function RequestedChanges({ name, from, to, changedScripts }: RequestedChangesProps): ReactNode {
  const route = "GET /api/v1/skills/{name}/versions/{version}";
  const before = useHub(route, { params: { name, version: from } });
  const after = useHub(route, { params: { name, version: to } });
  return (
    <Card isFlush title="What it asks for">
      <Loaded of={before} isSmall loading={<Skeleton lines={4} />}>
        {(old) => (
          <Loaded of={after} isSmall loading={<Skeleton lines={4} />}>
            {(now) => (
              <div className="requested">
                <span />
                <span className="requested-head">{from}</span>
                <span className="requested-head">{to}</span>
                <span className="requested-title">Scan</span>
                {[old, now].map(({ version, scan }) => (
                  <span key={version} className="requested-cell">
                    {scan ? <ScanResult scan={scan} /> : <span className="soft">not scanned</span>}
                  </span>
                ))}
                {kinds.map(({ title, read }) => (
                  <Row
                    key={title}
                    title={title}
                    before={read(old.requested)}
                    after={read(now.requested)}
                    changed={title === "Scripts" ? changedScripts : []}
                  />
                ))}
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

const anyTool = "any tool (unrestricted)";

const kinds: readonly {
  readonly title: string;
  readonly read: (all: RequestedTraits) => readonly string[];
}[] = [
  { title: "Tools", read: ({ tools }) => tools ?? [anyTool] },
  { title: "Scripts", read: ({ scripts }) => scripts },
  { title: "Hooks", read: ({ hookCommands }) => hookCommands },
  { title: "Hosts", read: ({ hosts }) => hosts },
];

type RowProps = {
  readonly title: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** In both, with another content. */
  readonly changed: readonly string[];
};

function Row({ title, before, after, changed }: RowProps): ReactNode {
  return (
    <>
      <span className="requested-title">{title}</span>
      <span className="requested-cell">
        {before.length === 0 && <span className="soft">none</span>}
        {before.slice(0, most).map((text) => (
          <Badge key={text} tone={after.includes(text) ? "neutral" : "bad"} title={text}>
            {after.includes(text) ? text : `− ${text}`}
          </Badge>
        ))}
      </span>
      <span className="requested-cell">
        {after.length === 0 && <span className="soft">none</span>}
        {after.slice(0, most).map((text) => {
          const { tone, label } = compared(text, before, changed);
          return (
            <Badge key={text} tone={tone} title={text}>
              {label}
            </Badge>
          );
        })}
      </span>
    </>
  );
}

type Compared = { readonly tone: "good" | "warn" | "neutral"; readonly label: string };

function compared(text: string, before: readonly string[], changed: readonly string[]): Compared {
  if (!before.includes(text)) return { tone: "good", label: `+ ${text}` };
  if (changed.includes(text)) return { tone: "warn", label: `${text} (changed)` };
  return { tone: "neutral", label: text };
}

const most = 50;
