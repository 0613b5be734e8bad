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
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Webhook = z.output<typeof WebhookSchema>
export type Delivery = z.output<typeof WebhookDelivery>
export type Change = z.output<typeof WebhookChange>

const subject = 'webhooks'
const isDeliveryState = oneOf(WebhookDeliveryState.options)

/** The list comes whole. */
export const webhooksQuery = wholeListQuery<Webhook>({
  subject,
  list: (signal) => call(listWebhooks, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, url }) => [name, url],
  filters: { state: ({ state }) => state },
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

/** The answer to a change has the new secret, where there is one. */
export const webhooks = {
  subject,
  read: (id: string, signal?: AbortSignal) => callWithEtag(readWebhook, { params: { id }, signal }),
  create: (body: Change) => call(createWebhook, { body }),
  remove: (id: string) => call(deleteWebhook, { params: { id } }),
}

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

export const useWebhookChange = () =>
  useChange(
    ({ id, body, etag }: Save) =>
      call(updateWebhook, { params: { id }, body, ifMatch: etag ?? undefined }),
    [subject],
  )

export const useSecretRotation = () =>
  useChange(
    ({ id, overlapHours }: { id: string; overlapHours: number }) =>
      call(rotateWebhookSecret, { params: { id }, body: { overlapHours } }),
    [subject],
  )

export const useWebhookTest = () => useChange((id: string) => call(testWebhook, { params: { id } }))

export const useReplay = () =>
  useChange(
    (params: { id: string; eventid: string }) => call(replayWebhookDelivery, { params }),
    [subject],
  )

export const useReplayOfAll = () =>
  useChange((id: string) => call(replayDeadDeliveries, { params: { id } }), [subject])
