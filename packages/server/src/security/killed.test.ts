import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAuditExport } from '../modules/operations/audit-events/index.ts'
import { buildAdmin } from '../testing/builders.ts'
import { chainedExport } from '../testing/chained-events.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { masterKey } from '../testing/test-platform.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const total = 1000

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address === null || typeof address === 'string' ? 0 : address.port
}

let test: TestApp
let port: number
beforeAll(async () => {
  test = await startTestApp()
  port = await freePort()
})
afterAll(() => test.close())

const startNode = async (): Promise<ChildProcess> => {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [main], {
    env: {
      PATH,
      HOME,
      SIGNET_PORT: String(port),
      SIGNET_DATABASE_OWNER_URL: test.testDatabase.ownerUrl ?? '',
      SIGNET_MASTER_KEY: masterKey,
      SIGNET_REQUEST_LIMIT_SCALE: '0',
      SIGNET_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) if (line === 'Ready.') break
  return child
}

const create = async (token: string, name: string): Promise<boolean> => {
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
    const child = await startNode()
    const acknowledged: string[] = []
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < total) {
        const name = `app ${(next += 1)}`
        if (!(await create(token, name))) return
        acknowledged.push(name)
        if (acknowledged.length === 300) child.kill('SIGKILL')
      }
    }
    await Promise.all([once(child, 'exit'), ...Array.from({ length: 8 }, worker)])
    expect(acknowledged.length).toBeGreaterThanOrEqual(300)
    expect(acknowledged.length).toBeLessThan(total)

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
