/** How the reference looks: subjects at the side where there is room, else below the page. */
export const referenceStyles = `:root{color-scheme:light dark;--line:#8884;--soft:light-dark(#f4f6f8,#1d2127);--link:light-dark(#17623f,#7fd6aa)}
html{background:light-dark(#fff,#14171c);color:light-dark(#1a1d21,#e8eaed)}a{color:var(--link);overflow-wrap:anywhere}a:hover{text-decoration-thickness:2px}
body{font:16px/1.55 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:1.5rem;display:grid;gap:1rem 3rem}
header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;border-bottom:1px solid var(--line);padding-bottom:1rem}
header nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}a[aria-current]{font-weight:600;text-decoration:none}
form{display:flex;gap:.5rem;flex:1 1 16rem;max-width:28rem;margin-left:auto}input,button{font:inherit;padding:.3rem .6rem;border:1px solid #8889;border-radius:6px}
input{flex:1;min-width:0;background:transparent;color:inherit}button{background:var(--soft);color:inherit;cursor:pointer}
main{min-width:0}h1{line-height:1.2;margin-top:0;font-size:1.6rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}
ul{padding-left:1.25rem}.subjects ul,.calls{list-style:none;margin:0;padding:0}.subjects a{display:inline-block;padding:.2rem 0;text-decoration:none}.subjects a:hover{text-decoration:underline}
.calls li{border-top:1px solid var(--line);padding:.5rem 0}.calls p{margin:0}code,pre{font:.875em/1.5 ui-monospace,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}
.call{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.6rem 1rem;overflow-wrap:anywhere}
dl{margin:.5rem 0}dt{margin-top:.6rem;overflow-wrap:anywhere}dd{margin:.1rem 0 0;padding-left:1rem;border-left:2px solid var(--line)}dd p{margin:0}
@media (min-width:58rem){body{grid-template-columns:14rem minmax(0,1fr)}header{grid-column:1/-1}.subjects{grid-column:1;grid-row:2}main{grid-column:2;grid-row:2}}
`
