/** How the page of a comparison looks: in the colours that its reader has chosen, on paper too, without anything from elsewhere. */
export const STYLE = `
:root{color-scheme:light dark;--text:#1b1f24;--quiet:#555e68;--page:#fff;--panel:#f5f7f9;--line:#d5dbe1;--strong:#8a949e;--bad:#a8071a;--bad-back:#ffeceb;--good:#0b5d2a;--focus:#0550ae}
@media(prefers-color-scheme:dark){:root{--text:#e7ecf1;--quiet:#a3aeb9;--page:#101418;--panel:#191f25;--line:#343d46;--strong:#6c7884;--bad:#ffa198;--bad-back:#3b1719;--good:#7ee2a0;--focus:#79b8ff}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:92rem;padding:2rem 1.25rem 3rem;font:1rem/1.5 system-ui,sans-serif;color:var(--text);background:var(--page)}
h1{margin:0 0 .25rem;font-size:1.6rem;line-height:1.25}
h2{margin:2.25rem 0 .5rem;font-size:1.1rem}
p{margin:.5rem 0;max-width:52rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
.run{color:var(--quiet)}
.cut{padding:.6rem .9rem;border-left:.25rem solid var(--bad);color:var(--bad);background:var(--bad-back);font-weight:600}
.wide{margin-top:1.5rem;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem}
.wide:focus-visible{outline:.2rem solid var(--focus);outline-offset:.15rem}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.9rem}
caption{padding:.65rem .7rem;text-align:left;color:var(--quiet);border-bottom:1px solid var(--line)}
caption span{position:sticky;left:.7rem;display:inline-block;max-width:calc(100vw - 4rem)}
th,td{padding:.65rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tbody tr:last-child>*{border-bottom:0}
thead th{vertical-align:bottom;background:var(--panel);border-bottom:2px solid var(--strong);line-height:1.3}
th[scope=row]{position:sticky;left:0;min-width:9rem;max-width:15rem;background:var(--page);overflow-wrap:anywhere}
td{min-width:7.1rem}
td.run{font-size:.8rem;overflow-wrap:anywhere}
small{display:block;margin-top:.15rem;font-size:.8rem;font-weight:400;line-height:1.35;color:var(--quiet);overflow-wrap:anywhere}
strong{font-size:1.05rem;font-weight:600;white-space:nowrap}
td.bad{background:var(--bad-back)}
td.bad strong{color:var(--bad)}
td.good strong{color:var(--good)}
td.none,td.run{color:var(--quiet)}
dl{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;gap:.35rem 1.25rem;margin:0;max-width:60rem}
dt{font-weight:600}
dd{margin:0}
@media(max-width:40rem){body{padding:1.25rem .9rem 2rem}h1{font-size:1.3rem}th[scope=row]{min-width:7rem;max-width:8rem}dl{display:block}dd{margin:0 0 .6rem}}
@media print{body{max-width:none;padding:0}.wide{overflow:visible;border:0}th[scope=row]{position:static}table{font-size:.7rem}th,td{padding:.3rem .4rem}td{min-width:0}}
`;
