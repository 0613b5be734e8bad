import { WebhookMessage, webhookHeaders } from '@signet/contract/operations/webhook-message'
import type { Json } from './json.ts'
import type { Schemas } from './schemas.ts'
import { tagOf } from './tags.ts'

const example = {
  id: '01a1ff32-0bd8-791f-9301-27fa67cbebbd',
  type: 'USER_CREATED',
  timestamp: '2026-11-21T17:41:34.000Z',
  tenant: { id: '01890000-0000-7000-8000-000000000001', name: 'Acme' },
  data: {
    outcome: 'SUCCESS',
    actor: { type: 'user', id: '01890000-0000-7000-8000-000000000002', name: 'alice' },
    entity: { type: 'USERS', id: '01890000-0000-7000-8000-000000000003', name: 'bob' },
    detail: 'FULL',
    requestId: '01890000-0000-7000-8000-000000000004',
    address: '203.0.113.7',
    userAgent: 'curl/8.9.0',
    before: null,
    after: { state: 'ACTIVE' },
    attributes: null,
  },
}

/** What the service posts to the receivers of a tenant. */
export const webhooksOf = (schemas: Schemas): Json => ({
  auditEvent: {
    post: {
      operationId: 'receiveAuditEvent',
      summary: 'An audit event that a webhook subscribes to',
      description:
        'Posted to the URL of each webhook whose `events` match the action. Answer 2xx within 10 seconds and do the work afterwards; any other answer is repeated after 5, 20, 80 seconds and so on, up to every 4 hours, for three days. Events may arrive out of order. Check the signature over the bytes as they arrive, before any parser. Redirects are not followed.',
      tags: [tagOf({ path: '/api/web/v1/webhooks' })],
      security: [],
      parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.of(WebhookMessage, 'output'), example } },
      },
      responses: {
        '2XX': { description: 'The event is accepted; it is not sent again.' },
        '4XX': { description: 'Not accepted: the delivery is repeated.' },
      },
    },
  },
})
