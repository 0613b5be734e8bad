import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import {
  bearerVariables,
  type EmailTemplateType,
  variablesOf,
  writtenVariables,
} from '@signet/rules/email-templates'
import { adminLocaleFor } from '@signet/rules/locales'
import type { Context } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { commonValues } from './compose.ts'
import { defaultTemplate, defaultWords, mailText } from './default-templates.ts'
import type { StoredTemplate, StoredVariables } from './email-templates.repository.ts'
import type { Values } from './fill.ts'

const written = [
  'actor',
  'address',
  'administrator',
  'application',
  'browser',
  'change',
  'code',
  'label',
  'name',
  'provider',
  'report',
  'target',
  'task',
  'webhook',
  'message',
  'sender',
  'topic',
] as const

const shownTime = (locale: string, at: Date): string =>
  new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(at)

/** What stands in the place of a mail's own values where there is no mail yet. */
export const exampleValues = (locale: string, at: Date): Values => ({
  ...Object.fromEntries(written.map((name) => [name, mailText(locale, `examples.${name}`, {})])),
  validity: mailText(locale, 'values.validity', { count: 5 }),
  remaining: mailText(locale, 'values.remaining', { count: 7 }),
  setupUrl: 'https://acme.example/setup/...',
  confirmUrl: 'https://acme.example/signup/confirm/...',
  magicUrl: 'https://acme.example/magiclink/...',
  appUrl: 'https://authenticator.example/authenticator/...',
  claimUrl: 'https://acme.example/pass/...',
  reason: mailText(locale, 'values.reason', { reason: 'RIGHTS_LOST' }),
  printers: mailText(locale, 'values.printers', {
    condition: 'SUPPLY_LOW',
    printers: 'CX-1 (ribbon 12 %)',
  }),
  at: shownTime(locale, at),
  until: shownTime(locale, at),
})

const plainMark = (ctx: Context): Values => ({ brand: ctx.tenant.companyName })

const presentVariables = (ctx: Context, type: EmailTemplateType, locale: string) => {
  const asker = adminLocaleFor(ctx.locale)
  const texts = textsOf(asker, 'customization')
  const none = { colours: {}, signature: null, support: null, footer: null }
  const examples: Values = {
    ...commonValues(ctx, none, { locale, logo: null }),
    ...exampleValues(locale, ctx.platform.clock.now()),
    ...plainMark(ctx),
  }
  return [...variablesOf(type)].map(([name, kind]) => ({
    name,
    kind,
    description: textOf(texts, `emailTemplates.variables.${name}`, { locale: asker }),
    example: examples[name] ?? '',
  }))
}

export const presentTemplate = (
  ctx: Context,
  stored: StoredTemplate | undefined,
  { type, locale }: { readonly type: EmailTemplateType; readonly locale: string },
) => {
  const { subject, body, text } =
    stored === undefined
      ? defaultTemplate(type, locale)
      : { subject: stored.subject, body: stored.body, text: stored.plain_text }
  const template = {
    type,
    locale,
    subject,
    body,
    text,
    customized: stored !== undefined,
    updatedAt: stored?.updated_at ?? null,
    variables: presentVariables(ctx, type, locale),
  }
  return versioned(template, stored?.version ?? 0)
}

export const presentWords = (
  { tenant }: Context,
  stored: StoredVariables | undefined,
  locale: string,
) => {
  const words = defaultWords(locale, tenant.companyName)
  const customized = writtenVariables.filter((name) => typeof stored?.[name] === 'string')
  const own = Object.fromEntries(customized.map((name) => [name, stored?.[name] ?? '']))
  return versioned({ locale, ...words, ...own, customized }, stored?.version ?? 0)
}

/** The subject line as lists show it: with the company's name and examples for the rest. */
export const presentSubject = (ctx: Context, type: EmailTemplateType): string =>
  mailText(ctx.locale, `${type}.subject`, {
    ...exampleValues(ctx.locale, ctx.platform.clock.now()),
    company: ctx.tenant.companyName,
  })

export const isBearer = (name: string): boolean => bearerVariables.includes(name)
