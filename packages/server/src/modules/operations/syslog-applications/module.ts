import * as contract from '@signet/contract/operations/syslog-applications'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './syslog-applications.service.ts'

export const syslogApplicationsModule: Module = {
  routes: [
    routes(contract, {
      listSyslogApplications: service.listAll,
      createSyslogApplication: (ctx, { body }) => service.create(ctx, body),
      readSyslogApplication: (ctx, { params }) => service.read(ctx, params.id),
      updateSyslogApplication: (ctx, { params, body }) => service.change(ctx, params.id, body),
      deleteSyslogApplication: (ctx, { params }) => service.remove(ctx, params.id),
      testSyslogApplication: (ctx, { params }) => service.test(ctx, params.id),
    }),
  ],
  kept: {
    'syslog_applications.leased_until': 'the end of a lease, not of the collector',
    'syslog_applications.paused_until': 'the end of a pause, not of the collector',
  },
}
