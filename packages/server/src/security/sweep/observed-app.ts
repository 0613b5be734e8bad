import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Asked } from '../../../testing/access/outside.ts'
import { createCall } from '../../../testing/call.ts'
import { openTestDatabase } from '../../../testing/database/open-test-database.ts'
import type { TestApp, TestTenant } from '../../../testing/test-app.ts'
import { createTestPlatform } from '../../../testing/test-platform.ts'
import { createApp } from '../../app.ts'
import { systemContext } from '../../kit/create-context.ts'
import { createTenant } from '../../modules/provider/subscribers/index.ts'
import { tenantOf } from '../../modules/tenancy/tenants/index.ts'
import { networks } from '../../platform/config/networks.ts'
import { allowedTargetOf } from '../../platform/config/outbound-allow.ts'
import { createLog } from '../../platform/log.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { Platform } from '../../platform/platform.ts'
import { createQueue } from '../../platform/queue/queue.ts'
import { countingDatabase, type Work } from './counting-database.ts'
import { databaseServer } from './database-rows.ts'
import { startOutsideServices } from './outside-services.ts'

export interface ObservedApp extends TestApp {
  /** Counts the statements sent to the database. */
  readonly work: Work
  /** Everything logged, at the most talkative level. */
  readonly logged: readonly string[]
  /** Services outside that may be called, and nobody else inside. */
  readonly outside: { readonly url: string; readonly requests: readonly Asked[] }
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

const targetOf = (text: string) => {
  const target = allowedTargetOf(text)
  if (typeof target === 'string') throw new Error(target)
  return target
}

/** The platform may call services outside, at one port of loopback, and a database. */
const withOutside = async (platform: Platform) => {
  const outside = await startOutsideServices()
  const { host, port } = databaseServer
  const outboundAllow = [`http=127.0.0.1:${outside.port}`, `database=${host}:${port}`].map(targetOf)
  const config = {
    ...platform.config,
    outboundAllow,
    // As behind a proxy that hands on what clients show in TLS.
    trustedProxies: networks('127.0.0.1'),
    clientCertificates: { tls: false, header: 'client-cert' },
  }
  return { outside, allowing: { ...platform, config, outbound: createOutbound(config) } }
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
  const { outside, allowing } = await withOutside(made.platform)
  const platform: Platform = { ...allowing, log, queue }
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
    outside,
    otherTenant,
    outbox: () => platform.mailer.outbox.list(),
    close: async () => {
      await app.close()
      await queue.stop()
      const { mailer, outbound } = platform
      await Promise.all([mailer.close(), outbound.close(), made.platform.outbound.close()])
      await outside.close()
      await testDatabase.drop()
    },
  }
}
