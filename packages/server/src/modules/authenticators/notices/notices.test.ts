import { once } from 'node:events'
import type { Socket } from 'node:net'
import { changeOwnPassword } from '@signet/contract/access/self-authenticators'
import { readUser, updateUser } from '@signet/contract/identity/users'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { freePort } from '../../../../testing/service-process.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sequenceAuditEvents } from '../../operations/audit-events/index.ts'
import { deliverNotice, mailNotices } from './index.ts'

interface Received {
  readonly to: string
  readonly text: string
}

const patient = { timeout: 60_000 }

let test: TestApp
let platform: Platform
let port: number
let admin: string
const received: Received[] = []
/** Addresses that were refused, and those that are known after all. */
const refusedTo: string[] = []
const known = new Set<string>()

const refused = (address: string) =>
  Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })

/**
 * A real SMTP server; it knows nobody whose name begins with `gone`, and hangs up in place of an
 * answer when it has taken a message for one that begins with `lost`.
 */
const listen = async (): Promise<SMTPServer> => {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (!address.startsWith('gone') || known.has(address)) return done()
      refusedTo.push(address)
      done(refused(address))
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        for (const { address } of envelope.rcptTo) received.push({ to: address, text })
        if (!envelope.rcptTo.some(({ address }) => address.startsWith('lost'))) return done()
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return server
}

const withMailServer = async (): Promise<Platform> => {
  const url = `smtp://127.0.0.1:${port}?tls=off`
  const target = allowedTargetOf(`mail=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  const config = {
    smtpUrl: url,
    mailFrom: 'no-reply@id.example',
    development: false,
    publicUrl: 'https://id.example',
  }
  const { clock, ids } = test.platform
  const outbound = createOutbound({ outboundAllow: [target] })
  return { ...test.platform, outbound, mailer: createMailer({ config, outbound, clock, ids }) }
}

const mayBeTriedAgain = (times: number) =>
  test.testDatabase.asOwner((owner) =>
    owner.query(
      `update pgboss.queue set retry_delay = 0, retry_backoff = false, retry_limit = $1::integer
       where name = 'mail'`,
      [times],
    ),
  )

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = (await buildAdmin(test.ctx)).token
  port = await freePort()
  platform = await withMailServer()
  await mayBeTriedAgain(1000)
  await platform.queue.start()
  await handleInTenant(platform, { queue: 'mail', work: deliverNotice })
})
afterAll(() => test.close())
beforeEach(() => void received.splice(0))

const changePassword = async (email: string): Promise<string> => {
  const person = await buildPerson(test.ctx, { email })
  const as = await signInAs(test.ctx, person)
  const body = { currentPassword: goodPassword, newPassword: 'another good phrase 73' }
  const answer = await test.call(changeOwnPassword, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return person.id
}

interface StoredJob {
  readonly state: string
  readonly attempts: number
}

const jobs = (): Promise<StoredJob[]> =>
  test.ctx.db
    .selectFrom('job_contents')
    .select(['state', 'attempts'])
    .where('tenant_id', '=', test.tenant.id)
    .where('queue', '=', 'mail')
    .orderBy('created_at')
    .execute()

const lastJob = async () => (await jobs()).at(-1)

/** Takes note of what has happened; returns how many notices are to be mailed since. */
const takeNote = async (): Promise<number> => {
  const before = (await jobs()).length
  const noted = async () => {
    await sequenceAuditEvents(platform, mailNotices(platform))
    return (await jobs()).length
  }
  await expect.poll(noted, patient).toBeGreaterThan(before)
  return (await jobs()).length - before
}

const givenUp = async (userId: string): Promise<number> => {
  const events = await test.ctx.db
    .selectFrom('audit_events')
    .select('outcome')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', 'NOTICE_NOT_MAILED')
    .where('entity_id', '=', userId)
    .execute()
  return events.length
}

/** What the event says of a notice that was given up. */
const detailOf = async (userId: string): Promise<unknown> => {
  const { detail } = await test.ctx.db
    .selectFrom('audit_events as e')
    .innerJoin('audit_details as d', (join) =>
      join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
    )
    .select('d.detail')
    .where('e.tenant_id', '=', test.tenant.id)
    .where('e.action', '=', 'NOTICE_NOT_MAILED')
    .where('e.entity_id', '=', userId)
    .executeTakeFirstOrThrow()
  return JSON.parse(detail).attributes
}

describe('a notice', () => {
  it('waits for a mail server that is down, and arrives once it is up', async () => {
    await changePassword('ann@example.test')
    expect(await takeNote()).toBe(1)
    await expect.poll(async () => (await lastJob())?.attempts, patient).toBeGreaterThan(1)
    expect(received).toEqual([])
    const server = await listen()
    await expect.poll(() => received, patient).toHaveLength(1)
    expect(received[0]).toMatchObject({ to: 'ann@example.test' })
    expect(received[0]?.text).toMatch(/^Message-ID: <[0-9a-f-]{36}@id\.example>/m)
    await expect.poll(async () => (await lastJob())?.state, patient).toBe('DONE')
    await new Promise<void>((resolve) => server.close(resolve))
  }, 120_000)

  it('is made with the event that it tells of, once, and says nothing in the queue', async () => {
    await mayBeTriedAgain(0)
    await changePassword('zoe@example.test')
    expect(await takeNote()).toBe(1)
    while ((await sequenceAuditEvents(platform, mailNotices(platform))) > 0);
    const { rows } = await test.testDatabase.asOwner((owner) =>
      owner.query<{ text: string }>(
        'select j.data::text || coalesce(c.sealed::text, $2) as text from pgboss.job j join job_contents c on c.id::text = j.data->>$1',
        ['jobRowId', ''],
      ),
    )
    const clear = ['zoe@example', Buffer.from('zoe@example').toString('hex')]
    expect(rows.filter(({ text }) => clear.some((part) => text.includes(part)))).toEqual([])
  })

  it('is given up with an event after its last try', async () => {
    const userId = await changePassword('cleo@example.test')
    await mayBeTriedAgain(2)
    await takeNote()
    await expect.poll(async () => (await lastJob())?.state, patient).toBe('FAILED')
    expect(await givenUp(userId)).toBe(1)
  }, 120_000)

  it('is given up without a mail server, and the event says so', async () => {
    const { config, outbound, clock, ids } = test.platform
    const plain = { ...config, development: false, smtpUrl: null }
    const mailer = createMailer({ config: plain, outbound, clock, ids })
    const { ctx } = test
    const userId = ids.uuid()
    const content = {
      to: { userId, address: 'eva@example.test', name: 'Eva', locale: null },
      kind: 'passwordChanged',
      values: {},
      at: clock.now(),
      address: null,
      browser: null,
    }
    const serverless = { ...test.platform, mailer }
    await deliverNotice(
      { ...ctx, platform: serverless },
      { jobRowId: ids.uuid(), content, isLast: false },
    )
    expect(await givenUp(userId)).toBe(1)
    expect(await detailOf(userId)).toMatchObject({ reason: 'NO_MAIL_SERVER' })
  })

  it('is given up at once for an address that nobody has', async () => {
    const server = await listen()
    const userId = await changePassword('gone@example.test')
    await takeNote()
    await expect.poll(() => givenUp(userId), patient).toBe(1)
    await expect.poll(lastJob, patient).toMatchObject({ state: 'DONE', attempts: 1 })
    expect(received.filter(({ to }) => to === 'gone@example.test')).toEqual([])
    expect(await detailOf(userId)).toMatchObject({
      recipient: 'gone@example.test',
      step: 'RECIPIENT',
      reply: expect.stringMatching(/^550 .*no such user gone@example\.test/),
    })
    await new Promise<void>((resolve) => server.close(resolve))
  })

  const mark = async (id: string) => {
    const read = await test.call(readUser, { as: admin, params: { id } })
    return read.body.emailUndeliverable
  }
  const bounced = { since: expect.any(String), reply: expect.stringMatching(/^550 .*no such user/) }

  // Guards: `isUndeliverable` in deliver.ts, `markUndeliverable` and `clearUndeliverable` in send.ts.
  it('stops at an unknown address until it works again or an administrator clears the mark', async () => {
    const server = await listen()
    const userId = await changePassword('gone.soon@example.test')
    await takeNote()
    await expect.poll(() => givenUp(userId), patient).toBe(1)
    expect(await mark(userId)).toEqual(bounced)
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select(['entity_id', 'outcome'])
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', 'EMAIL_UNDELIVERABLE')
      .where('entity_id', '=', userId)
      .execute()
    expect(events).toEqual([{ entity_id: userId, outcome: 'FAILURE' }])

    refusedTo.splice(0)
    const told = { kind: 'passwordChanged', values: {}, at: test.clock.now().toISOString() }
    const to = { userId, address: 'gone.soon@example.test', name: 'x', locale: null }
    const notice = (kind: string) =>
      deliverNotice(systemContext(platform, { tenant: test.tenant, name: 'job:mail' }), {
        jobRowId: platform.ids.uuid(),
        content: { ...told, kind, to, address: null, browser: null },
        isLast: true,
      })
    await notice('passwordChanged')
    expect(refusedTo).toEqual([])
    expect(await givenUp(userId)).toBe(2)
    // A mail that was asked for is tried: the address may work again.
    await notice('passwordRequested')
    expect(refusedTo).toEqual(['gone.soon@example.test'])
    expect(await mark(userId)).toEqual(bounced)

    known.add('gone.soon@example.test')
    await notice('passwordRequested')
    expect(await mark(userId)).toBeNull()
    await notice('passwordChanged')
    expect(received.map((each) => each.to)).toEqual([
      'gone.soon@example.test',
      'gone.soon@example.test',
    ])

    known.delete('gone.soon@example.test')
    await notice('passwordChanged')
    expect(await mark(userId)).toEqual(bounced)
    const body = { emailUndeliverable: null }
    const cleared = await test.call(updateUser, { as: admin, params: { id: userId }, body })
    expect(cleared.body.emailUndeliverable).toBeNull()
    await notice('passwordChanged')
    expect(await mark(userId)).toEqual(bounced)
    const moved = { email: 'here@example.test' }
    const changed = await test.call(updateUser, {
      as: admin,
      params: { id: userId },
      body: moved,
    })
    expect(changed.body.emailUndeliverable).toBeNull()
    await new Promise<void>((resolve) => server.close(resolve))
  }, 120_000)

  // Guards: `mayHaveArrived` of platform/mail/failure.ts, and `putOff` of deliver.ts.
  it('that the mail server may have taken is sent again an hour later, as the same message', async () => {
    const server = await listen()
    await mayBeTriedAgain(1000)
    await changePassword('lost@example.test')
    await takeNote()
    await expect.poll(() => received, patient).toHaveLength(1)
    const minutesToWait = async (): Promise<number> => {
      const { rows } = await test.testDatabase.asOwner((owner) =>
        owner.query<{ minutes: string }>(
          `select extract(epoch from start_after - created_on) / 60 as minutes
           from pgboss.job where name = 'mail' order by created_on desc limit 1`,
        ),
      )
      return Number(rows[0]?.minutes)
    }
    await expect.poll(minutesToWait, patient).toBeGreaterThan(50)
    await expect.poll(async () => (await jobs()).at(-2)?.state, patient).toBe('DONE')
    expect(await lastJob()).toMatchObject({ state: 'WAITING' })
    const [id] = /^Message-ID: .*$/m.exec(received[0]?.text ?? '') ?? []
    await test.testDatabase.asOwner((owner) =>
      owner.query(`update pgboss.job set start_after = now() where name = 'mail'`),
    )
    await expect.poll(() => received, patient).toHaveLength(2)
    expect(received[1]?.text).toContain(id)
    await expect.poll(lastJob, patient).toMatchObject({ state: 'DONE', attempts: 1 })
    await new Promise<void>((resolve) => server.close(resolve))
  }, 120_000)

  it('is not sent for what is older than a day', async () => {
    await changePassword('dora@example.test')
    test.clock.advance(25 * 3_600_000)
    await changePassword('emil@example.test')
    expect(await takeNote()).toBe(1)
  })
})

it('mail is tried for a day', async () => {
  const fresh = await startTestApp({ ownDatabase: true })
  const { rows } = await fresh.testDatabase.asOwner((owner) =>
    owner.query<{ seconds: string }>(
      `select (select sum(least(retry_delay * 2 ^ n / 2, retry_delay_max))
         from generate_series(0, retry_limit - 1) n) as seconds
       from pgboss.queue where name = 'mail'`,
    ),
  )
  await fresh.close()
  expect(Number(rows[0]?.seconds)).toBeGreaterThanOrEqual(86_400)
})
