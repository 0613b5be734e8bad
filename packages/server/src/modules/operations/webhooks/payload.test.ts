import { WebhookMessage } from '@signet/contract/operations/webhook-message'
import { describe, expect, it } from 'vitest'
import type { Tenant } from '../../../kit/context.ts'
import { type Disclosure, payloadOf, type SentEvent } from './payload.ts'

const id = '01890000-0000-7000-8000-000000000001'
const tenant: Tenant = {
  id,
  companyName: 'Acme',
  publicUrl: 'https://acme.example',
  defaultLocale: 'en',
  authenticationAccount: true,
  issuanceAccount: false,
  isProvider: false,
  providerId: id,
  smartLoginEnabled: false,
  locked: false,
  spIdentityProvider: false,
  passkeyDomain: null,
  phoneCountry: null,
}
const detail = {
  actorName: 'alice',
  entityName: 'bob',
  requestId: id,
  address: '203.0.113.7',
  userAgent: 'curl',
  before: null,
  after: { state: 'ACTIVE' },
  attributes: { note: 1 },
}
const event: SentEvent = {
  event_id: id,
  occurred_at: new Date('2026-11-29T09:00:00Z'),
  actor_kind: 'user',
  actor_id: id,
  entity: 'USERS',
  entity_id: id,
  action: 'USER_CREATED',
  outcome: 'SUCCESS',
  detail: JSON.stringify(detail),
}

describe('the message of a webhook', () => {
  it.each<[string, SentEvent, Disclosure]>([
    ['with all details', event, 'FULL'],
    ['with details withheld', event, 'WITHHELD'],
    ['about an erased user', { ...event, detail: null }, 'FULL'],
  ])('%s is what the OpenAPI document declares, and nothing else', (_what, sent, disclosure) => {
    const message: unknown = JSON.parse(payloadOf(tenant, sent, disclosure))
    expect(WebhookMessage.parse(message)).toEqual(message)
  })
})
