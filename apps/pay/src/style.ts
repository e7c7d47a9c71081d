/** The look of all pages. Colours have a contrast of at least 4.5 to 1, in both themes. */
export const style = `:root{color-scheme:light dark;--ink:#17211c;--soft:#505d56;--line:#8a968f;--faint:#e3e8e5;--paper:#fff;--back:#f3f6f4;--main:#0a6640;--on:#fff;--bad:#b3261e;--good:#0a6640;--note:#fdf3d8}
@media (prefers-color-scheme:dark){:root{--ink:#e8eeea;--soft:#a9b6af;--line:#74817a;--faint:#303a35;--paper:#1a211d;--back:#101512;--main:#6fdca6;--on:#06281a;--bad:#ff9d94;--good:#6fdca6;--note:#3a3216}}
*{box-sizing:border-box}
html{font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--back);color:var(--ink)}
body{margin:0 auto;max-width:34rem;padding:1rem;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;align-items:center;padding:.25rem 0 1rem}
header p{margin:0}
header>p:first-child{font-weight:600}
header .note{flex:1 0 100%;margin-top:.5rem}
main{background:var(--paper);border:1px solid var(--faint);border-radius:.75rem;padding:1.25rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
h1:focus,.summary:focus{outline:none}
p{margin:0 0 .75rem}
a{color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.soft,.hint{color:var(--soft)}
.hint{font-size:.9rem;margin:0 0 .35rem}
.lines{white-space:pre-line}
.sum{font-size:1.75rem;font-weight:700;line-height:1.2}
.note{background:var(--note);border-radius:.5rem;padding:.6rem .75rem}
.mark{display:inline-flex;align-items:center;gap:.5rem}
.mark::before{content:"";flex:none;width:.7em;height:.7em;border-radius:50%;border:.2em solid var(--soft)}
.good .mark::before{background:var(--good);border-color:var(--good)}
.bad .mark::before{border-color:var(--bad);border-radius:0;transform:rotate(45deg) scale(.8)}
.field,fieldset{margin:0 0 1.1rem;padding:0;border:0;min-width:0}
label,legend{display:block;font-weight:600;padding:0;margin:0 0 .2rem}
label .soft{font-weight:400}
.pick{display:flex;gap:.6rem;align-items:center;font-weight:400;min-height:2.75rem;margin:0}
.pick input{width:1.35rem;height:1.35rem;flex:none;accent-color:var(--main);margin:0}
input,select{font:inherit;color:inherit}
.box{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper)}
.wrong .box{border:2px solid var(--bad)}
.why{color:var(--bad);font-weight:600;margin:.1rem 0 .35rem}
.summary{border:2px solid var(--bad);border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1.25rem}
.summary h2{margin:0 0 .25rem}
.summary ul{margin:0;padding:0 0 0 1.1rem}
.summary a{color:var(--bad)}
button,.button{font:inherit;font-weight:600;display:block;width:100%;min-height:3rem;padding:.6rem 1rem;border:0;border-radius:.5rem;background:var(--main);color:var(--on);text-align:center;text-decoration:none;cursor:pointer}
button:disabled{background:var(--faint);color:var(--soft);cursor:default}
.copy{display:inline-block;width:auto;min-height:2.75rem;background:none;color:var(--main);border:1px solid var(--line);padding:.25rem .75rem;flex:none}
[hidden]{display:none}
dl{margin:0 0 1rem;border-top:1px solid var(--faint)}
dl>div{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.1rem 1rem;padding:.55rem 0;border-bottom:1px solid var(--faint)}
dt{color:var(--soft)}
dd{margin:0;font-weight:600;display:flex;gap:.75rem;align-items:center}
ol{margin:0 0 .75rem;padding:0 0 0 1.3rem}
summary{min-height:2.75rem;display:flex;align-items:center;font-weight:600;color:var(--main);cursor:pointer}
summary::before{content:"+";width:1.3rem;font-size:1.2rem}
details[open]>summary::before{content:"\\2212"}
details{margin-top:1rem;border-top:1px solid var(--faint)}
footer{font-size:.9rem;color:var(--soft);padding:1rem 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@page{margin:8mm}
@media print{:root{--ink:#000;--soft:#333;--line:#000;--faint:#999;--paper:#fff;--back:#fff;--main:#000;--good:#000;--note:#fff}
body{max-width:none;padding:0}
header a,footer,.screen,#status{display:none}
main{border:0;border-radius:0;padding:0}
.note{border:1px solid}
dl>div{break-inside:avoid}}
@media print and (max-width:90mm){html{font-size:75%}
dl>div{padding:.25rem 0}}
@media (forced-colors:active){.mark::before{border-color:CanvasText}}
`;
