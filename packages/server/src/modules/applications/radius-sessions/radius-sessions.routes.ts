import * as contract from '@signet/contract/applications/radius-sessions'
import { routes } from '../../../kit/routes.ts'
import { listOf } from './radius-sessions.service.ts'

export const radiusSessionRoutes = routes(contract, {
  listRadiusSessions: (ctx, { params }) => listOf(ctx, params.id),
})
