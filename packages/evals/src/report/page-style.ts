import { chartStyle } from "./page-style-charts.ts";
import { evalStyle } from "./page-style-evals.ts";

/** Colors by scheme; tests measure their contrast. */
export const pageColors = {
  light: {
    paper: "#f6f6f3",
    card: "#ffffff",
    sunken: "#f1f1ed",
    raised: "#ffffff",
    ink: "#1c1d22",
    soft: "#5a5d68",
    line: "#dedfd9",
    subject: "#3d4fc4",
    baseline: "#868b99",
    other: "#a05a1c",
    good: "#146c43",
    bad: "#b3261e",
    goodWash: "#e3f3ea",
    badWash: "#fbe9e7",
    openWash: "#eceef8",
  },
  dark: {
    paper: "#121317",
    card: "#1b1d23",
    sunken: "#15161b",
    raised: "#393d4a",
    ink: "#ecedf1",
    soft: "#a9adba",
    line: "#30333d",
    subject: "#94a2ff",
    baseline: "#7d8494",
    other: "#e0a066",
    good: "#6fd3a0",
    bad: "#ff9a8f",
    goodWash: "#16301f",
    badWash: "#3a1c1a",
    openWash: "#20243a",
  },
} as const;

function variables(colors: Readonly<Record<string, string>>): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}:${color};`)
    .join("");
}

/** The style of the page: system fonts, light and dark, from 360 pixels wide, and print. */
export const pageStyle: string = `
:root{color-scheme:light dark;${variables(pageColors.light)}--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{${variables(pageColors.dark)}}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth;scroll-padding:1.5rem 0 6rem}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
body>header,main{max-width:72rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
main{padding-bottom:7rem}
h1,h2,h3,h4{line-height:1.25;margin:0;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:clamp(1.9rem,5vw,2.75rem);font-weight:680;letter-spacing:-.022em}
h2{font-size:1.35rem;font-weight:650;letter-spacing:-.012em}
h3{font-size:1rem;font-weight:620}
h4{font-size:.8rem;font-weight:620;color:var(--soft);display:flex;align-items:center;gap:.5rem}
p{margin:0}
a{color:inherit;text-decoration-color:var(--baseline);text-underline-offset:.2em}
a:hover{text-decoration-color:currentColor}
small,.hint{font-size:.84rem;color:var(--soft)}
dl,dd,figure,fieldset{margin:0;padding:0;border:0;min-width:0}
ul,ol{margin:0;padding:0;list-style:none}
:focus-visible{outline:3px solid var(--subject);outline-offset:2px;border-radius:4px}
summary{cursor:pointer;font-size:.84rem;color:var(--soft);width:fit-content;padding:.2rem .1rem}
summary:hover{color:var(--ink)}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--card);padding:.5rem 1rem;border-radius:0 0 8px 8px;z-index:3}
.skip:focus{top:0}
.foreign{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.path{font:.84rem/1.4 var(--mono);overflow-wrap:anywhere}
main>section{margin-top:3.25rem}
.section-head{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;justify-content:space-between}

.top{padding-top:clamp(2rem,6vw,4rem)!important}
.eyebrow{color:var(--soft);font-size:.9rem;margin-bottom:.4rem}
.facts{display:flex;flex-wrap:wrap;gap:.35rem 2rem;margin-top:1rem}
.facts div{display:flex;gap:.5rem;align-items:baseline;min-width:0}
.facts dt{color:var(--soft);font-size:.84rem}
.facts dd{font-weight:560;overflow-wrap:anywhere}
.warning{margin-top:1rem;color:var(--bad);font-size:.9rem}
.verdict{margin-top:2rem;padding:1.4rem clamp(1.1rem,3vw,1.75rem);border-radius:16px;background:var(--openWash)}
.verdict h2{font-size:clamp(1.3rem,3vw,1.6rem)}
.verdict p{margin-top:.45rem;font-size:1.06rem;text-wrap:pretty}
.verdict .aside{font-size:.9rem;color:var(--soft)}
.verdict.better{background:var(--goodWash)}.verdict.better h2{color:var(--good)}
.verdict.worse{background:var(--badWash)}.verdict.worse h2{color:var(--bad)}
.empty{margin-top:3rem;padding:2.5rem;text-align:center;border:1px dashed var(--line);border-radius:16px;color:var(--soft)}
.notes{display:grid;gap:.5rem;margin-top:1rem}
.notes li{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.7rem 1rem}
.plain{display:grid;gap:.5rem;margin:.4rem 0 .6rem;padding-left:1.1rem;list-style:disc;font-size:.9rem}
ol.plain{list-style:decimal}
${chartStyle}${evalStyle}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}*{transition:none!important}}
@media print{
:root{${variables(pageColors.light)}--paper:#fff}
body{font-size:10pt}main{padding-bottom:0}
.dock,.filter,.runs,.skip{display:none!important}
.eval,.chart,.card,.verdict{break-inside:avoid-page;border-color:#999}
.eval{break-inside:auto}
pre{max-height:none!important;white-space:pre-wrap}
svg,.swatch,.verdict{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;
