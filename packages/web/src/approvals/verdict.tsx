import type { ApprovalReview } from "@skillwright/core/registry";
import CircleSlash from "lucide-react/icons/circle-slash";
import Scale from "lucide-react/icons/scale";
import ScanEye from "lucide-react/icons/scan-eye";
import UserX from "lucide-react/icons/user-x";
import type { ReactNode } from "react";
import { useMay } from "../api/use-me.ts";

const looks = {
  allow: { icon: Scale, text: "The policies allow it without a review now." },
  ask: { icon: ScanEye, text: "The policies ask for a review:" },
  deny: { icon: CircleSlash, text: "The policies reject it, so it cannot be approved:" },
} as const;

/** What the policies say and by which rule, and why the user cannot decide, if so. */
export function Verdict({ review }: { readonly review: ApprovalReview }): ReactNode {
  const { verdict, undecidable, approval } = review;
  const may = useMay();
  const { icon: Icon, text } = looks[verdict.effect];
  return (
    <div className="verdicts">
      <div className={`verdict verdict-${verdict.effect}`}>
        <Icon size={16} aria-hidden />
        <div>
          <p>{text}</p>
          <ul>
            {verdict.reasons.map(({ rule, reason }) => (
              <li key={`${rule} ${reason}`}>
                {reason} <code>{rule}</code>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {approval.state === "pending" && may("approvals:decide") && undecidable !== undefined && (
        <div className="verdict">
          <UserX size={16} aria-hidden />
          <p>
            <strong>You cannot approve this.</strong> {undecidable}
          </p>
        </div>
      )}
    </div>
  );
}
