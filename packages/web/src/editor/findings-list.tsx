import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Wand from "lucide-react/icons/wand-sparkles";
import type { ReactNode } from "react";
import { LevelBadge } from "../skill/finding-list.tsx";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { EmptyState, Skeleton } from "../ui/states.tsx";
import type { CheckedText, ShownFinding } from "./check-text.ts";

type FindingsListProps = {
  readonly checked: CheckedText | undefined;
  readonly isTooLong: boolean;
  readonly onShow: (finding: ShownFinding) => void;
  readonly onFix: (finding: ShownFinding) => void;
  readonly onFixAll: () => void;
};

const icons = { error: CircleAlert, warning: TriangleAlert, info: Info } as const;
const labels = { error: "Error", warning: "Warning", info: "Note" } as const;

/** What is wrong, where, and a button for what can be repaired. */
export function FindingsList({ checked, isTooLong, onShow, onFix, onFixAll }: FindingsListProps): ReactNode {
  if (isTooLong)
    return (
      <EmptyState isSmall icon={CircleAlert} title="The text is too long">
        Instructions should have fewer than 5,000 tokens. Move details into other files and use the command.
      </EmptyState>
    );
  if (checked === undefined) return <Skeleton lines={3} />;
  if (checked.findings.length === 0)
    return (
      <EmptyState isSmall icon={CircleCheck} title="Nothing to improve">
        Every rule is satisfied. The hub checks once more when you save.
      </EmptyState>
    );
  return (
    <>
      {checked.safeFixes > 0 && (
        <div className="editor-fix-all">
          <Button icon={Wand} onClick={onFixAll}>
            Fix {formatCount(checked.safeFixes, "finding")}
          </Button>
        </div>
      )}
      <ul className="editor-findings" aria-label="Findings">
        {checked.findings.map((finding) => {
          const { rule, severity, message, range, fix, level, why, remedy } = finding;
          const Icon = icons[severity];
          return (
            <li key={`${rule} ${range.start.line} ${range.start.column} ${message}`}>
              <Icon size={16} className={`editor-${severity}`} aria-label={labels[severity]} />
              <div className="editor-finding">
                <p>
                  {level !== undefined && <LevelBadge level={level} />} {message}
                </p>
                {why !== undefined && (
                  <p className="soft">
                    {why} {remedy}
                  </p>
                )}
                <p className="editor-finding-foot">
                  <button type="button" className="editor-place" onClick={() => onShow(finding)}>
                    Line {range.start.line}
                  </button>
                  <span className="mono clip">{rule}</span>
                  {fix && fix.edits.length > 0 && (
                    <button type="button" className="editor-place" onClick={() => onFix(finding)}>
                      {fix.title}
                    </button>
                  )}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
