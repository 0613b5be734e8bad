import type { Context } from '../../../kit/context.ts'
import { createSyslogApplication } from '../../../modules/operations/syslog-applications/index.ts'
import type { Scenario, Scenarios } from '../world.ts'

const named = ({ platform }: Context) => ({
  name: `Collector ${platform.ids.random(6).toString('hex')}`,
  host: 'logs.example.test',
})

/** A collector that nothing is sent to. */
export const buildSyslog = async (ctx: Context): Promise<string> => {
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

export const syslogScenarios: Scenarios = {
  createSyslogApplication: ({ ctx }) => ({ body: named(ctx) }),
  readSyslogApplication: on,
  updateSyslogApplication: async ({ ctx }) => ({
    params: { id: await buildSyslog(ctx) },
    body: { ...named(ctx), enabled: false },
  }),
  deleteSyslogApplication: on,
  testSyslogApplication: on,
}
