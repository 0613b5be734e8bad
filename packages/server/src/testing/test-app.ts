import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { type Context, type Tenant } from '../kit/context.ts'
import { systemContext } from '../kit/create-context.ts'
import { createTenant } from '../modules/provider/subscribers/index.ts'
import { tenantOf } from '../modules/tenancy/tenants/index.ts'
import { openTestDatabase, type TestDatabase } from '../platform/db/testing.ts'
import type { OutboxMessage } from '../platform/mail.ts'
import type { Platform } from '../platform/platform.ts'
import { type Call, createCall } from './call.ts'
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

const newTenant = async (app: FastifyInstance, platform: Platform): Promise<TestTenant> => {
  const host = `t${randomBytes(6).toString('hex')}.localhost`
  const row = await createTenant(platform, {
    companyName: `Company ${host}`,
    publicUrl: `http://${host}:8080`,
    authenticationAccount: true,
    issuanceAccount: true,
    isProvider: true,
    parentTenantId: null,
  })
  const tenant = tenantOf(row)
  await platform.keyRing.warm(tenant.id)
  return inTenant(app, platform, tenant)
}

const assemble = async (testDatabase: TestDatabase, known?: Tenant): Promise<TestApp> => {
  const { platform, clock } = await createTestPlatform(testDatabase.database)
  const app = await createApp(platform)
  await app.ready()
  const tenant =
    known === undefined ? await newTenant(app, platform) : inTenant(app, platform, known)
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

/** The assembled app on a real database, with a tenant of its own. */
export const startTestApp = async (): Promise<TestApp> => assemble(await openTestDatabase())

/** The same tenant after another process has had the database. */
export const resumeTestApp = async ({ testDatabase, tenant }: TestApp): Promise<TestApp> =>
  assemble(await testDatabase.reopen(), tenant)
