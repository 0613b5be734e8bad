import { abort } from '@signet/rules/abort'
import { emailTemplateTypes } from '@signet/rules/email-templates'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, PageRequest, pageOf } from '../kit/schemas.ts'

/** `SENT`: the server took it; `DELAYED`: tried again; `BOUNCED`: nobody has the address. */
export const EmailMessageState = z
  .enum(['SENT', 'DELAYED', 'BOUNCED', 'FAILED'])
  .meta({ id: 'EmailMessageState' })

export const EmailMessage = z
  .object({
    id: z.string(),
    type: z.enum(emailTemplateTypes),
    locale: z.string(),
    recipient: z.string(),
    state: EmailMessageState,
    tries: z.int(),
    /** The server’s last word, or why there was none. */
    reply: z.string().nullable(),
    /** `OUTBOX`: a development server keeps it; `NONE`: no mail server was set up. */
    via: z.enum(['TENANT', 'OPERATOR', 'OUTBOX', 'NONE']),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'EmailMessage' })

export const EmailMessagePageRequest = PageRequest.extend({
  state: EmailMessageState.optional(),
  /** The whole address. */
  recipient: z.string().trim().min(1).max(320, abort).optional(),
}).meta({ id: 'EmailMessagePageRequest' })

export const listEmailMessages = endpoint({
  method: 'POST',
  path: '/api/web/v1/emailmessagespaged',
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  body: EmailMessagePageRequest,
  answer: pageOf(EmailMessage),
  errors: [],
  audit: null,
  limit: 'search',
  summary: 'Mails of the last 30 days and what became of them, the newest first',
  description: 'Neither what they say nor any code is kept.',
})
