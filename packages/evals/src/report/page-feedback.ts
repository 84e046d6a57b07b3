import { type Html, html } from "./html.ts";
import { reportLimits } from "./limits.ts";

/** What was said before, by what it is about. */
export type PageFeedback = ReadonlyMap<string, string>;

type FeedbackPlace = { readonly about: string; readonly label: string; readonly rows?: number };

/** A box for remarks. Only the page's script can keep them, so until it runs nothing can be typed. */
export function feedbackBox({ about, label, rows = 3 }: FeedbackPlace, feedback: PageFeedback): Html {
  return html`<label class="feedback"><span>${label}</span><textarea data-about="${about}" rows="${rows}" maxlength="${reportLimits.reportFeedbackCharacters}" placeholder="What should be different? Empty when all is well." readonly>
${feedback.get(about) ?? ""}</textarea></label>`;
}

/** The bar that stays in sight: what is saved, and the buttons. */
export function feedbackBar({ isServed }: { readonly isServed: boolean }): Html {
  const finish = html`<button type="button" id="finish">Finish</button>`;
  return html`<div class="dock" role="region" aria-label="Feedback" hidden data-needs-script>
<p id="status" role="status"></p><div class="buttons"><button type="button" id="save" class="${isServed ? "quiet" : "main"}">Save feedback.json</button>${isServed ? finish : undefined}</div></div>
<p class="dock" data-without-script>Feedback and filters need JavaScript; everything else can be read without.</p>
`;
}
