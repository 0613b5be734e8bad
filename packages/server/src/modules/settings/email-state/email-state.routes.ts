import * as contract from '@signet/contract/settings/email-state'
import { routes } from '../../../kit/routes.ts'
import { confirm, read } from './email-state.service.ts'

export const emailStateRoutes = routes(contract, {
  readEmailState: read,
  confirmEmailArrival: (ctx, { body }) => confirm(ctx, body.code),
})
