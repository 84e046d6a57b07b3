import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import "./badge.css";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad";

type BadgeProps = {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly title?: string;
  readonly children: ReactNode;
};

/** A state in a word or two. The text carries the meaning; the color repeats it. */
export function Badge({ tone = "neutral", icon: Icon, title, children }: BadgeProps): ReactNode {
  return (
    <span className={`badge badge-${tone}`} title={title}>
      {Icon && <Icon size={12} aria-hidden />}
      <span className="clip">{children}</span>
    </span>
  );
}
