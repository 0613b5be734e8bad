import type { Context } from '../../../kit/context.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'
import { createSyslogApplication } from './index.ts'

const named = ({ platform }: Context) => ({
  name: `Collector ${platform.ids.random(6).toString('hex')}`,
  host: 'logs.example.test',
})

/** A collector that nothing is sent to. */
const buildSyslog = async (ctx: Context): Promise<string> => {
  const made = await createSyslogApplication(ctx, {
    ...named(ctx),
    description: '',
    enabled: false,
    port: 6514,
    security: 'TLS',
    caCertificates: null,
    facility: 13,
    events: ['*'],
    detail: 'FULL',
  })
  return made.value.id
}

const on: Scenario = async ({ ctx }) => ({ params: { id: await buildSyslog(ctx) } })

const collector = { name: 'x', host: 'logs.example.test' }

export const scenarios: SubjectScenarios = {
  calls: {
    createSyslogApplication: ({ ctx }) => ({ body: named(ctx) }),
    readSyslogApplication: on,
    updateSyslogApplication: async ({ ctx }) => ({
      params: { id: await buildSyslog(ctx) },
      body: { ...named(ctx), enabled: false },
    }),
    deleteSyslogApplication: on,
    testSyslogApplication: on,
  },
  ids: [
    {
      under: '/api/web/v1/applications/siem/syslog/',
      build: async ({ ctx }) => ({ id: await buildSyslog(ctx) }),
    },
  ],
  bodies: {
    createSyslogApplication: collector,
    updateSyslogApplication: collector,
  },
  shownIn: {
    testSyslogApplication: 'modules/operations/syslog-applications/syslog-applications.test.ts',
  },
}
