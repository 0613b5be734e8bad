import type { WebhookDelivery } from '@signet/contract/operations/webhook-deliveries'
import {
  listWebhookDeliveries,
  replayDeadDeliveries,
  replayWebhookDelivery,
  WebhookDeliveryState,
} from '@signet/contract/operations/webhook-deliveries'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookChange,
  type Webhook as WebhookSchema,
} from '@signet/contract/operations/webhooks'
import { oneOf } from '@signet/rules/membership'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Webhook = z.output<typeof WebhookSchema>
export type Delivery = z.output<typeof WebhookDelivery>
export type Change = z.output<typeof WebhookChange>

const subject = 'webhooks'
const isDeliveryState = oneOf(WebhookDeliveryState.options)

const fits =
  ({ search, filters }: ListRequest) =>
  ({ name, url, state }: Webhook): boolean =>
    `${name} ${url}`.toLocaleLowerCase().includes(search.toLocaleLowerCase()) &&
    (filters.state === undefined || filters.state === state)

/** The list comes whole: it is searched and paged here. */
export const webhooksQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found = (await call(listWebhooks, { signal })).filter(fits(request))
    return wholeListPage(found, request, ({ name }) => name)
  },
})

const keyOf = (id: string) => [subject, 'one', id]

export const readOne = (id: string, signal?: AbortSignal): Promise<Tagged<Webhook>> =>
  callWithEtag(readWebhook, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readOne(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

/** Which deliveries the list's request is about. */
export const deliveriesBody = ({ filters: { state } }: ListRequest) =>
  isDeliveryState(state) ? { state } : {}

export const deliveriesQuery = (id: string) => (request: ListRequest) => ({
  queryKey: [subject, 'deliveries', id, request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listWebhookDeliveries, {
      params: { id },
      body: {
        ...deliveriesBody(request),
        limit: request.limit,
        ...(request.cursor === null ? {} : { cursor: request.cursor }),
      },
      signal,
    }),
})

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to webhooks; each makes what was read before stale. */
export const useWebhookChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createWebhook, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateWebhook, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteWebhook, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
    rotate: useMutation({
      mutationFn: ({ id, overlapHours }: { id: string; overlapHours: number }) =>
        call(rotateWebhookSecret, { params: { id }, body: { overlapHours } }),
      onSuccess: changed,
    }),
    test: useMutation({
      mutationFn: (id: string) => call(testWebhook, { params: { id } }),
    }),
    replay: useMutation({
      mutationFn: ({ id, eventid }: { id: string; eventid: string }) =>
        call(replayWebhookDelivery, { params: { id, eventid } }),
      onSuccess: changed,
    }),
    replayAll: useMutation({
      mutationFn: (id: string) => call(replayDeadDeliveries, { params: { id } }),
      onSuccess: changed,
    }),
  }
}
