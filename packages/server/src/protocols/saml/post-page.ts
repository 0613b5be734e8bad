import { createHash } from 'node:crypto'

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:15vh auto;padding:0 1.5rem;text-align:center}
button{font:inherit;padding:.7rem 1.5rem;border-radius:.5rem;cursor:pointer}`
const script = `document.forms[0].submit()`

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Only the page's own script and style. What may post where is not said: browsers hold an
 * application's redirect after the form to `form-action`, too, and where that leads nobody knows.
 */
export const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const field = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`

interface Posted {
  readonly action: string
  readonly kind: 'SAMLRequest' | 'SAMLResponse'
  readonly text: string
  readonly relayState: string | null
}

/** A page that posts a message at once, or by its button where no script runs (bindings, 3.5.4). */
export const postPage = ({ action, kind, text, relayState }: Posted): string => {
  const message = field(kind, Buffer.from(text).toString('base64'))
  const state = relayState === null ? '' : field('RelayState', relayState)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Continue</title><style>${style}</style></head>
<body><main><form method="post" action="${escaped(action)}">${message}${state}
<button type="submit">Continue</button></form></main><script>${script}</script></body></html>`
}
