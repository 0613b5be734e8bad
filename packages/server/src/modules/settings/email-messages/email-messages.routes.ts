import * as support from '@signet/contract/settings/customersupport'
import * as messages from '@signet/contract/settings/email-messages'
import { type Route, routes } from '../../../kit/routes.ts'
import { list } from './email-messages.service.ts'
import { askSupport } from './support.service.ts'

export const emailMessageRoutes: readonly Route[] = [
  ...routes(messages, { listEmailMessages: (ctx, { body }) => list(ctx, body) }),
  ...routes(support, { sendSupportRequest: (ctx, { body }) => askSupport(ctx, body) }),
]
