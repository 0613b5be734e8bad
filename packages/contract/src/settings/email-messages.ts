import { abort } from '@signet/rules/abort'
import { emailTemplateTypes } from '@signet/rules/email-templates'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { emailServerSteps } from './emailserver.ts'

/** `SENT`: the server took it; `DELAYED`: tried again; `BOUNCED`: nobody has the address. */
export const EmailMessageState = z
  .enum(['SENT', 'DELAYED', 'BOUNCED', 'FAILED'])
  .meta({ id: 'EmailMessageState' })

/**
 * Where the last try failed, step by step to the mail server. `NO_SERVER`: none is set up; `BLOCKED`:
 * its address is not allowed; `UNCONFIRMED`: it took the whole message and did not answer;
 * `SECRET_ENDED`: the code or link in the email has expired, or was used or replaced.
 */
export const EmailFailure = z
  .enum(['NO_SERVER', 'BLOCKED', ...emailServerSteps, 'UNCONFIRMED', 'SECRET_ENDED', 'OTHER'])
  .meta({ id: 'EmailFailure' })

/** `SECRET_ENDED`: its code or link has expired; `NOT_KEPT`: what it says was not kept. */
export const EmailRepeat = z
  .enum(['POSSIBLE', 'SECRET_ENDED', 'NOT_KEPT'])
  .meta({ id: 'EmailRepeat' })

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
    /** Null for emails that did not fail, and for failures before this was recorded. */
    reason: EmailFailure.nullable(),
    /** Whether a failed email can be sent again; null for others. */
    sendAgain: EmailRepeat.nullable(),
    /** `OUTBOX`: a development server keeps it; `NONE`: no mail server was set up. */
    via: z.enum(['TENANT', 'OPERATOR', 'OUTBOX', 'NONE']),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'EmailMessage' })

export const EmailMessagePageRequest = PageRequest.extend({
  state: EmailMessageState.optional(),
  /** Bounced and failed emails that were not discarded. */
  undelivered: z.literal(true).optional(),
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
  description: 'What they say is not shown.',
})

export const mostKeptEmails = 500

const { edit } = callsOn('SETTINGS')

const onFailed = {
  ...edit,
  method: 'POST',
  body: z
    .object({
      /** Null for every failed email. */
      ids: z.array(Uuid).min(1).max(mostKeptEmails, abort).nullable(),
    })
    .meta({ id: 'FailedEmails' }),
  answer: z
    .object({
      /** Those that it was done to. */
      count: z.int(),
    })
    .meta({ id: 'FailedEmailCount' }),
} as const

export const sendEmailsAgain = endpoint({
  ...onFailed,
  path: '/api/web/v1/emailmessages/sendagain',
  ordinary: 'resending',
  errors: ['email_server_missing'],
  audit: 'EMAIL_SENT_AGAIN',
  limit: 'heavy',
  summary: 'Send failed emails again, to the same recipients',
  description:
    'Only those whose `sendAgain` is `POSSIBLE`: the newest 500 failed emails are kept for 7 days, one with a link until the link expires. Emails with a code, with files, and those that a caller waited for are not kept.',
})

export const discardEmails = endpoint({
  ...onFailed,
  path: '/api/web/v1/emailmessages/discard',
  ordinary: 'resending',
  errors: [],
  audit: 'EMAIL_DISCARDED',
  summary: 'Take failed emails off the list of failed emails, and delete what was kept of them',
})
