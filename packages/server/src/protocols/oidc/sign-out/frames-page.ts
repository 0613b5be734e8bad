import { createHash } from 'node:crypto'
import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import type { Context } from '../../../kit/context.ts'

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:15vh auto;padding:0 1.5rem;text-align:center}
iframe{display:none}`

/** Seconds that applications have to answer in their frames. */
const patienceSeconds = 5

const script = `const frames=[...document.querySelectorAll('iframe')];let left=frames.length
const go=()=>location.replace(document.querySelector('a').href)
for(const frame of frames)frame.addEventListener('load',()=>{left-=1;if(left===0)go()})
setTimeout(go,${patienceSeconds * 1000})`

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

interface Frames {
  /** Of applications that are told in this browser. */
  readonly frames: readonly string[]
  /** Where it goes on once they are, or after some seconds. */
  readonly next: string
}

/**
 * The page that opens an application's address in a frame each, and goes on by itself, also where no
 * script runs (OpenID Connect Front-Channel Logout 1.0, section 2), in the reader's language. It may
 * frame those origins alone.
 */
export const framesPage = ({ locale }: Pick<Context, 'locale'>, { frames, next }: Frames) => {
  const text = (key: string): string =>
    escaped(textOf(textsOf(locale, 'security'), key, { locale }))
  const working = text('page.logout.working')
  const origins = [...new Set(frames.map((frame) => new URL(frame).origin))]
  const opened = frames.map((frame) => `<iframe src="${escaped(frame)}" title=""></iframe>`)
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        "default-src 'none'",
        `frame-src ${origins.join(' ')}`,
        `script-src ${hashOf(script)}`,
        `style-src ${hashOf(style)}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    },
    body: `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${patienceSeconds + 1};url=${escaped(next)}">
<title>${working}</title><style>${style}</style></head>
<body><main><h1>${working}</h1><p><a href="${escaped(next)}">${text('sign-in.next')}</a></p></main>
${opened.join('\n')}<script>${script}</script></body></html>`,
  }
}
