import { createHash } from 'node:crypto'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { unitOfWork } from './unit-of-work.ts'

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:15vh auto;padding:0 1.5rem}
h1{font-size:1.4rem;line-height:1.3}
button{font:inherit;display:block;width:100%;margin-top:.75rem;padding:.7rem;border-radius:.5rem;cursor:pointer}`

/** The hash that lets this one style stand in the page (CSP level 3, 2.3.1). */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`

/** Asks whether to sign out here too (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export const askLogout = (koa: KoaContextWithOIDC, form: string): void => {
  koa.body = page(
    `Sign out of ${unitOfWork().ctx.tenant.companyName}?`,
    `${form}<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>
<button type="submit" form="op.logoutForm">Stay signed in</button>`,
  )
}

export const tellLoggedOut = (koa: KoaContextWithOIDC): void => {
  koa.body = page(`Signed out of ${unitOfWork().ctx.tenant.companyName}`, '')
}
