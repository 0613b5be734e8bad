import * as contract from '@signet/contract/provider/isolation'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './isolation.service.ts'

export const isolationModule: Module = {
  routes: [
    routes(contract, {
      readIsolationSettings: service.readSettings,
      updateIsolationSettings: (ctx, { body }) => service.updateSettings(ctx, body),
      startIsolationRun: service.start,
      listIsolationRuns: (ctx, { body }) => service.list(ctx, body),
      readIsolationRun: (ctx, { params }) => service.read(ctx, params.id),
      downloadIsolationReport: (ctx, { params }) => service.download(ctx, params.id),
    }),
  ],
  retention: [{ table: 'isolation_runs', column: 'requested_at', graceMillis: 90 * day }],
  kept: { 'isolation_runs.ended_at': 'a run is swept by when it was requested' },
}
