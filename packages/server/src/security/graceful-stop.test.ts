import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../testing/builders.ts'
import { openTestDatabase } from '../../testing/database/open-test-database.ts'
import { startService } from '../../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { audit } from '../kit/audit.ts'

/* Guards: the bounds of `stop` in main.ts, of the queue and of the mailer; `isStopping` of main.ts. */

let test: TestApp
let silent: Server
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
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

/** Resolves once nothing listens there any more. */
const closed = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (!isOpen) return
  }
}

describe('a service that is told to end', () => {
  it('ends in its time beside a mail server that never answers, told twice, and loses no mail', async () => {
    const port = portOf(silent)
    const user = await buildUser(test.ctx)
    await test.ctx.transaction(async (ctx) =>
      audit(ctx, 'PASSWORD_CHANGED', {
        subject: { entity: 'USERS', id: user.id, name: user.userId },
      }),
    )
    const connected = once(silent, 'connection')
    const { child, port: own } = await startService({
      ...(await test.testDatabase.release()),
      SIGNET_SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
      SIGNET_OUTBOUND_ALLOW: `mail=127.0.0.1:${port}`,
    })
    await connected
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    // While it waits for the mail server the signal comes again, as from a supervisor and the launcher.
    await closed(own)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
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

  it('ends without an error while it is still loading the demonstration', async () => {
    const database = await openTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'signet-stop-'))
    const where = { SIGNET_DATA: folder, ...(await database.release()) }
    const { child } = await startService(where, { args: ['--demo'], until: 'Signet ' })
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }, 120_000)
})
