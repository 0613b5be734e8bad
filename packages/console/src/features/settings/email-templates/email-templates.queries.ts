import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import {
  EmailTemplateDraft,
  EmailVariablesChange,
  listEmailTemplates,
  previewEmailTemplate,
  readEmailTemplate,
  readEmailVariables,
  resetEmailTemplate,
  updateEmailTemplate,
  updateEmailVariables,
} from '@signet/contract/settings/email-templates'
import { type EmailTemplateType, isEmailTemplateType } from '@signet/rules/email-templates'
import { isLocale, type Locale } from '@signet/rules/locales'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { FormVersion } from '../../../kit/entity-form.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type Summary = ReceivedOf<typeof listEmailTemplates>[number]
export type Template = ReceivedOf<typeof readEmailTemplate>
export type Draft = z.input<typeof EmailTemplateDraft>
export { EmailTemplateDraft }

export interface Place {
  readonly type: EmailTemplateType
  readonly locale: Locale
}

export const subject = 'email-templates'

export const pathOf = ({ type, locale }: Place): string => `/emailTemplates/${type}/${locale}`

/** A mail and a language that exist; null for anything else in the address. */
export const placeOf = (type: string | undefined, locale: string | undefined): Place | null =>
  isEmailTemplateType(type) && isLocale(locale) ? { type, locale } : null

const includes = (summary: Summary, search: string): boolean =>
  `${summary.type} ${summary.subject}`.toLowerCase().includes(search.trim().toLowerCase())

/** All kinds on one page: there are a few dozen. */
export const templatesQuery = ({ search, filters }: ListRequest) => ({
  queryKey: [subject, 'list', search, filters.written],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const results = (await call(listEmailTemplates, { signal })).filter(
      (summary) =>
        includes(summary, search) &&
        (filters.written === undefined ||
          (filters.written === 'yes') === summary.customized.length > 0),
    )
    const paging = { total: results.length, estimated: false, nextCursor: null, prevCursor: null }
    return { results, paging }
  },
})

export const templateQuery = (place: Place) =>
  queryOptions({
    queryKey: [subject, 'one', place.type, place.locale],
    queryFn: ({ signal }) => callWithEtag(readEmailTemplate, { params: place, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

export const versionOf = ({ value, etag }: Tagged<Template>, place: Place): FormVersion<Draft> => {
  const { subject: line, body, text } = value
  return { value: { ...place, subject: line, body, text }, etag }
}

export const readVersion = async (place: Place): Promise<FormVersion<Draft>> =>
  versionOf(await callWithEtag(readEmailTemplate, { params: place }), place)

export const saveTemplate = (body: Draft, etag: string | null) =>
  callWithEtag(updateEmailTemplate, { body, ifMatch: etag ?? undefined })

export const resetTemplate = (place: Place) => call(resetEmailTemplate, { params: place })

export const previewQuery = (draft: Draft) => ({
  queryKey: [subject, 'preview', draft],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(previewEmailTemplate, { body: draft, signal }),
  placeholderData: keepPreviousData,
  retry: false,
  gcTime: 0,
})

export const WordsForm = EmailVariablesChange.required()
type WordsValues = z.input<typeof WordsForm>

/** Only the tenant's own words stand in the fields; what Signet brings is shown as their hint. */
export const readWords = async (
  locale: Locale,
  signal?: AbortSignal,
): Promise<
  FormVersion<WordsValues> & { readonly brought: ReceivedOf<typeof readEmailVariables> }
> => {
  const { value, etag } = await callWithEtag(readEmailVariables, {
    params: { locale },
    ...(signal ? { signal } : {}),
  })
  const own = (name: 'signature' | 'support' | 'footer'): string =>
    value.customized.includes(name) ? value[name] : ''
  return {
    value: { locale, signature: own('signature'), support: own('support'), footer: own('footer') },
    etag,
    brought: value,
  }
}

export const saveWords = (body: WordsValues, etag: string | null) =>
  call(updateEmailVariables, { body, ifMatch: etag ?? undefined })
