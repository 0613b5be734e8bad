import * as support from '@signet/contract/settings/customersupport'
import * as messages from '@signet/contract/settings/email-messages'
import { day, type Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { list } from './email-messages.service.ts'
import { discard, sendAgain } from './send-again.service.ts'
import { askSupport } from './support.service.ts'

const emailMessageRoutes: readonly Route[] = [
  ...routes(messages, {
    listEmailMessages: (ctx, { body }) => list(ctx, body),
    sendEmailsAgain: (ctx, { body }) => sendAgain(ctx, body.ids),
    discardEmails: (ctx, { body }) => discard(ctx, body.ids),
  }),
  ...routes(support, { sendSupportRequest: (ctx, { body }) => askSupport(ctx, body) }),
]

export const emailMessagesModule: Module = {
  routes: [emailMessageRoutes],
  retention: [
    { table: 'email_messages', column: 'created_at', graceMillis: 30 * day },
    { table: 'kept_emails', column: 'expires_at', graceMillis: 0 },
  ],
  secretColumns: ['kept_emails.sealed'],
  openColumns: ['email_messages.recipient_key'],
}
