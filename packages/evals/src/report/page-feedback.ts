import { type Html, html } from "./html.ts";
import { reportLimits } from "./limits.ts";

/** Existing feedback by its subject. */
export type PageFeedback = ReadonlyMap<string, string>;

type FeedbackPlace = { readonly about: string; readonly label: string; readonly rows?: number };

/** A text box for feedback. It is read-only until the script runs, because only the script can save it. */
export function feedbackBox({ about, label, rows = 3 }: FeedbackPlace, feedback: PageFeedback): Html {
  return html`<label class="feedback"><span>${label}</span><textarea data-about="${about}" rows="${rows}" maxlength="${reportLimits.reportFeedbackCharacters}" placeholder="What should be different? Leave empty if all is well." readonly>
${feedback.get(about) ?? ""}</textarea></label>`;
}

/** The fixed bar with the save status and the buttons. */
export function feedbackBar({ isServed }: { readonly isServed: boolean }): Html {
  const finish = html`<button type="button" id="finish">Finish</button>`;
  return html`<div class="dock" role="region" aria-label="Feedback" hidden data-needs-script>
<p id="status" role="status"></p><div class="buttons"><button type="button" id="save" class="${isServed ? "quiet" : "main"}">Save feedback.json</button>${isServed ? finish : undefined}</div></div>
<p class="dock" data-without-script>Feedback and filters need JavaScript; everything else works without it.</p>
`;
}
