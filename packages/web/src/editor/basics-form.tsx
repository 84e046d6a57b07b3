import { tokenizeTools } from "@skillwright/core/parse";
import type { ReactNode } from "react";
import { TextArea, TextField } from "../ui/field.tsx";
import type { FormField, SkillForm } from "./skill-text.ts";

type BasicsFormProps = {
  readonly form: SkillForm;
  readonly onChange: (field: FormField, value: string) => void;
};

/** The head of a skill as fields, for authors who have not read the standard. */
export function BasicsForm({ form, onChange }: BasicsFormProps): ReactNode {
  if (form.isBroken)
    return (
      <p className="editor-note">
        The lines between the two <code>---</code> at the top cannot be read, so there are no fields for them.
        The findings say where; correct it in the text.
      </p>
    );
  const tools = tokenizeTools(form.tools).map(({ text }) => text);
  const toggle = (tool: string, isOn: boolean): void =>
    onChange("allowed-tools", (isOn ? [...tools, tool] : tools.filter((one) => one !== tool)).join(" "));
  return (
    <div className="editor-form">
      <TextField
        label="Name"
        hint="Lowercase letters, digits and hyphens. It is also the name of the folder."
        value={form.name}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange("name", event.target.value.toLowerCase().replace(/[\s_]+/g, "-"))}
      />
      <TextArea
        label="Description"
        hint={`What it does, and when an agent should use it. Agents choose by this text alone. ${form.description.length} of 1,024 characters.`}
        value={form.description}
        rows={3}
        onChange={(event) => onChange("description", event.target.value.split("\n").join(" "))}
      />
      <fieldset className="editor-tools">
        <legend className="field-label">Tools that it may use without asking</legend>
        <div className="editor-tool-list">
          {knownTools.map((tool) => (
            <label key={tool}>
              <input
                type="checkbox"
                checked={tools.includes(tool)}
                onChange={(event) => toggle(tool, event.target.checked)}
              />
              {tool}
            </label>
          ))}
        </div>
        <TextField
          label="All tools, as written"
          placeholder="None: the agent asks as usual"
          hint="Separated by spaces. Narrow a tool with parentheses: Bash(git log:*)"
          value={form.tools}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange("allowed-tools", event.target.value.trimStart())}
        />
      </fieldset>
    </div>
  );
}

const knownTools = ["Read", "Write", "Edit", "Grep", "Glob", "Bash", "WebFetch", "WebSearch"] as const;
