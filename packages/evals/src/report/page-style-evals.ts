/** Evals, their runs, and the feedback bar. */
export const evalStyle = `
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
