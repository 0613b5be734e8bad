import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../kit/audit.ts'
import { buildUser } from '../testing/builders.ts'
import { startService } from '../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../testing/test-app.ts'

/* Guard: the bounds of `stop` in main.ts, of the queue and of the mailer. */

let test: TestApp
let silent: Server
beforeAll(async () => {
  test = await startTestApp()
  silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.close()
  await test.close()
})

const portOf = (server: Server): number => {
  const address = server.address()
  return address === null || typeof address === 'string' ? 0 : address.port
}

describe('a service that is told to end', () => {
  it('ends in its time beside a mail server that never answers, and loses no mail', async () => {
    const port = portOf(silent)
    const user = await buildUser(test.ctx)
    await test.ctx.transaction(async (ctx) =>
      audit(ctx, 'PASSWORD_CHANGED', {
        subject: { entity: 'USERS', id: user.id, name: user.userId },
      }),
    )
    const connected = once(silent, 'connection')
    const { child } = await startService({
      ...(await test.testDatabase.release()),
      SIGNET_SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
      SIGNET_OUTBOUND_ALLOW: `mail=127.0.0.1:${port}`,
    })
    await connected
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    test = await resumeTestApp(test)
    const { rows } = await test.testDatabase.asOwner((owner) =>
      owner.query<{ row: string; job: string }>(
        `select c.state as row, j.state as job
         from job_contents c join pgboss.job j on j.data->>'jobRowId' = c.id::text
         where c.tenant_id = $1 and c.queue = 'mail'`,
        [test.tenant.id],
      ),
    )
    expect(rows).toEqual([{ row: 'WAITING', job: 'retry' }])
    const nodes = await test.platform.database.system.selectFrom('nodes').select('id').execute()
    expect(nodes).toEqual([])
  }, 120_000)
})
