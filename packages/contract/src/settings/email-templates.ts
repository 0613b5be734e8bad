import { abort } from '@signet/rules/abort'
import {
  emailTemplateTypes,
  longestBody,
  longestSubject,
  longestText,
  longestValue,
  writtenVariables,
} from '@signet/rules/email-templates'
import { locales } from '@signet/rules/locales'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line } from '../kit/schemas.ts'

export const EmailTemplateType = z.enum(emailTemplateTypes).meta({ id: 'EmailTemplateType' })
const Locale = z.enum(locales)

export const EmailVariable = z
  .object({
    name: z.string(),
    /** Where it may stand: text, lines (running text), url (links too), colour (styles), mark (logo or name). */
    kind: z.enum(['text', 'lines', 'url', 'colour', 'mark']),
    description: z.string(),
    /** What stands in its place in a preview. */
    example: z.string(),
  })
  .meta({ id: 'EmailVariable' })

const written = {
  subject: Line(longestSubject),
  /** MJML with variables as `{{name}}`. */
  body: z.string().trim().min(1).max(longestBody, abort),
  /** For readers without HTML; variables as in the body. */
  text: z.string().trim().min(1).max(longestText, abort),
}

export const EmailTemplateDraft = z
  .object({ type: EmailTemplateType, locale: Locale, ...written })
  .meta({ id: 'EmailTemplateDraft' })

export const EmailTemplate = z
  .object({
    type: EmailTemplateType,
    locale: z.string(),
    subject: z.string(),
    body: z.string(),
    text: z.string(),
    /** False for the one that Signet brings. */
    customized: z.boolean(),
    updatedAt: Instant.nullable(),
    variables: z.array(EmailVariable),
  })
  .meta({ id: 'EmailTemplate' })

const Edited = z.object({ locale: z.string(), updatedAt: Instant })

export const EmailTemplateSummary = z
  .object({
    type: EmailTemplateType,
    /** The subject line of the one that Signet brings, in the asker's language. */
    subject: z.string(),
    /** Languages with a text of the tenant's own. */
    customized: z.array(Edited),
  })
  .meta({ id: 'EmailTemplateSummary' })

export const EmailPreview = z
  .object({
    subject: z.string(),
    /** Cleaned; to be shown in a sandboxed frame only. */
    html: z.string(),
    text: z.string(),
  })
  .meta({ id: 'EmailPreview' })

const Value = z.string().trim().max(longestValue, abort)
const values = {
  signature: Value,
  support: Value,
  footer: Value,
} satisfies Record<(typeof writtenVariables)[number], z.ZodType>

export const EmailVariables = z
  .object({
    locale: z.string(),
    ...values,
    /** The ones that are the tenant's own; the others follow what Signet brings. */
    customized: z.array(z.enum(writtenVariables)),
  })
  .meta({ id: 'EmailVariables' })

export const EmailVariablesChange = z
  .object({
    locale: Locale,
    /** Left out or empty: what Signet brings. */
    signature: Value.default(''),
    support: Value.default(''),
    footer: Value.default(''),
  })
  .meta({ id: 'EmailVariablesChange' })

const view = {
  actor: 'admin',
  needs: ['EMAILTEMPLATES', 'VIEW'],
  limit: 'read',
  audit: null,
  errors: [],
} as const
const { edit } = callsOn('EMAILTEMPLATES')
const place = '/api/web/v1/templates/email'
const TypeParams = z.object({ type: EmailTemplateType })
const TemplateParams = z.object({ type: EmailTemplateType, locale: Locale })
const LocaleParams = z.object({ locale: Locale })

export const listEmailTemplates = endpoint({
  ...view,
  method: 'GET',
  path: place,
  answer: z.array(EmailTemplateSummary),
  summary: 'Every kind of mail, with the languages that have a text of their own',
})

export const readEmailTemplateType = endpoint({
  ...view,
  method: 'GET',
  path: `${place}/:type`,
  params: TypeParams,
  answer: EmailTemplateSummary,
  summary: 'One kind of mail',
})

export const readEmailTemplate = endpoint({
  ...view,
  method: 'GET',
  path: `${place}/:type/:locale`,
  params: TemplateParams,
  answer: EmailTemplate,
  summary: 'The template of a mail in one language, the tenant’s or the one that Signet brings',
})

export const updateEmailTemplate = endpoint({
  ...edit,
  path: place,
  body: EmailTemplateDraft,
  answer: EmailTemplate,
  ordinary: 'wording',
  errors: ['email_template_body_syntax_error', 'precondition_failed'],
  audit: 'EMAIL_TEMPLATE_UPDATED',
  limit: 'heavy',
  summary: 'Write the template of a mail in one language',
  description:
    'The body is MJML; what it becomes is cleaned: no script, no form, no frame, links to http, https and mailto, pictures from https. A variable that the mail does not have, or in a place where it may not stand, is refused; `errorMessage` says which and where. With If-Match of a template that nobody has written, `"0"`.',
})

export const previewEmailTemplate = endpoint({
  ...view,
  method: 'POST',
  path: `${place}/preview`,
  body: EmailTemplateDraft,
  answer: EmailPreview,
  errors: ['email_template_body_syntax_error'],
  limit: 'search',
  summary: 'A mail as it would arrive, with examples for values; nothing is stored',
})

export const resetEmailTemplate = endpoint({
  ...edit,
  path: `${place}/reset/:type/:locale`,
  params: TemplateParams,
  answer: EmailTemplate,
  ordinary: 'wording',
  errors: ['precondition_failed'],
  audit: 'EMAIL_TEMPLATE_RESET',
  summary: 'Go back to the template that Signet brings',
})

export const readEmailVariables = endpoint({
  ...view,
  method: 'GET',
  path: `${place}/variables/:locale`,
  params: LocaleParams,
  answer: EmailVariables,
  summary: 'What every mail says in one language: signature, whom to ask, last line',
})

export const updateEmailVariables = endpoint({
  ...edit,
  path: `${place}/variables`,
  body: EmailVariablesChange,
  answer: EmailVariables,
  ordinary: 'wording',
  errors: ['precondition_failed'],
  audit: 'EMAIL_VARIABLES_UPDATED',
  summary: 'Write what every mail says in one language',
})

export const readDefaultEmailVariables = endpoint({
  ...view,
  method: 'GET',
  path: `${place}/reset/variables/:locale`,
  params: LocaleParams,
  answer: EmailVariables,
  summary: 'What every mail says without words of the tenant’s own',
  description: 'Changes nothing: an empty value in `PUT …/variables` goes back to these.',
})
