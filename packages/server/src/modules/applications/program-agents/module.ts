import * as contract from '@signet/contract/applications/program-agents'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { change, read } from './program-agents.service.ts'

export const programAgentsModule: Module = {
  routes: [
    routes(contract, {
      readIdgAgent: (ctx, { params }) => read(ctx, 'IDG', params.id),
      updateIdgAgent: (ctx, { params, body }) => change(ctx, { type: 'IDG', ...params }, body),
      readSiemAgent: (ctx, { params }) => read(ctx, 'SIEM', params.id),
      updateSiemAgent: (ctx, { params, body }) => change(ctx, { type: 'SIEM', ...params }, body),
    }),
  ],
}
