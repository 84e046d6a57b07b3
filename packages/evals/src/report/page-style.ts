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

/** Cards and charts. Strokes keep their width when drawings are stretched. */
const chartStyle = `
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:1rem;margin-top:1.5rem}
@media (min-width:36rem) and (max-width:73rem){.cards:has(>:nth-child(4)){grid-template-columns:repeat(2,1fr)}}
main>section:first-child{margin-top:0}
.card,.chart{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:1.25rem 1.4rem}
.card{display:grid;grid-template-rows:auto auto 1fr;align-content:start}
.card h3{color:var(--soft);font-size:.9rem}
.sides-list{display:grid;grid-template-columns:repeat(auto-fit,minmax(5.4rem,1fr));gap:.6rem .8rem;margin-top:.7rem}
.sides-list dt{font-size:.8rem;color:var(--soft);display:flex;align-items:center;gap:.4rem}
.sides-list dt::before{content:"";width:.6rem;height:.6rem;border-radius:3px;background:var(--other)}
.sides-list .subject dt::before{background:var(--subject)}.sides-list .baseline dt::before{background:var(--baseline)}
.sides-list dd{font-size:1.35rem;letter-spacing:-.02em;font-weight:560;color:var(--soft);line-height:1.2}
.sides-list .subject dd{font-size:1.35rem;font-weight:660;color:var(--ink);letter-spacing:-.02em;line-height:1.2}
.sides-list small{display:block;font-weight:400;letter-spacing:0;line-height:1.5}
.delta{font-weight:620}
.card .delta{margin-top:.8rem}
.delta.good{color:var(--good)}.delta.bad{color:var(--bad)}.delta.same{color:var(--soft)}
svg path{fill:none;vector-effect:non-scaling-stroke;stroke-linecap:round}
.interval{display:block;width:100%;height:1.1rem;margin-top:.5rem;overflow:visible}
.interval .axis{stroke:var(--line);stroke-width:2}
.interval .zero{stroke:var(--soft);stroke-width:1.5}
.interval .span{stroke:var(--subject);stroke-width:6;stroke-opacity:.4}
.interval .dot{stroke:var(--subject);stroke-width:11}

.charts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem;margin-top:1.25rem}
.chart:first-child,.charts .wide{grid-column:1/-1}
.charts>.wide.hint{margin-bottom:-.25rem}
.charts>.wide.hint+.chart{grid-column:auto}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;font-size:.84rem;margin-top:.6rem}
.legend li{display:flex;align-items:center;gap:.45rem}
.swatch{flex:none;width:.7rem;height:.7rem;border-radius:3px;background:var(--other)}
.swatch.good{background:var(--good)}.swatch.bad{background:var(--bad)}
.swatch.subject{background:var(--subject)}.swatch.baseline{background:var(--baseline)}
.swatch.mark{width:2px;height:.9rem;border-radius:0;background:var(--ink)}
.rows{display:grid;gap:.9rem;margin-top:1.1rem}
.row{display:grid;grid-template-columns:minmax(7rem,14rem) minmax(0,1fr);gap:.35rem 1.25rem;align-items:center}
.row-name{font-size:.9rem;line-height:1.35;overflow-wrap:anywhere}
.row-name a{text-decoration-color:transparent}.row-name a:hover{text-decoration-color:currentColor}
.row-name small{display:block}
.bars{display:grid;gap:.3rem;min-width:0}
.bar-line{display:grid;grid-template-columns:minmax(0,1fr) 4.4rem;gap:.7rem;align-items:center}
.bar{display:block;width:100%;height:.85rem;overflow:visible;color:var(--other)}
.bar.subject{color:var(--subject)}.bar.baseline{color:var(--baseline)}.bar.good{color:var(--good)}.bar.bad{color:var(--bad)}
.bar .track{fill:var(--sunken)}.bar .fill{fill:currentColor}
.bar .range{stroke:var(--ink);stroke-width:1.5}
.bar .halo{stroke:var(--card);stroke-width:4}
.bar .dot{stroke:var(--ink);stroke-width:5}.bar .dot-halo{stroke:var(--card);stroke-width:8}
.bar .mark{stroke:var(--ink);stroke-width:2;stroke-linecap:butt}
.value{font-size:.84rem;font-weight:560;white-space:nowrap}
.value.missing{grid-column:1/-1;font-weight:400;color:var(--soft);white-space:normal}
.numbers{margin-top:1rem}
.scroll{overflow-x:auto}
.numbers table{border-collapse:collapse;font-size:.84rem;margin-top:.4rem;min-width:100%}
.numbers th,.numbers td{text-align:left;padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--line);font-weight:400;vertical-align:top}
.numbers thead th{color:var(--soft)}
@media (max-width:52rem){.charts{grid-template-columns:minmax(0,1fr)}}
.chart{container-type:inline-size}
@container (max-width:34rem){.row{grid-template-columns:minmax(0,1fr)}}
@media (max-width:36rem){.card,.chart{padding:1.1rem}}
`;

/** Evals, their runs, and the feedback bar. */
const evalStyle = `
.choice{display:flex;align-items:center;gap:.15rem;background:var(--sunken);border:1px solid var(--line);border-radius:10px;padding:.2rem}
.choice[hidden]{display:none}
.choice legend{float:left;font-size:.84rem;color:var(--soft);padding:0 .5rem 0 .6rem}
.choice input{position:absolute;opacity:0;pointer-events:none}
.choice label span{display:block;padding:.3rem .8rem;border-radius:7px;font-size:.88rem;cursor:pointer;color:var(--soft);transition:background .12s}
.choice label:hover span{color:var(--ink)}
.choice input:checked+span{background:var(--raised);color:var(--ink);font-weight:560;box-shadow:0 1px 3px #0003}
.choice input:focus-visible+span{outline:3px solid var(--subject);outline-offset:1px}
.runs{width:fit-content;margin-top:1.4rem}

.eval{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:clamp(1.1rem,3vw,1.9rem);margin-top:1.25rem;scroll-margin-top:1rem}
.eval[hidden],.run[hidden]{display:none}
.eval>header{display:flex;flex-wrap:wrap;gap:.6rem 1.5rem;align-items:baseline;justify-content:space-between}
.eval>header h3{font-size:1.15rem;letter-spacing:-.008em}
.scores{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;font-size:.9rem}
.scores li{display:flex;align-items:center;gap:.4rem}
.scores li::before{content:"";width:.6rem;height:.6rem;border-radius:3px;background:var(--other)}
.scores .subject::before{background:var(--subject)}.scores .baseline::before{background:var(--baseline)}
.scores span{color:var(--soft)}
.prompt{margin-top:1rem;background:var(--sunken);border-radius:10px;padding:.8rem 1rem}
.prompt p{margin-top:.25rem;max-height:16rem;overflow:auto}
.assertions{width:100%;border-collapse:collapse;margin-top:1.2rem}
.assertions thead th{font-size:.8rem;font-weight:560;color:var(--soft);text-align:left;padding:0 1rem .4rem 0}
.assertions tbody th{font-weight:400;text-align:left;padding:.65rem 1.25rem .65rem 0;width:auto}
.assertions td{padding:.65rem 1rem .65rem 0;white-space:nowrap;width:11rem}
.assertions tbody tr>*{border-top:1px solid var(--line);vertical-align:top}
.marks{display:inline-flex;flex-wrap:wrap;gap:.25rem;vertical-align:-.16em}
.verdict-mark{width:1rem;height:1rem;flex:none}
.verdict-mark path{stroke:var(--card);stroke-width:2;stroke-linejoin:round}
.verdict-mark.passed circle{fill:var(--good)}.verdict-mark.failed circle{fill:var(--bad)}
.count{font-size:.84rem;color:var(--soft);margin-left:.3rem}
.evidence dl{display:grid;gap:.6rem;margin:.35rem 0 .2rem}
.evidence dt{font-size:.8rem;color:var(--soft);display:flex;align-items:center;gap:.4rem}
.evidence dt .verdict-mark{width:.8rem;height:.8rem}
.evidence dd{font-size:.9rem;padding-left:1.2rem;max-height:14rem;overflow:auto}

.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1.25rem;margin-top:1.2rem}
.side{min-width:0}
.side>h4{font-size:.9rem;color:var(--ink)}
.side>p{margin-top:.5rem}
.run{margin-top:.6rem;display:grid;gap:.7rem;align-content:start;min-width:0}
.run+.run{border-top:1px solid var(--line);padding-top:.9rem;margin-top:.9rem}
.run>*{min-width:0}
.run-head{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.84rem}
.fact{color:var(--soft)}
.output figcaption{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:baseline;margin-bottom:.3rem}
pre{margin:0;background:var(--sunken);border:1px solid var(--line);border-radius:10px;padding:.8rem 1rem;font:.82rem/1.55 var(--mono);max-height:26rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
details>pre{margin-top:.3rem}
.output img{display:block;max-width:100%;max-height:32rem;border:1px solid var(--line);border-radius:10px;background:#fff}
.blind{margin-top:1.2rem}.blind ul{display:grid;gap:.7rem;margin-top:.4rem}.blind p{font-size:.92rem;max-height:12rem;overflow:auto}
.feedback{display:block;margin-top:1.3rem}
.run .feedback{margin-top:.1rem}
.feedback span{display:block;font-size:.84rem;color:var(--soft);margin-bottom:.3rem}
textarea{display:block;width:100%;font:inherit;font-size:.95rem;color:inherit;background:var(--card);border:1px solid var(--baseline);border-radius:10px;padding:.6rem .8rem;resize:vertical;field-sizing:content;min-height:3.4rem;max-height:24rem}
textarea::placeholder{color:var(--soft);opacity:1}

.dock{position:fixed;left:0;right:0;bottom:0;z-index:2;display:flex;gap:.5rem 1rem;align-items:center;justify-content:space-between;background:var(--card);border-top:1px solid var(--line);padding:.7rem max(clamp(1rem,4vw,2.5rem),calc((100vw - 67rem)/2))}
.dock[hidden]{display:none}
#status{font-size:.9rem;color:var(--soft);min-width:0;overflow-wrap:anywhere;flex:1 1 8rem;line-height:1.35}
#status.failed{color:var(--bad)}#status.saved{color:var(--good)}
.buttons{display:flex;gap:.6rem;flex:none}
button{font:inherit;font-size:.92rem;font-weight:560;padding:.5rem 1.1rem;border-radius:10px;border:1px solid var(--subject);background:var(--subject);color:var(--card);cursor:pointer;transition:filter .12s}
button.quiet{background:transparent;color:var(--ink);border-color:var(--baseline)}
button:hover{filter:brightness(1.1)}
button:disabled{opacity:.5;cursor:default}
@media (max-width:44rem){
#status{font-size:.8rem}button{padding:.5rem .8rem;font-size:.86rem}.dock{padding-top:.55rem;padding-bottom:.55rem}
.assertions,.assertions tbody,.assertions tr,.assertions th,.assertions td{display:block;width:auto}
.assertions thead{display:none}
.assertions tbody tr{border-top:1px solid var(--line);padding:.65rem 0}
.assertions tbody tr>*{border:0;padding:0}
.assertions td{display:flex;gap:.5rem;align-items:center;margin-top:.35rem}
.assertions td::before{content:attr(data-label);font-size:.84rem;color:var(--soft);min-width:7.5rem}
}
`;

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
