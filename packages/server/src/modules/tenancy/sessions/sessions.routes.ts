import * as contract from '@signet/contract/tenancy/sessions'
import { routes } from '../../../kit/routes.ts'
import { endAllOwn, endOwn, listOwn } from './sessions.service.ts'

export const sessionRoutes = routes(contract, {
  listOwnSessions: listOwn,
  endOwnSession: (ctx, { params }) => endOwn(ctx, params.id),
  endOwnSessions: endAllOwn,
})
