import { putMagicLink } from '@signet/contract/authenticators/magic-links'
import {
  discardEmails,
  listEmailMessages,
  mostKeptEmails,
  sendEmailsAgain,
} from '@signet/contract/settings/email-messages'
import { readEmailState } from '@signet/contract/settings/email-state'
import { updateEmailServer } from '@signet/contract/settings/emailserver'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { eventDetail } from '../../../../testing/event-detail.ts'
import {
  allowPorts,
  localhostTls,
  type MailServerForTests,
  refusal,
  startMailServer,
  trustTestAuthority,
} from '../../../../testing/mail-servers.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { workOnMail } from '../../../app/mail-jobs.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { sweepAll } from '../../../app/upkeep/sweep.ts'
import { mailCode } from '../../authenticators/notices/index.ts'
import { sendMail } from './index.ts'

const patient = { timeout: 60_000, interval: 50 }

let test: TestApp
let as: string
let server: MailServerForTests
let distrust: () => void
/** What the server says to recipients until it is repaired; null when it works. */
let broken: Error | null = null

beforeAll(async () => {
  distrust = trustTestAuthority()
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  server = await startMailServer({
    ...localhostTls(),
    onRcptTo: (_address, _session, done) => done(broken),
  })
  allowPorts(test, { mail: [server.port] })
  const body = {
    enabled: true,
    host: 'localhost',
    port: server.port,
    authentication: 'NONE',
    fromAddress: 'no-reply@acme.example',
  }
  await test.call(updateEmailServer, { as, body })
  await test.platform.queue.start()
  await handleInTenant(test.platform, { queue: 'mail', work: workOnMail })
})
afterAll(async () => {
  distrust()
  await server.close()
  await test.close()
})

const refusing = async <T>(run: () => Promise<T>): Promise<T> => {
  broken = refusal(554, 'closed for repairs')
  try {
    return await run()
  } finally {
    broken = null
  }
}

let count = 0
/** An email that the server rejects permanently: its address and id. */
const fail = async (userId: string | null = null) => {
  count += 1
  const [id, to] = [test.platform.ids.uuid(), `failed-${count}@example.test`]
  const values = { name: 'Ann', at: 'now', address: '192.0.2.7', browser: 'Firefox' }
  const mail = { id, type: 'newDevice', to, userId, locale: 'en', values, isLast: false } as const
  const ended = await refusing(() =>
    sendMail(test.ctx, mail).then(
      () => 'sent',
      () => 'failed',
    ),
  )
  expect(ended).toBe('failed')
  return { id, to }
}

const listed = async (body: object) => {
  const answer = await test.call(listEmailMessages, { as, body })
  expect(answer.status, answer.text).toBe(200)
  const { results }: { results: Record<string, unknown>[] } = JSON.parse(answer.text)
  return results
}
const about = async (recipient: string) => (await listed({ recipient }))[0]
const failed = async () => (await listed({ undelivered: true })).map(({ recipient }) => recipient)
const again = async (ids: readonly string[] | null) => {
  const answer = await test.call(sendEmailsAgain, { as, body: { ids } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.count
}
const discard = async (ids: readonly string[] | null) =>
  (await test.call(discardEmails, { as, body: { ids } })).body.count
const kept = () => test.ctx.db.selectFrom('kept_emails').selectAll().execute()
const keptIds = async () => (await kept()).map(({ id }) => id)
const arrived = (to: string) => server.received.filter(({ recipients }) => recipients.includes(to))

describe('a failed email', () => {
  it('is listed with its reason and sent again as the same message', async () => {
    const { id, to } = await fail()
    expect(await about(to)).toMatchObject({
      state: 'BOUNCED',
      reason: 'RECIPIENT',
      tries: 1,
      sendAgain: 'POSSIBLE',
    })
    expect(await failed()).toContain(to)
    expect(await again([id])).toBe(1)
    await expect
      .poll(() => about(to), patient)
      .toMatchObject({
        state: 'SENT',
        reason: null,
        tries: 2,
        sendAgain: null,
      })
    expect(arrived(to).map(({ mail }) => mail.messageId)).toEqual([expect.stringContaining(id)])
    await expect.poll(keptIds, patient).not.toContain(id)
    const event = { action: 'EMAIL_SENT_AGAIN', entityId: id }
    expect(await eventDetail(test.ctx, event)).toMatchObject({
      attributes: { email: 'newDevice', recipient: to },
    })
  })

  it('is sent once, however often it is asked for', async () => {
    const { id, to } = await fail()
    const counts = await Promise.all([again([id]), again([id]), again([id])])
    expect(counts.toSorted()).toEqual([0, 0, 1])
    await expect.poll(() => about(to), patient).toMatchObject({ state: 'SENT', tries: 2 })
    expect(arrived(to)).toHaveLength(1)
  })

  it('comes back to the list when it fails again', async () => {
    const { id, to } = await fail()
    await refusing(async () => {
      await again([id])
      await expect.poll(() => about(to), patient).toMatchObject({ state: 'BOUNCED', tries: 2 })
    })
    expect(await about(to)).toMatchObject({ sendAgain: 'POSSIBLE' })
    await again([id])
    await expect.poll(() => about(to), patient).toMatchObject({ state: 'SENT', tries: 3 })
  })

  it('is sent again with all others', async () => {
    const both = [await fail(), await fail()]
    expect(await again(null)).toBe(2)
    for (const { to } of both) {
      await expect.poll(() => about(to), patient).toMatchObject({ state: 'SENT' })
    }
  })

  it('is kept sealed', async () => {
    const { id } = await fail()
    const row = (await kept()).find((one) => one.id === id)
    expect(row).toBeDefined()
    expect(row?.sealed.includes('192.0.2.7')).toBe(false)
    expect(row?.sealed.includes('Firefox')).toBe(false)
    await discard([id])
  })

  it('leaves the list when it is discarded, and stays in the log', async () => {
    const { id, to } = await fail()
    expect((await test.call(readEmailState, { as })).body.failedLastDay).toBe(1)
    expect(await discard([id])).toBe(1)
    expect(await failed()).not.toContain(to)
    expect(await about(to)).toMatchObject({ state: 'BOUNCED', sendAgain: 'NOT_KEPT' })
    expect((await test.call(readEmailState, { as })).body.failedLastDay).toBe(0)
    expect(await keptIds()).not.toContain(id)
    expect(await again([id])).toBe(0)
    expect(await discard([id])).toBe(0)
    const event = { action: 'EMAIL_DISCARDED', entityId: id }
    expect(await eventDetail(test.ctx, event)).toMatchObject({ attributes: { recipient: to } })
  })

  it('is not sent to an email server that is not there', async () => {
    const { id, to } = await fail()
    const { mailer } = test.platform
    await test.call(updateEmailServer, { as, body: { enabled: false } })
    Object.assign(test.platform, { mailer: { ...mailer, route: 'NONE' } })
    const answer = await test.call(sendEmailsAgain, { as, body: { ids: [id] } })
    Object.assign(test.platform, { mailer })
    await test.call(updateEmailServer, { as, body: { enabled: true } })
    expect(answer.body.errorCode).toBe('email_server_missing')
    expect(await about(to)).toMatchObject({ state: 'BOUNCED', sendAgain: 'POSSIBLE' })
    await discard(null)
  })
})

describe('a failed email with a secret', () => {
  const inbox = async () => {
    const email = `link-${test.platform.ids.random(6).toString('hex')}@example.test`
    return { email, id: (await buildPerson(test.ctx, { email })).id }
  }
  beforeAll(async () => {
    await test.call(updateMagicLinkSettings, { as, body: { enabled: true } })
  })
  const link = (id: string) =>
    test.call(putMagicLink, { as, params: { userid: id }, body: { autoSend: true } })
  /** A user whose magic link was not delivered. */
  const failLink = async () => {
    const { id, email } = await inbox()
    await refusing(async () => {
      expect((await link(id)).status).toBeLessThan(300)
      await expect.poll(() => about(email), patient).toMatchObject({ sendAgain: 'POSSIBLE' })
    })
    const row = await about(email)
    expect(row).toMatchObject({ type: 'magicLink', state: 'BOUNCED' })
    return { user: id, email, id: String(row?.id) }
  }

  it('is never kept when it has a code', async () => {
    const to = { userId: null, address: 'code@example.test', name: 'Cleo', locale: 'en' }
    await refusing(async () => {
      mailCode(test.ctx, to, { mail: 'code', code: '31415926', minutes: 5 })
      await expect.poll(() => about(to.address), patient).toMatchObject({ state: 'BOUNCED' })
    })
    const row = await about(to.address)
    expect(row).toMatchObject({ type: 'code', sendAgain: 'SECRET_ENDED' })
    expect(await keptIds()).not.toContain(row?.id)
    expect(await again([String(row?.id)])).toBe(0)
  })

  it('is sent again while its link works', async () => {
    const { id, email } = await failLink()
    expect(await again([id])).toBe(1)
    await expect.poll(() => about(email), patient).toMatchObject({ state: 'SENT' })
    expect(arrived(email)).toHaveLength(1)
  })

  // Guard: `linkEndOf` in `sendKept`.
  it('is not sent again once its link was replaced', async () => {
    const { id, user, email } = await failLink()
    await link(user)
    await expect.poll(() => arrived(email), patient).toHaveLength(1)
    expect(await again([id])).toBe(1)
    const ended = { state: 'FAILED', reason: 'SECRET_ENDED', sendAgain: 'SECRET_ENDED' }
    const find = async () => (await listed({ recipient: email })).find((row) => row.id === id)
    await expect.poll(find, patient).toMatchObject(ended)
    expect(arrived(email)).toHaveLength(1)
    expect(await keptIds()).not.toContain(id)
  })

  it('is not sent again once the user has another address', async () => {
    const { id, user, email } = await failLink()
    await test.ctx.db
      .updateTable('users')
      .set({ email: `new-${email}` })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user)
      .execute()
    await again([id])
    await expect.poll(() => about(email), patient).toMatchObject({ reason: 'SECRET_ENDED' })
    expect(arrived(email)).toEqual([])
  })

  it('cannot be sent again after its link has expired', async () => {
    const { id, email } = await failLink()
    test.clock.advance(2 * 86_400_000)
    as = (await buildAdmin(test.ctx)).token
    expect(await about(email)).toMatchObject({ sendAgain: 'SECRET_ENDED' })
    expect(await again([id])).toBe(0)
    await sweepAll(test.platform, { mayGoOn: async () => true })
    expect(await keptIds()).not.toContain(id)
  })
})

describe('what is kept of failed emails', () => {
  it('is deleted after 7 days, and the log shows the failure', async () => {
    const { id, to } = await fail()
    test.clock.advance(7 * 86_400_000 + 1000)
    as = (await buildAdmin(test.ctx)).token
    expect(await about(to)).toMatchObject({ state: 'BOUNCED', sendAgain: 'NOT_KEPT' })
    await sweepAll(test.platform, { mayGoOn: async () => true })
    expect(await keptIds()).not.toContain(id)
  })

  it('is deleted with the user', async () => {
    const { id: user } = await buildPerson(test.ctx, {})
    const { id } = await fail(user)
    expect(await keptIds()).toContain(id)
    await test.ctx.db
      .deleteFrom('users')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user)
      .execute()
    expect(await keptIds()).not.toContain(id)
  })

  // Guard: `removeOldest` of kept-emails.repository.ts.
  it('is the newest 500 of a tenant', async () => {
    const { id: oldest } = await fail()
    test.clock.advance(1000)
    const at = test.clock.now()
    const tenant_id = test.tenant.id
    const ids = Array.from({ length: mostKeptEmails - 1 }, () => test.platform.ids.uuid())
    const message = {
      tenant_id,
      type: 'newDevice',
      locale: 'en',
      recipient: 'many@example.test',
      recipient_key: 'many@example.test',
      state: 'FAILED',
      via: 'TENANT',
      created_at: at,
      updated_at: at,
    } as const
    const expires_at = new Date(at.getTime() + 60_000)
    const content = { tenant_id, sealed: Buffer.from('x'), kept_at: at, expires_at }
    await test.ctx.db
      .insertInto('email_messages')
      .values(ids.map((id) => ({ ...message, id })))
      .execute()
    await test.ctx.db
      .insertInto('kept_emails')
      .values(ids.map((id) => ({ ...content, id })))
      .execute()
    test.clock.advance(1)
    const { id: newest } = await fail()
    const left = await keptIds()
    expect(left).toHaveLength(mostKeptEmails)
    expect(left).toContain(newest)
    expect(left).not.toContain(oldest)
  })
})
