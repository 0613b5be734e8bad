import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createTenant } from '../../app/tenant-creation.ts'
import { createApp } from '../../app.ts'
import { systemContext } from '../../kit/create-context.ts'
import { tenantOf } from '../../modules/tenancy/tenants/index.ts'
import { openTestDatabase } from '../../platform/db/testing.ts'
import { createLog } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { createQueue } from '../../platform/queue/queue.ts'
import { createCall } from '../../testing/call.ts'
import type { TestApp, TestTenant } from '../../testing/test-app.ts'
import { createTestPlatform } from '../../testing/test-platform.ts'
import { countingDatabase, type Work } from './counting-database.ts'

export interface ObservedApp extends TestApp {
  /** Counts the statements sent to the database. */
  readonly work: Work
  /** Everything logged, at the most talkative level. */
  readonly logged: readonly string[]
}

const authority = (): string => `t${randomBytes(6).toString('hex')}.localhost:8080`

const tenantMaker = (app: FastifyInstance, platform: Platform) => async (): Promise<TestTenant> => {
  const host = authority()
  const tenant = tenantOf(
    await createTenant(platform, {
      companyName: `Company of ${host}`,
      publicUrl: `http://${host}`,
      authenticationAccount: true,
      issuanceAccount: true,
      isProvider: true,
      parentTenantId: null,
    }),
  )
  await platform.keyRing.warm(tenant.id)
  const ctx = systemContext(platform, { tenant, name: 'test' })
  return { tenant, ctx, call: createCall(app, host) }
}

/** The assembled app with its database counted and its log kept. */
export const startObservedApp = async (): Promise<ObservedApp> => {
  const testDatabase = await openTestDatabase()
  const { database, work } = countingDatabase(testDatabase.database)
  const made = await createTestPlatform(database)
  const logged: string[] = []
  const destination = { write: (line: string) => void logged.push(line) }
  const log = createLog({ level: 'debug', destination })
  const { secrets, ids } = made.platform
  const { clock } = made
  const queue = createQueue({ database, secrets, clock, ids, log })
  const platform: Platform = { ...made.platform, log, queue }
  await queue.start()
  const app = await createApp(platform)
  await app.ready()
  const otherTenant = tenantMaker(app, platform)
  const own = await otherTenant()
  return {
    ...own,
    app,
    platform,
    clock,
    testDatabase,
    work,
    logged,
    otherTenant,
    outbox: () => platform.mailer.outbox.list(),
    close: async () => {
      await app.close()
      await queue.stop()
      await Promise.all([platform.mailer.close(), platform.outbound.close()])
      await testDatabase.drop()
    },
  }
}
