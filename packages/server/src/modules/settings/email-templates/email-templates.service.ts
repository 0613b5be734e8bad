import type {
  EmailTemplateDraft,
  EmailVariablesChange,
} from '@signet/contract/settings/email-templates'
import {
  type EmailTemplateType,
  emailTemplateTypes,
  variablesOf,
  writtenVariables,
} from '@signet/rules/email-templates'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { compileMjml } from './compile.ts'
import { commonValues } from './compose.ts'
import { contextFault } from './contexts.ts'
import { defaultTemplate } from './default-templates.ts'
import {
  exampleValues,
  isBearer,
  presentSubject,
  presentTemplate,
  presentWords,
} from './email-templates.present.ts'
import {
  findTemplate,
  findTemplateForChange,
  findVariables,
  findVariablesForChange,
  listEdited,
  putTemplate,
  putVariables,
  readParts,
  removeTemplate,
  type StoredTemplate,
} from './email-templates.repository.ts'
import { fillHtml, fillText, type Values } from './fill.ts'
import { placeholderFault, reserved } from './placeholders.ts'
import { sourceFault } from './source-fault.ts'

type Draft = z.output<typeof EmailTemplateDraft>

const refuse = (reason: string): never => {
  throw new ApiError('email_template_body_syntax_error', { parameters: { reason } })
}

/** @throws email_template_body_syntax_error */
const checkWords = ({ type, subject, body, text }: Draft): void => {
  const variables = variablesOf(type)
  const inSubject = new Map(
    [...variables].filter(([name, kind]) => kind === 'text' && !isBearer(name)),
  )
  const fault =
    placeholderFault(subject, inSubject) ??
    placeholderFault(text, new Map([...variables].filter(([, kind]) => kind !== 'mark'))) ??
    placeholderFault(body, variables) ??
    sourceFault(body)
  if (fault !== null) refuse(fault)
  if (reserved.test(subject + body + text)) refuse('It holds a character that has no meaning.')
}

/** The draft's HTML, cleaned, with its variables left in. @throws email_template_body_syntax_error, too_many_requests */
const compiled = async (ctx: Context, draft: Draft): Promise<string> => {
  checkWords(draft)
  const outcome = await compileMjml(draft.body, draft.locale, ctx.tenant.id)
  if ('fault' in outcome) return refuse(outcome.fault)
  const variables = variablesOf(draft.type)
  const fault = placeholderFault(outcome.html, variables) ?? contextFault(outcome.html, variables)
  return fault === null ? outcome.html : refuse(fault)
}

export const list = async (ctx: Context) => {
  const edited = Map.groupBy(await listEdited(ctx), ({ type }) => type)
  return emailTemplateTypes.map((type) => ({
    type,
    subject: presentSubject(ctx, type),
    customized: (edited.get(type) ?? []).map(({ locale, updated_at }) => ({
      locale,
      updatedAt: updated_at,
    })),
  }))
}

export const readType = async (ctx: Context, wanted: EmailTemplateType) => {
  const found = (await list(ctx)).find(({ type }) => type === wanted)
  if (found === undefined) throw new ApiError('not_found')
  return found
}

export const read = async (ctx: Context, type: EmailTemplateType, locale: string) =>
  presentTemplate(ctx, await findTemplate(ctx, type, locale), { type, locale })

const subjectOf = (ctx: Context, type: EmailTemplateType, locale: string) => ({
  entity: 'EMAILTEMPLATES',
  id: `${type}/${locale}`,
  name: `${presentSubject(ctx, type)} (${locale})`,
})

const wordsOf = (stored: StoredTemplate) => ({
  subject: stored.subject,
  body: stored.body,
  text: stored.plain_text,
})

/** @throws email_template_body_syntax_error, precondition_failed */
export const update = async (ctx: Context, draft: Draft) => {
  const html = await compiled(ctx, draft)
  const { type, locale, subject, body, text } = draft
  return ctx.transaction(async (ctx) => {
    const before = await findTemplateForChange(ctx, type, locale)
    expectVersion(ctx, before?.version ?? 0)
    const row = { type, locale, subject, body, plain_text: text, html }
    const after = await putTemplate(ctx, { ...row, updated_at: ctx.platform.clock.now() })
    const former = before === undefined ? defaultTemplate(type, locale) : wordsOf(before)
    audit(ctx, 'EMAIL_TEMPLATE_UPDATED', {
      subject: subjectOf(ctx, type, locale),
      before: { ...former },
      after: { subject, body, text },
    })
    return presentTemplate(ctx, after, { type, locale })
  })
}

/** Removes the tenant's own; where there is none nothing changes. @throws precondition_failed */
export const reset = (ctx: Context, type: EmailTemplateType, locale: string) =>
  ctx.transaction(async (ctx) => {
    const before = await findTemplateForChange(ctx, type, locale)
    expectVersion(ctx, before?.version ?? 0)
    if (before !== undefined) await removeTemplate(ctx, type, locale)
    audit(ctx, 'EMAIL_TEMPLATE_RESET', {
      subject: subjectOf(ctx, type, locale),
      ...(before === undefined ? {} : { before: wordsOf(before) }),
    })
    return presentTemplate(ctx, undefined, { type, locale })
  })

/** @throws email_template_body_syntax_error */
export const preview = async (ctx: Context, draft: Draft) => {
  const html = await compiled(ctx, draft)
  const { type, locale } = draft
  const parts = await readParts(ctx, type, locale)
  const values: Values = {
    ...commonValues(ctx, parts, { locale, logo: parts.logo }),
    ...exampleValues(locale, ctx.platform.clock.now()),
  }
  const variables = variablesOf(type)
  return {
    subject: fillText(draft.subject, values, variables),
    text: fillText(draft.text, values, variables),
    html: fillHtml(html, values, variables),
  }
}

export const readWords = async (ctx: Context, locale: string) =>
  presentWords(ctx, await findVariables(ctx, locale), locale)

export const readDefaultWords = (ctx: Context, locale: string) =>
  presentWords(ctx, undefined, locale)

/** @throws precondition_failed */
export const updateWords = (ctx: Context, wanted: z.output<typeof EmailVariablesChange>) =>
  ctx.transaction(async (ctx) => {
    const { locale, ...words } = wanted
    const before = await findVariablesForChange(ctx, locale)
    expectVersion(ctx, before?.version ?? 0)
    const after = await putVariables(ctx, {
      locale,
      signature: words.signature || null,
      support: words.support || null,
      footer: words.footer || null,
      updated_at: ctx.platform.clock.now(),
    })
    const shown = (row: typeof before) =>
      Object.fromEntries(writtenVariables.map((name) => [name, row?.[name] ?? null]))
    audit(ctx, 'EMAIL_VARIABLES_UPDATED', {
      subject: { entity: 'EMAILTEMPLATES', id: `variables/${locale}`, name: locale },
      before: shown(before),
      after: shown(after),
    })
    return presentWords(ctx, after, locale)
  })
