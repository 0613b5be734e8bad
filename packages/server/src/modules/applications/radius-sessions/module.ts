import * as contract from '@signet/contract/applications/radius-sessions'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { listOf } from './radius-sessions.service.ts'

export const radiusSessionsModule: Module = {
  routes: [
    routes(contract, {
      listRadiusSessions: (ctx, { params }) => listOf(ctx, params.id),
    }),
  ],
  retention: [{ table: 'radius_sessions', column: 'updated_at', graceMillis: 90 * day }],
  kept: {
    'radius_sessions.ended_at': 'swept a while after it was last heard of',
  },
}
