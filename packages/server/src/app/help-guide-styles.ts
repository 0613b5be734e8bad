/** How the help guide looks: readable lines, contents at the side where there is room. */
export const guideStyles = `:root{color-scheme:light dark;--line:#8884;--link:light-dark(#17623f,#7fd6aa)}
html{background:light-dark(#fff,#14171c);color:light-dark(#1a1d21,#e8eaed)}a{color:var(--link)}a:hover{text-decoration-thickness:2px}
body{font:16px/1.6 system-ui,sans-serif;max-width:68rem;margin:0 auto;padding:1.5rem;display:grid;gap:1rem 3rem}
form{display:flex;gap:.5rem;margin-bottom:1rem}input,button{font:inherit;padding:.3rem .6rem;border:1px solid #8889;border-radius:6px;background:transparent;color:inherit}input{flex:1;min-width:0}button{cursor:pointer}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;border-bottom:1px solid var(--line);padding-bottom:1rem}
nav a{display:inline-block;padding:.25rem 0;text-decoration:none}nav a:hover{text-decoration:underline}nav a[aria-current]{font-weight:600}
main{max-width:44rem;min-width:0}h1{line-height:1.2;margin-top:0}h2{font-size:1.15rem;margin:2rem 0 .5rem}
dt{font-weight:600;margin-top:.75rem}dd{margin:0 0 0 1.25rem}code,kbd{font-size:.9em}
pre{border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}
kbd{border:1px solid var(--line);border-radius:4px;padding:0 .3em}
@media (min-width:52rem){body{grid-template-columns:13rem 1fr;padding-top:3rem}form{flex-direction:column}
nav ul{flex-direction:column;border:0;padding:0}}
`
