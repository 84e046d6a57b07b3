import { verdictOrder } from "@skillwright/core/policy";
import {
  type HubPolicy,
  type HubRules,
  reviewedTraits,
  type SkillSelector,
  severityLimits,
} from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Checkbox } from "../ui/checkbox.tsx";
import { Select, TextField } from "../ui/field.tsx";
import { CallRules } from "./call-rules.tsx";
import { LinesField } from "./lines-field.tsx";
import { ruleFields, selectorFields, severityWords, traitWords, verdictLimitWords } from "./policy-fields.ts";

type PolicyFormProps = { readonly policy: HubPolicy; readonly onChange: (policy: HubPolicy) => void };

/** The common parts of a policy. What it does not show stays as it is. */
export function PolicyForm({ policy, onChange }: PolicyFormProps): ReactNode {
  const { skills = {} } = policy;
  const set = (change: Partial<HubRules>): void => {
    const entries = Object.entries({ ...skills, ...change }).filter(([, value]) => value !== undefined);
    onChange({ ...policy, skills: entries.length === 0 ? undefined : Object.fromEntries(entries) });
  };
  return (
    <div className="policy-form">
      <Approvals rules={skills} onChange={set} />
      <fieldset>
        <legend>Allowed and blocked skills</legend>
        <div className="form-pair">
          <Selector title="Allowed" value={skills.allow} onChange={(allow) => set({ allow })} />
          <Selector title="Blocked" value={skills.block} onChange={(block) => set({ block })} />
        </div>
      </fieldset>
      <Trust rules={skills} onChange={set} />
      <CallRules text={policy.toolCalls} onChange={(toolCalls) => onChange({ ...policy, toolCalls })} />
    </div>
  );
}

type RulesProps = { readonly rules: HubRules; readonly onChange: (change: Partial<HubRules>) => void };

function Approvals({ rules, onChange }: RulesProps): ReactNode {
  const { requireApprovalFor = [] } = rules;
  return (
    <fieldset>
      <legend>A reviewer must approve</legend>
      <div className="form-checks">
        {reviewedTraits.map((trait) => (
          <Checkbox
            key={trait}
            label={traitWords[trait]}
            isChecked={requireApprovalFor.includes(trait)}
            onChange={(isChecked) => {
              const next = reviewedTraits.filter((one) =>
                one === trait ? isChecked : requireApprovalFor.includes(one),
              );
              onChange({ requireApprovalFor: next.length === 0 ? undefined : next });
            }}
          />
        ))}
      </div>
      <div className="form-checks">
        <Checkbox
          label="Four eyes"
          hint="Whoever published or asked may not approve."
          isChecked={rules.fourEyes !== false}
          onChange={(isChecked) => onChange({ fourEyes: isChecked ? undefined : false })}
        />
        <Checkbox
          label="Approved skills only"
          hint="Agents activate nothing else of the hub."
          isChecked={rules.approvedOnly === true}
          onChange={(isChecked) => onChange({ approvedOnly: isChecked || undefined })}
        />
      </div>
      <div className="form-short">
        <NumberField
          label="Days until an approval expires"
          value={rules.approvalDays}
          onChange={(approvalDays) => onChange({ approvalDays })}
        />
      </div>
    </fieldset>
  );
}

function Trust({ rules, onChange }: RulesProps): ReactNode {
  return (
    <fieldset>
      <legend>Signatures, findings and contact</legend>
      <Checkbox
        label="Versions must be signed"
        isChecked={rules.requireSignature === true}
        onChange={(isChecked) => onChange({ requireSignature: isChecked || undefined })}
      />
      <div className="form-pair">
        <LinesField
          label={ruleFields.trustedSigners.title}
          hint="One on each line: key:ID or an identity. Empty: every signer counts."
          value={rules.trustedSigners}
          onChange={(trustedSigners) => onChange({ trustedSigners })}
        />
        <div className="form-stack">
          <Select
            label="Worst finding a version may have"
            value={rules.maximumSeverity ?? "error"}
            onChange={(value) => {
              const chosen = severityLimits.find((one) => one === value);
              onChange({ maximumSeverity: chosen === "error" ? undefined : chosen });
            }}
            options={severityLimits.map((value) => ({ value, label: severityWords[value] }))}
          />
          <Select
            label="Worst verdict of a scan"
            value={rules.maxVerdict ?? "block"}
            onChange={(value) => {
              const chosen = verdictOrder.find((one) => one === value);
              onChange({ maxVerdict: chosen === "block" ? undefined : chosen });
            }}
            options={verdictOrder.map((value) => ({ value, label: verdictLimitWords[value] }))}
          />
          <Select
            label="Agents that cannot reach the hub"
            value={rules.leaseMode ?? "best-effort"}
            onChange={(value) => onChange({ leaseMode: value === "strict" ? "strict" : undefined })}
            options={[
              { value: "best-effort", label: "Go on with what they have" },
              { value: "strict", label: "Stop using its skills in time" },
            ]}
          />
          <NumberField
            label="Hours that a state document is valid"
            value={rules.leaseHours}
            onChange={(leaseHours) => onChange({ leaseHours })}
          />
        </div>
      </div>
    </fieldset>
  );
}

type SelectorProps = {
  readonly title: string;
  readonly value: SkillSelector | undefined;
  readonly onChange: (value: SkillSelector | undefined) => void;
};

function Selector({ title, value = {}, onChange }: SelectorProps): ReactNode {
  const set = (change: SkillSelector): void => {
    const entries = Object.entries({ ...value, ...change }).filter(([, list]) => list !== undefined);
    onChange(entries.length === 0 ? undefined : Object.fromEntries(entries));
  };
  return (
    <div className="form-stack">
      <LinesField
        label={`${title} names`}
        hint={selectorFields.names.help}
        value={value.names}
        onChange={(names) => set({ names })}
      />
      <LinesField
        label={`${title} publishers`}
        hint={selectorFields.publishers.help}
        value={value.publishers}
        onChange={(publishers) => set({ publishers })}
      />
    </div>
  );
}

type NumberFieldProps = {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
};

function NumberField({ label, value, onChange }: NumberFieldProps): ReactNode {
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      placeholder="No limit"
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : Math.max(1, Number(target.value)))}
    />
  );
}
