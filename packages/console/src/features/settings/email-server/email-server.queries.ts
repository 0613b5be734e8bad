import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import {
  discardEmails,
  type EmailMessage,
  EmailMessageState,
  listEmailMessages,
  sendEmailsAgain,
} from '@signet/contract/settings/email-messages'
import { confirmEmailArrival } from '@signet/contract/settings/email-state'
import {
  completeEmailConnection,
  emailServerFamily,
  readEmailServer,
  startEmailConnection,
  testEmailServer,
  updateEmailServer,
} from '@signet/contract/settings/emailserver'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { FormVersion } from '../../../kit/entity-form.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import { mailStateQuery } from '../../../pickers/mail-state/mail-state.queries.ts'

export type TestReport = ReceivedOf<typeof testEmailServer>
export type Message = z.output<typeof EmailMessage>

const subject = 'email-server'
export const formKey = [subject, 'form'] as const

const { fields, rule } = emailServerFamily

/** The family's fields, and the secrets as they are typed; empty ones stay as they are. */
export const ServerForm = fields
  .extend({ password: z.string().max(4000), clientSecret: z.string().max(4000) })
  .superRefine((values, context) => {
    for (const { path, message } of rule(values)) {
      context.addIssue({ code: 'custom', path: [path], message })
    }
  })
export type ServerValues = z.input<typeof ServerForm>

export const serverQuery = queryOptions({
  queryKey: [subject, 'one'],
  queryFn: ({ signal }) => call(readEmailServer, { signal }),
})

export const readForm = async (signal?: AbortSignal): Promise<FormVersion<ServerValues>> => {
  const { value, etag } = await callWithEtag(readEmailServer, signal ? { signal } : {})
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, password: '', clientSecret: '' }, etag }
}

export const saveForm = (
  { password, clientSecret, ...settings }: z.output<typeof ServerForm>,
  etag: string | null,
): Promise<unknown> => {
  const secrets = {
    ...(password === '' ? {} : { password }),
    ...(clientSecret === '' ? {} : { clientSecret }),
  }
  const body = { ...settings, ...(Object.keys(secrets).length > 0 ? { secrets } : {}) }
  return call(updateEmailServer, { body, ifMatch: etag ?? undefined })
}

export const tryServer = () => call(testEmailServer)
export const confirmArrival = (code: string) => call(confirmEmailArrival, { body: { code } })

/** The code of a test email, from the address that its link leads to; null without one. */
export const codeIn = (search: URLSearchParams): string | null => {
  const code = search.get('arrived') ?? ''
  return /^\d{6}$/.test(code) ? code : null
}
export const startConnection = () => call(startEmailConnection)

/** What the provider said, from the address that it led back to; null without. */
export const saidIn = (search: URLSearchParams) => {
  const state = search.get('state')
  if (state === null) return null
  return {
    state,
    code: search.get('code'),
    error: search.get('error'),
    error_description: search.get('error_description'),
  }
}
export const completeConnection = (query: NonNullable<ReturnType<typeof saidIn>>) =>
  call(completeEmailConnection, { query })

/** Which mails the list's request is about. */
export const messagesBody = ({ filters, search }: ListRequest) => {
  const state = EmailMessageState.safeParse(filters.state)
  const recipient = search.trim().slice(0, 320)
  return {
    ...(state.success ? { state: state.data } : {}),
    ...(recipient === '' ? {} : { recipient }),
  }
}

const messages = 'email-messages'

const pageOf = ({ limit, cursor }: ListRequest) => ({
  limit,
  ...(cursor === null ? {} : { cursor }),
})

export const messagesQuery = (request: ListRequest) => ({
  queryKey: [messages, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listEmailMessages, { body: { ...messagesBody(request), ...pageOf(request) }, signal }),
})

export const failedQuery = (request: ListRequest) => ({
  queryKey: [messages, 'failed', request],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const body = { ...messagesBody(request), ...pageOf(request), undelivered: true } as const
    return call(listEmailMessages, { body, signal })
  },
})

/** How many emails have failed and were not discarded. */
export const failedCountQuery = queryOptions({
  queryKey: [messages, 'failed', 'count'],
  queryFn: async ({ signal }) => {
    const body = { undelivered: true, limit: 1 } as const
    return (await call(listEmailMessages, { body, signal })).paging.total
  },
})

export type FailedDeed = 'send' | 'discard'

/** Sends failed emails again, or discards them; null stands for all. Answers how many it was done to. */
export const useFailedDeed = (deed: FailedDeed) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (given: readonly string[] | null) => {
      const body = { ids: given === null ? null : [...given] }
      const done = deed === 'send' ? call(sendEmailsAgain, { body }) : call(discardEmails, { body })
      return (await done).count
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [messages] }),
        client.invalidateQueries({ queryKey: mailStateQuery.queryKey }),
      ]),
  })
}
