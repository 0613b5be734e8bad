import { type Module } from '../../../kit/module.ts'
import { syslogApplicationRoutes } from './index.ts'

export const syslogApplicationsModule: Module = {
  routes: [syslogApplicationRoutes],
  kept: {
    'syslog_applications.leased_until': 'the end of a lease, not of the collector',
    'syslog_applications.paused_until': 'the end of a pause, not of the collector',
  },
}
