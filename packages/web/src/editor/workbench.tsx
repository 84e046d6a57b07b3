import Download from "lucide-react/icons/download";
import Save from "lucide-react/icons/save";
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import { useMay, useMe } from "../api/use-me.ts";
import { VerdictBadge } from "../skill/scan-verdict.tsx";
import { useUrlState } from "../state/use-url-state.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatNumber } from "../ui/format.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { BasicsForm } from "./basics-form.tsx";
import type { CheckedText } from "./check-text.ts";
import { download, zipSkill } from "./download.ts";
import { editorState } from "./editor-state.ts";
import type { OpenedSkill } from "./open-skill.ts";
import { ResultsPanel } from "./results-panel.tsx";
import { SaveDraft } from "./save-draft.tsx";
import { type FormField, readForm, writeBody, writeField } from "./skill-text.ts";
import { templates } from "./templates.ts";
import { TextEditor } from "./text-editor.tsx";
import { useCheck } from "./use-check.ts";
import { useKeptText } from "./use-kept-text.ts";

type WorkbenchProps = { readonly name: string; readonly opened: OpenedSkill | undefined };
const noFiles: readonly string[] = [];

/** The text of one skill, beside what core says about it. */
export function Workbench({ name: openedName, opened }: WorkbenchProps): ReactNode {
  const me = useMe();
  const may = useMay();
  const [{ mode, profile }, setState] = useUrlState(editorState);
  const [isSaving, setSaving] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const key = `skillwright-editor ${me?.id} ${me?.tenant} ${openedName}`;
  const { text, setText, isUnsaved, markSaved } = useKeptText(key, opened?.text ?? templates[0]?.text ?? "");
  const settled = useDeferredValue(text);
  const form = useMemo(() => readForm(text), [text]);
  const files = opened?.files ?? noFiles;
  const input = useMemo(() => ({ text: settled, profile, files }), [settled, profile, files]);
  const checked = useCheck(input);
  const marks = (checked?.findings ?? []).map(({ range, severity }) => ({
    line: range.start.line,
    severity,
  }));
  const setField = (field: FormField, value: string): void => setText(writeField(text, field, value));
  const isForm = mode !== "text";
  const firstLine = isForm ? form.bodyLine : 1;
  const shown = isForm ? form.body : text;
  return (
    <Page
      title="Editor"
      description={
        opened === undefined
          ? "Write a skill, and see at once what agents and the hub make of it."
          : `The next version of ${openedName}`
      }
      actions={
        <>
          <Templates onChoose={setText} />
          {opened !== undefined && <LinkButton href="/editor">New skill</LinkButton>}
          <Downloads name={form.name} text={text} onDone={markSaved} />
          {may("skills:publish") && (
            <Button kind="primary" icon={Save} disabled={form.name === ""} onClick={() => setSaving(true)}>
              Save draft
            </Button>
          )}
        </>
      }
    >
      <Facts {...{ checked, isUnsaved, files }} />
      <div className="editor-columns">
        <Card isFlush>
          <Tabs
            label="How to edit"
            tabs={[
              { id: "form", title: "Form" },
              { id: "text", title: "SKILL.md" },
            ]}
            value={isForm ? "form" : "text"}
            onChange={(next) => setState({ mode: next }, { isStep: true })}
          >
            {isForm && <BasicsForm form={form} onChange={setField} />}
            {isForm && <h2 className="editor-body-title">Instructions</h2>}
            <TextEditor
              label={isForm ? "Instructions" : "Text of SKILL.md"}
              {...{ text: shown, firstLine, marks, area }}
              onChange={(next) => setText(isForm ? writeBody(text, next) : next)}
            />
          </Tabs>
        </Card>
        <ResultsPanel
          {...{ input, checked, text, area, body: form.body, firstLine, shown }}
          onText={setText}
        />
      </div>
      <SaveDraft
        key={form.name}
        {...{ name: form.name, text, opened, isOpen: isSaving }}
        onClose={() => setSaving(false)}
        onSaved={markSaved}
      />
    </Page>
  );
}

function Templates({ onChoose }: { readonly onChoose: (text: string) => void }): ReactNode {
  return (
    <Menu className="button button-normal" label="Templates" button="Templates">
      {templates.map(({ title, summary, text }) => (
        <MenuItem key={title} onClick={() => onChoose(text)}>
          <span title={summary}>{title}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

type DownloadsProps = { readonly name: string; readonly text: string; readonly onDone: () => void };

function Downloads({ name, text, onDone }: DownloadsProps): ReactNode {
  const stem = /^[a-z0-9-]{1,64}$/.test(name) ? name : "skill";
  const give = (file: string, content: BlobPart): void => {
    download(file, content);
    onDone();
  };
  return (
    <Menu
      className="button button-normal"
      label="Download"
      button={
        <>
          <Download size={16} aria-hidden /> Download
        </>
      }
    >
      <MenuItem onClick={() => give("SKILL.md", text)}>SKILL.md</MenuItem>
      <MenuItem onClick={() => give(`${stem}.skill`, zipSkill(stem, text))}>{stem}.skill (zip)</MenuItem>
    </Menu>
  );
}

type FactsProps = {
  readonly checked: CheckedText | undefined;
  readonly isUnsaved: boolean;
  readonly files: readonly string[];
};

function Facts({ checked, isUnsaved, files }: FactsProps): ReactNode {
  return (
    <p className="editor-facts" role="status">
      <Checked checked={checked} />
      <span>{isUnsaved ? "Not saved; this browser keeps it" : "No changes"}</span>
      {checked !== undefined && (
        <span className="number">
          {formatNumber(checked.listedTokens)} tokens always, {formatNumber(checked.activatedTokens)} when
          used
        </span>
      )}
      {files.length > 0 && (
        <span title={files.slice(0, 20).join("\n")}>{files.length} other files stay as they are</span>
      )}
    </p>
  );
}

/** A text that should not be used is never called valid. */
function Checked({ checked }: Pick<FactsProps, "checked">): ReactNode {
  if (checked === undefined) return <Badge>Checking…</Badge>;
  const errors = checked.findings.filter(({ severity }) => severity === "error").length;
  return (
    <>
      {checked.verdict !== "pass" && <VerdictBadge verdict={checked.verdict} />}
      {errors > 0 && <Badge tone="bad">{`${formatNumber(errors)} to correct`}</Badge>}
      {errors === 0 && checked.verdict === "pass" && <Badge tone="good">Valid</Badge>}
    </>
  );
}
