import * as contract from '@signet/contract/operations/archives'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as readings from './archive-readings.service.ts'
import * as service from './archives.service.ts'

export const archivesModule: Module = {
  routes: [
    routes(contract, {
      listArchives: (ctx) => service.list(ctx),
      createArchive: (ctx, { body }) => service.create(ctx, body.month),
      downloadArchive: (ctx, { params }) => service.download(ctx, params.id),
      openArchive: (ctx, { params }) => readings.open(ctx, params.id),
      closeArchive: (ctx, { params }) => readings.close(ctx, params.id),
      listArchivedEvents: (ctx, { params, body }) => readings.search(ctx, params.id, body),
    }),
  ],
  retention: [
    { table: 'archived_events', column: 'expires_at', graceMillis: 0 },
    { table: 'archive_readings', column: 'expires_at', graceMillis: 0 },
  ],
}
