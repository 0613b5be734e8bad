import { once } from 'node:events'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { chainedExport } from '../../testing/chained-events.ts'
import { startService } from '../../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { verifyAuditExport } from '../modules/operations/audit-events/index.ts'

const total = 1000
/** Each commit of the embedded database waits for the disk. */
const enough = process.env.SIGNET_TEST_DATABASE === 'embedded' ? 100 : 300

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

interface Caller {
  readonly port: number
  readonly token: string
}

const create = async ({ port, token }: Caller, name: string): Promise<boolean> => {
  try {
    const answer = await request(`http://127.0.0.1:${port}${createOidcApplication.path}`, {
      method: 'POST',
      headers: {
        host: new URL(test.tenant.publicUrl).host,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name, applicationType: 'OIDC_SERVER' }),
    })
    await answer.body.dump()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

describe('a service killed in the middle of 1,000 creates', () => {
  it('has kept every acknowledged one, each with its event, and the chain verifies', async () => {
    const { token } = await buildAdmin(test.ctx)
    const { child, port } = await startService(await test.testDatabase.release())
    const acknowledged: string[] = []
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < total) {
        const name = `app ${(next += 1)}`
        if (!(await create({ port, token }, name))) return
        acknowledged.push(name)
        if (acknowledged.length === enough) child.kill('SIGKILL')
      }
    }
    await Promise.all([once(child, 'exit'), ...Array.from({ length: 8 }, worker)])
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough)
    expect(acknowledged.length).toBeLessThan(total)
    test = await resumeTestApp(test)

    const { db, tenant } = test.ctx
    const rows = await db
      .selectFrom('oidc_applications')
      .select(['name', 'client_id'])
      .where('tenant_id', '=', tenant.id)
      .execute()
    const kept = new Set(rows.map(({ name }) => name))
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
    const events = await db
      .selectFrom('audit_events')
      .select('entity_id')
      .where('tenant_id', '=', tenant.id)
      .where('action', '=', 'APPLICATION_CREATED')
      .execute()
    expect(events.map(({ entity_id }) => entity_id).toSorted()).toEqual(
      rows.map(({ client_id }) => client_id).toSorted(),
    )
    expect((await verifyAuditExport(await chainedExport(test))).faults).toEqual([])
  })
})
