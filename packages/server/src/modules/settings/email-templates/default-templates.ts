import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import {
  type EmailTemplateType,
  emailTemplates,
  variablesOf,
  type WrittenVariable,
} from '@signet/rules/email-templates'
import { compileMjml, ownTemplates } from './compile.ts'
import { layoutOf, plainLayoutOf } from './layout.ts'

interface Template {
  readonly subject: string
  readonly body: string
  readonly text: string
}

/** A text of the mails, its variables left in as `{{name}}` or filled. */
export const mailText = (
  locale: string,
  key: string,
  values: Readonly<Record<string, string | number>>,
): string => textOf(textsOf(locale, 'authenticators'), `mails.${key}`, { locale, values })

/** What Signet brings, made of the texts of the language. */
export const defaultTemplate = (type: EmailTemplateType, locale: string): Template => {
  const names = [...variablesOf(type).keys()]
  const kept = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))
  const part = (name: string): string => mailText(locale, `${type}.${name}`, kept)
  const words = {
    text: part('text'),
    action: emailTemplates[type].action === null ? null : part('action'),
  }
  return {
    subject: part('subject'),
    body: layoutOf(type, words),
    text: plainLayoutOf(type, words),
  }
}

/** Subject, text and compiled HTML of a template, variables left in. */
export interface Ready {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const made = new Map<string, Promise<Ready>>()

const makeReady = async (type: EmailTemplateType, locale: string): Promise<Ready> => {
  const { subject, body, text } = defaultTemplate(type, locale)
  const compiled = await compileMjml(body, locale, ownTemplates)
  if ('fault' in compiled) throw new Error(`${type} in ${locale}: ${compiled.fault}`)
  return { subject, text, html: compiled.html }
}

/** What Signet brings, compiled once for each language. */
export const readyDefault = (type: EmailTemplateType, locale: string): Promise<Ready> => {
  const key = `${type} ${locale}`
  const ready = made.get(key) ?? makeReady(type, locale)
  made.set(key, ready)
  ready.catch(() => made.delete(key))
  return ready
}

/** What every mail says where the tenant has written nothing. */
export const defaultWords = (
  locale: string,
  company: string,
): Readonly<Record<WrittenVariable, string>> => ({
  signature: mailText(locale, 'defaults.signature', { company }),
  support: mailText(locale, 'defaults.support', { company }),
  footer: mailText(locale, 'defaults.footer', { company }),
})
