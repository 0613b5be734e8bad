import * as contract from '@signet/contract/applications/program-agents'
import { routes } from '../../../kit/routes.ts'
import { change, read } from './program-agents.service.ts'

export const programAgentRoutes = routes(contract, {
  readIdgAgent: (ctx, { params }) => read(ctx, 'IDG', params.id),
  updateIdgAgent: (ctx, { params, body }) => change(ctx, { type: 'IDG', ...params }, body),
  readSiemAgent: (ctx, { params }) => read(ctx, 'SIEM', params.id),
  updateSiemAgent: (ctx, { params, body }) => change(ctx, { type: 'SIEM', ...params }, body),
})
