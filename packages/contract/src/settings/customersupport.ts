import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Line, noContent } from '../kit/schemas.ts'

export const SupportRequest = z
  .object({
    subject: Line(150),
    /** Plain text. */
    message: z.string().trim().min(1).max(5000, abort),
  })
  .meta({ id: 'SupportRequest' })

export const sendSupportRequest = endpoint({
  method: 'POST',
  path: '/api/web/v1/customersupport/email',
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  body: SupportRequest,
  answer: noContent,
  ordinary: 'wording',
  errors: [
    'email_address_missing',
    'support_unavailable',
    'email_server_missing',
    'email_not_sent',
  ],
  audit: 'SUPPORT_ASKED',
  limit: 'heavy',
  catalogueId: 'post:web.v1.customersupport.email',
  summary: 'Write to whoever runs this service',
  description:
    'Goes to `SIGNET_SUPPORT_ADDRESS` with the asker’s address to answer to, the tenant and the version. For a signed-in user, not for an API application.',
})
