import { type EmailTemplateType, variablesOf } from '@signet/rules/email-templates'
import { defaultLocale, localeOfTag } from '@signet/rules/locales'
import type { Context } from '../../../kit/context.ts'
import type { InlinePicture } from '../../../platform/mail.ts'
import { logoCid, mailColours, markOf } from './brand.ts'
import { defaultWords, type Ready, readyDefault } from './default-templates.ts'
import { readParts } from './email-templates.repository.ts'
import { fillHtml, fillText, type Values } from './fill.ts'

type Parts = Awaited<ReturnType<typeof readParts>>

interface Composed {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly inline: readonly InlinePicture[]
}

const inlineOf = (logo: string | null): readonly InlinePicture[] => {
  const [, contentType, content] = /^data:(image\/(?:png|jpeg));base64,(.+)$/.exec(logo ?? '') ?? []
  if (contentType === undefined || content === undefined) return []
  return [{ cid: logoCid, contentType, content: Buffer.from(content, 'base64') }]
}

interface Look {
  readonly locale: string
  /** Where the logo is found; null without one. */
  readonly logo: string | null
}

/** The values that every mail of a tenant has. */
export const commonValues = (
  { tenant }: Context,
  parts: Pick<Parts, 'colours' | 'signature' | 'support' | 'footer'>,
  { locale, logo }: Look,
): Values => {
  const company = tenant.companyName
  const words = defaultWords(locale, company)
  const { origin } = new URL(tenant.publicUrl)
  return {
    company,
    url: origin,
    resetUrl: `${origin}/reset`,
    requestsUrl: `${origin}/oidc/requests`,
    signature: parts.signature ?? words.signature,
    support: parts.support ?? words.support,
    footer: parts.footer ?? words.footer,
    brand: markOf(company, logo),
    ...mailColours(parts.colours.primary1),
  }
}

const longestShown = 200

/** A mail in the addressee's language: the tenant's template, else the one that Signet brings. */
export const composeMail = async (
  ctx: Context,
  { type, locale: wished, values }: { type: EmailTemplateType; locale: string; values: Values },
): Promise<Composed> => {
  const locale = localeOfTag(wished) ?? defaultLocale
  const parts = await readParts(ctx, type, locale)
  const { subject, plain_text: text, html } = parts
  const own: Ready | null =
    subject === null || text === null || html === null ? null : { subject, text, html }
  const template = own ?? (await readyDefault(type, locale))
  const inline = inlineOf(parts.logo)
  const logo = inline.length > 0 ? `cid:${logoCid}` : null
  const variables = variablesOf(type)
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    variables.get(name) === 'text' ? value.slice(0, longestShown) : value,
  ])
  const all: Values = {
    ...commonValues(ctx, parts, { locale, logo }),
    ...Object.fromEntries(shown),
  }
  return {
    subject: fillText(template.subject, all, variables),
    text: fillText(template.text, all, variables),
    html: fillHtml(template.html, all, variables),
    inline,
  }
}
