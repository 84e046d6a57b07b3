/** Cards and charts. Strokes keep their width when drawings are stretched. */
export const chartStyle = `
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
