import {
  createSyslogApplication,
  deleteSyslogApplication,
  readSyslogApplication,
  type SyslogApplication,
  testSyslogApplication,
  updateSyslogApplication,
} from '@signet/contract/operations/syslog-applications'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'

export type Collector = z.output<typeof SyslogApplication>

export const collectorPath = (id: string): string => `/applications/syslog/SYSLOG/${id}`

export const collectors = {
  subject: 'syslog-applications',
  also: [['applications']],
  ...callsOf({
    read: readSyslogApplication,
    create: createSyslogApplication,
    update: updateSyslogApplication,
    remove: deleteSyslogApplication,
  }),
}

export const useCollectorTest = () =>
  useChange((id: string) => call(testSyslogApplication, { params: { id } }))
