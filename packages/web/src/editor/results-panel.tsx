import { findProfile, profiles } from "@skillwright/core/check";
import { applyEdits } from "@skillwright/core/text";
import type { ReactNode, RefObject } from "react";
import { useUrlState } from "../state/use-url-state.ts";
import { Card } from "../ui/card.tsx";
import { Select } from "../ui/field.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useToast } from "../ui/toast.tsx";
import type { CheckedText, CheckInput, ShownFinding } from "./check-text.ts";
import { ClientPreview } from "./client-preview.tsx";
import { editorState } from "./editor-state.ts";
import { FindingsList } from "./findings-list.tsx";
import { longestText } from "./use-check.ts";

type ResultsPanelProps = {
  readonly input: CheckInput;
  readonly checked: CheckedText | undefined;
  readonly text: string;
  readonly body: string;
  /** What the text field shows, and the number of its first line. */
  readonly shown: string;
  readonly firstLine: number;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onText: (text: string) => void;
};

/** Findings, the rendered text, and what a client makes of it. */
export function ResultsPanel(props: ResultsPanelProps): ReactNode {
  const { input, checked, text, body, shown, firstLine, area, onText } = props;
  const [{ tab, profile }, setState] = useUrlState(editorState);
  const show = useToast();
  const change = (next: string, what: string): void => {
    onText(next);
    show({ text: what, undo: () => onText(text) });
  };
  const fix = ({ fix: found }: ShownFinding): void => {
    // The places of the edits are those of the text that was checked.
    if (found && checked?.text === text) change(applyEdits(text, found.edits), found.title);
  };
  const fixAll = (): void => {
    void import("./check-text.ts").then(({ fixText }) =>
      change(fixText({ ...input, text }), "Findings fixed"),
    );
  };
  const reveal = ({ range }: ShownFinding): void => {
    const line = range.start.line - firstLine;
    if (line < 0) setState({ mode: "text" });
    else selectLine(area.current, shown, line);
  };
  return (
    <Card isFlush>
      <div className="editor-profile">
        <Select
          label="As seen by"
          value={profile}
          onChange={(next) => setState({ profile: next })}
          options={profiles.map(({ name, client }) => ({
            value: name,
            label: client ?? titles[name] ?? name,
          }))}
          hint={profiles.some(({ name }) => name === profile) ? findProfile(profile).summary : undefined}
        />
      </div>
      <Tabs
        label="What comes of it"
        tabs={[
          { id: "findings", title: "Findings", count: checked?.findings.length },
          { id: "preview", title: "Preview" },
          { id: "agent", title: "What agents get" },
        ]}
        value={tab}
        onChange={(next) => setState({ tab: next }, { isStep: true })}
      >
        <div className="editor-results">
          {tab === "preview" && (
            <div className="editor-preview">
              <Markdown text={body.slice(0, longestText)} />
            </div>
          )}
          {tab === "agent" && <ClientPreview checked={checked} />}
          {tab !== "preview" && tab !== "agent" && (
            <FindingsList
              {...{ checked, isTooLong: text.length > longestText }}
              onShow={reveal}
              onFix={fix}
              onFixAll={fixAll}
            />
          )}
        </div>
      </Tabs>
    </Card>
  );
}

const titles: Readonly<Record<string, string>> = {
  standard: "The standard (all clients)",
  strict: "The standard, strict",
  lenient: "A tolerant client",
  "skills-ref": "The reference validator",
};

function selectLine(area: HTMLTextAreaElement | null, shown: string, line: number): void {
  if (area === null) return;
  const lines = shown.split("\n");
  const start = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line]?.length ?? 0));
}
