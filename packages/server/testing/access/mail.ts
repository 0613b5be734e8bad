import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { workOnMail } from '../../src/app/mail-jobs.ts'
import { handleInTenant } from '../../src/app/tenant-jobs.ts'
import { mailNotices } from '../../src/modules/authenticators/notices/index.ts'
import { sequenceAuditEvents } from '../../src/modules/operations/audit-events/index.ts'
import type { TestApp } from '../test-app.ts'

const started = new WeakMap<TestApp, Promise<void>>()

const startDelivery = async ({ platform }: TestApp): Promise<void> => {
  await platform.queue.start()
  await handleInTenant(platform, { queue: 'mail', work: workOnMail })
}

/** How many events have not been taken note of, and notices have not been mailed. */
const waiting = async ({ ctx }: TestApp): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from audit_events where tenant_id = ${ctx.tenant.id})
      - (select coalesce(sum(event_count), 0) from audit_chain where tenant_id = ${ctx.tenant.id})
      + (select count(*) from job_contents where tenant_id = ${ctx.tenant.id}
          and queue = 'mail' and state = 'WAITING') as count`.execute(ctx.db)
  return Number(rows[0]?.count)
}

/** Mails every notice of what has happened so far. */
export const deliverNotices = async (test: TestApp): Promise<void> => {
  const start = started.get(test) ?? startDelivery(test)
  started.set(test, start)
  await start
  const left = async () => {
    await sequenceAuditEvents(test.platform, mailNotices(test.platform))
    return waiting(test)
  }
  await expect.poll(left, { timeout: 60_000, interval: 100 }).toBe(0)
}

const found = (test: TestApp, address: string, subject: RegExp) => {
  const mail = test.outbox().find(({ to, subject: line }) => to === address && subject.test(line))
  if (mail === undefined) throw new Error(`no mail to ${address} with ${subject}`)
  return mail
}

/** The newest notice to an address whose subject matches. */
export const noticeTo = async (test: TestApp, address: string, subject: RegExp) => {
  await deliverNotices(test)
  return found(test, address, subject)
}

/** The newest mail to an address with a code; waits until it is there. */
export const codeMailTo = (test: TestApp, address: string) =>
  vi.waitFor(() => found(test, address, /code$/), { timeout: 60_000, interval: 20 })

/** The code in the newest mail to an address. */
export const mailedCode = async (test: TestApp, address: string): Promise<string> => {
  const { text } = await codeMailTo(test, address)
  const code = /\b\d{6,8}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error('the mail holds no code')
  return code
}

export const mailsTo = (test: TestApp, address: string) =>
  test.outbox().filter(({ to }) => to === address)
