import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, freshDatabase } from '../support/database.ts'
import { type Service, startService, temporaryFolder } from '../support/service.ts'

/** Debian's faketime: the service sees another time, its database the present. */
const isInstalled = spawnSync('faketime', ['--version']).status === 0
const canTell = isInstalled && process.env.SIGNET_TEST_DATABASE !== 'embedded'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: Database | null
let service: Service | null = null

const start = async (at?: string): Promise<void> => {
  await service?.stop()
  service = null
  service = await startService({
    demo: true,
    dataDir: folder.path,
    ...(database === null ? {} : { databaseUrl: database.url }),
    ...(at === undefined ? {} : { at: new Date(at) }),
  })
}

beforeAll(async () => {
  if (!canTell) return
  folder = await temporaryFolder()
  database = await freshDatabase()
  await start()
  await service?.stop()
})
afterAll(async () => {
  await service?.stop()
  await database?.drop()
  await folder?.remove()
})

/** The sample task, at half past two in Berlin and due at this time. */
const schedule = (due: string): Promise<unknown> | undefined =>
  database?.run(
    `update scheduled_tasks set cron = '30 2 * * *', time_zone = 'Europe/Berlin',
      next_run_at = '${due}', paused_reason = null;
    delete from scheduled_task_runs`,
  )

const told = async (): Promise<readonly unknown[]> => {
  const rows = await database?.run(
    `select array_to_string(array(select to_char(due_at at time zone 'UTC', 'MM-DD HH24:MI')
        from scheduled_task_runs where state = 'SUCCEEDED' order by due_at), ', ') as due,
      to_char(next_run_at at time zone 'UTC', 'MM-DD HH24:MI') as next
    from scheduled_tasks`,
  )
  return rows ?? []
}

/** The service is under way, and its queue has looked at the time that it was started with. */
const patient = { timeout: 120_000 }

const outbox = async (): Promise<unknown> => (await fetch(`${service?.url}/dev/outbox`)).json()

describe.skipIf(!canTell)('the service, while the clocks change in Berlin', () => {
  it('mails its report once, right after the time that is skipped', async () => {
    await schedule('2027-03-28T01:00:00Z')
    await start('2027-03-28T00:59:45Z')
    expect(await told()).toMatchObject([{ due: '' }])
    await expect.poll(told, patient).toEqual([{ due: '03-28 01:00', next: '03-29 00:30' }])
    expect(await outbox()).toMatchObject([
      { files: ['Weekly-sign-ins.csv', 'Weekly-sign-ins.pdf'] },
    ])
  })

  it('mails its report once at a time that comes twice', async () => {
    await schedule('2027-10-31T00:30:00Z')
    await start('2027-10-31T00:29:45Z')
    await expect.poll(told, patient).toEqual([{ due: '10-31 00:30', next: '11-01 01:30' }])
  })
})
