import { createHash } from 'node:crypto'
import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { type Locale, localeOfTag } from '@signet/rules/locales'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { unitOfWork } from '../unit-of-work.ts'

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:15vh auto;padding:0 1.5rem}
h1{font-size:1.4rem;line-height:1.3}
button{font:inherit;display:block;width:100%;margin-top:.75rem;padding:.7rem;border-radius:.5rem;cursor:pointer}`

/** The hash that lets this one style stand in the page (CSP level 3, 2.3.1). */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The first language of `ui_locales` that there is (OpenID Connect Core 1.0, section 3.1.2.1). */
export const localeIn = (wished: unknown): Locale | null => {
  const tags = typeof wished === 'string' ? wished.split(' ') : []
  return tags.map(localeOfTag).find((locale) => locale !== null) ?? null
}

/** A page in the reader's language, for the tenant that is told by its name. */
const page = (
  title: 'ask' | 'title',
  content: (text: (key: string) => string) => string,
  wished?: unknown,
): string => {
  const { locale: own, tenant } = unitOfWork().ctx
  const locale = localeIn(wished) ?? own
  const text = (key: string): string =>
    escaped(textOf(textsOf(locale, 'security'), `page.logout.${key}`, { locale }))
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><style>${style}</style></head>
<body><main><h1>${text(title)}</h1><p>${escaped(tenant.companyName)}</p>${content(text)}</main></body></html>`
}

/** Asks whether to sign out here too (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export const askLogout = (koa: KoaContextWithOIDC, form: string): void => {
  koa.body = page(
    'ask',
    (text) =>
      `${form}<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">${text('leave')}</button>
<button type="submit" form="op.logoutForm">${text('stay')}</button>`,
    koa.oidc.params?.ui_locales,
  )
}

export const tellLoggedOut = (koa: KoaContextWithOIDC): void => {
  koa.body = page('title', (text) => `<p>${text('text')}</p>`)
}
