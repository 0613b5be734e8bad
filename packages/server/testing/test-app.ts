import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../src/app.ts'
import { type Context, type Tenant } from '../src/kit/context.ts'
import { systemContext } from '../src/kit/create-context.ts'
import { createTenant } from '../src/modules/provider/subscribers/index.ts'
import { tenantOf } from '../src/modules/tenancy/tenants/index.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { OutboxMessage } from '../src/platform/mail.ts'
import type { Platform } from '../src/platform/platform.ts'
import { type Call, createCall } from './call.ts'
import { openTestDatabase, type TestDatabase } from './database/open-test-database.ts'
import type { TestClock } from './test-clock.ts'
import { createTestPlatform } from './test-platform.ts'

export interface TestApp {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly clock: TestClock
  readonly testDatabase: TestDatabase
  /** A fresh tenant and a system context in it. */
  readonly tenant: Tenant
  readonly ctx: Context
  /** Calls an endpoint of the tenant over HTTP in process. */
  readonly call: Call
  /** Mail sent to anyone, the newest first. */
  outbox(): readonly OutboxMessage[]
  /** Another tenant, with its own calls. */
  otherTenant(): Promise<TestTenant>
  close(): Promise<void>
}

export interface TestTenant {
  readonly tenant: Tenant
  readonly ctx: Context
  readonly call: Call
}

const inTenant = (app: FastifyInstance, platform: Platform, tenant: Tenant): TestTenant => ({
  tenant,
  ctx: systemContext(platform, { tenant, name: 'test' }),
  call: createCall(app, new URL(tenant.publicUrl).host),
})

const someUrl = (): string => `http://t${randomBytes(6).toString('hex')}.localhost:8080`

const newTenant = async (
  app: FastifyInstance,
  platform: Platform,
  publicUrl = someUrl(),
): Promise<TestTenant> => {
  const row = await createTenant(platform, {
    companyName: `Company ${new URL(publicUrl).hostname}`,
    publicUrl,
    authenticationAccount: true,
    issuanceAccount: true,
    isProvider: true,
    parentTenantId: null,
  })
  const tenant = tenantOf(row)
  await platform.keyRing.warm(tenant.id)
  return inTenant(app, platform, tenant)
}

interface Place {
  readonly known?: Tenant
  readonly publicUrl?: string | undefined
}

const assemble = async (
  testDatabase: TestDatabase,
  { known, publicUrl }: Place = {},
): Promise<TestApp> => {
  const { platform, clock } = await createTestPlatform(testDatabase.database)
  const app = await createApp(platform)
  await app.ready()
  const tenant =
    known === undefined ? await newTenant(app, platform, publicUrl) : inTenant(app, platform, known)
  return {
    ...tenant,
    app,
    platform,
    clock,
    testDatabase,
    outbox: () => platform.mailer.outbox.list(),
    otherTenant: () => newTenant(app, platform),
    close: async () => {
      await app.close()
      await platform.queue.stop()
      await platform.mailer.close()
      await platform.outbound.close()
      await testDatabase.drop()
    },
  }
}

let shared: Promise<TestDatabase> | undefined

/**
 * The same database under another identity: what a service keeps for its database (caches, waiting
 * calls) ends with the test file. It stays open for the next one.
 */
const lent = (database: Database): Database => ({
  kind: database.kind,
  system: database.system,
  forTenant: (tenantId) => database.forTenant(tenantId),
  flush: (...given) => database.flush(...given),
  transaction: (...given) => database.transaction(...given),
  runScript: (sql) => database.runScript(sql),
  moment: () => database.moment(),
  holds: (...given) => database.holds(...given),
  get takesChanges() {
    return database.takesChanges
  },
  get hearsChanges() {
    return database.hearsChanges
  },
  refuseInsideTransaction: () => database.refuseInsideTransaction(),
  ping: () => database.ping(),
  close: async () => {},
})

/** The database of this worker, which the test files that run in it share, a tenant each. */
const workerDatabase = async (): Promise<TestDatabase> => {
  shared ??= openTestDatabase()
  const opened = await shared
  return { ...opened, database: lent(opened.database), drop: async () => {} }
}

export interface TestAppOptions {
  /** For files that kill, migrate, count, run the queue or look past tenants. */
  readonly ownDatabase?: boolean
  /** Where people reach the tenant, for files whose clients come by the network. */
  readonly publicUrl?: string
}

/** The assembled app on a real database, with a tenant of its own. */
export const startTestApp = async ({
  ownDatabase = false,
  publicUrl,
}: TestAppOptions = {}): Promise<TestApp> =>
  assemble(await (ownDatabase ? openTestDatabase() : workerDatabase()), { publicUrl })

/** The same tenant (of a database of its own) after another process has had the database. */
export const resumeTestApp = async ({ testDatabase, tenant }: TestApp): Promise<TestApp> =>
  assemble(await testDatabase.reopen(), { known: tenant })
