import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inFullRuns } from '../support/full-run.ts'
import { openGround } from '../support/scene.ts'
import { freePort, type Service, startService } from '../support/service.ts'

/** Debian's faketime: the service sees another time, its database the present. */
const isInstalled = spawnSync('faketime', ['--version']).status === 0
const canTell = isInstalled && process.env.SIGNET_TEST_DATABASE !== 'embedded'

let ground: Awaited<ReturnType<typeof openGround>>
let port: number
let service: Service | null = null

const start = async (at: string): Promise<void> => {
  await service?.stop()
  service = null
  service = await startService({
    demo: true,
    at: new Date(at),
    port,
    dataDir: ground.dataDir,
    ...(ground.database === null ? {} : { databaseUrl: ground.database.url }),
  })
}

beforeAll(async () => {
  if (!canTell) return
  port = await freePort()
  ground = await openGround({ demo: true, port })
})
afterAll(async () => {
  await service?.stop()
  await ground?.remove()
})

/** The sample task, at half past two in Berlin and due at this time. */
const schedule = (due: string): Promise<unknown> | undefined =>
  ground.database?.run(
    `update scheduled_tasks set cron = '30 2 * * *', time_zone = 'Europe/Berlin',
      next_run_at = '${due}', paused_reason = null;
    delete from scheduled_task_runs`,
  )

const told = async (): Promise<readonly unknown[]> => {
  const rows = await ground.database?.run(
    `select array_to_string(array(select to_char(due_at at time zone 'UTC', 'MM-DD HH24:MI')
        from scheduled_task_runs where state = 'SUCCEEDED' order by due_at), ', ') as due,
      (select bool_and(t.last_run_at >= due_at) from scheduled_task_runs) as "in time",
      to_char(next_run_at at time zone 'UTC', 'MM-DD HH24:MI') as next
    from scheduled_tasks as t`,
  )
  return rows ?? []
}

/** The service is under way, and its queue has looked at the time that it was started with. */
const patient = { timeout: 120_000 }

/** The mails that bring the report; half a year passes at the start, so that notices are sent too. */
const reports = async (): Promise<readonly unknown[]> => {
  const mails: unknown = await (await fetch(`${service?.url}/dev/outbox`)).json()
  return Array.isArray(mails) ? mails.filter(({ files }) => files.length > 0) : []
}

describe.skipIf(!canTell)('the service, while the clocks change in Berlin', () => {
  it('mails its report once, right after the time that is skipped', async () => {
    await schedule('2027-03-28T01:00:00Z')
    await start('2027-03-28T00:59:55Z')
    await expect
      .poll(told, patient)
      .toEqual([{ due: '03-28 01:00', 'in time': true, next: '03-29 00:30' }])
    expect(await reports()).toMatchObject([
      { files: ['Weekly-sign-ins.csv', 'Weekly-sign-ins.pdf'] },
    ])
  })
})

inFullRuns('the service, where a time comes twice', () => {
  it.skipIf(!canTell)('mails its report once at that time', async () => {
    await schedule('2027-10-31T00:30:00Z')
    await start('2027-10-31T00:29:55Z')
    await expect
      .poll(told, patient)
      .toEqual([{ due: '10-31 00:30', 'in time': true, next: '11-01 01:30' }])
  })
})
