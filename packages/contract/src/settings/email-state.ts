import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'

export const EmailState = z
  .object({
    /**
     * `TENANT`: the tenant’s own server; `OPERATOR`: the operator’s server; `OUTBOX`: a
     * development server keeps emails to be read at `/dev/outbox`; `NONE`: emails are not sent.
     */
    source: z.enum(['TENANT', 'OPERATOR', 'OUTBOX', 'NONE']),
    /** The last test email through the current server; null without one. */
    test: z
      .object({
        sentAt: Instant,
        /** Whether the server accepted it. */
        taken: z.boolean(),
        /** When a test email through this server was confirmed; null before. */
        arrivedAt: Instant.nullable(),
      })
      .nullable(),
    /** Emails of the last 24 hours that bounced or failed, of the users that the caller may see. */
    failedLastDay: z.int(),
  })
  .meta({ id: 'EmailState' })

const { view, edit } = callsOn('SETTINGS')

export const readEmailState = endpoint({
  ...view,
  // Administrators whose calls send email.
  orNeeds: [
    ['USERS', 'VIEW'],
    ['TOKENS', 'VIEW'],
    ['GRIDS', 'VIEW'],
    ['ENROLLMENTS', 'VIEW'],
    ['SCHEDULEDTASKS', 'VIEW'],
    ['BULKUSERS', 'VIEW'],
    ['BULKENROLLMENTS', 'VIEW'],
  ],
  path: '/api/web/v1/settings/emailserver/state',
  answer: EmailState,
  errors: [],
  summary: 'Whether email is sent, and whether a test email arrived',
  description:
    'A test counts for the server that it went through: with another one, `test` is null.',
})

export const confirmEmailArrival = endpoint({
  ...edit,
  method: 'POST',
  path: '/api/web/v1/settings/emailserver/arrival',
  body: z
    .object({
      /** As the test email says it. */
      code: z
        .string()
        .max(6, abort)
        .regex(/^\d{6}$/),
    })
    .meta({ id: 'EmailArrival' }),
  answer: EmailState,
  errors: ['email_test_code_invalid'],
  audit: 'EMAIL_SERVER_TEST_CONFIRMED',
  ordinary: 'deliveryNote',
  summary: 'Confirm that the last test email arrived',
})
