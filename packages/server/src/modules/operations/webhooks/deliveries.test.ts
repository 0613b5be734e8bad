import { createUser } from '@signet/contract/identity/users'
import {
  listWebhookDeliveries,
  replayDeadDeliveries,
  replayWebhookDelivery,
} from '@signet/contract/operations/webhook-deliveries'
import {
  createWebhook,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '@signet/contract/operations/webhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deliverNotices } from '../../../../testing/access/mail.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { whileTenantLocked } from '../../../../testing/locked-tenant.ts'
import { type HookedApp, hookedApp } from '../../../../testing/operations/hooked-app.ts'
import {
  expectedSignature,
  type Receiver,
  startReceiver,
} from '../../../../testing/operations/receiver.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

const patient = { timeout: 40_000 }
const hour = 3_600_000
const day = 24 * hour

let test: TestApp
let node: HookedApp
let receiver: Receiver
let as: string
const signIn = async () => {
  as = (await buildAdmin(test.ctx)).token
}
/** Time goes by; the session of before has ended then. */
const later = async (millis: number) => {
  test.clock.advance(millis)
  await signIn()
}
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterAll(() => test.close())
beforeEach(async () => {
  receiver = await startReceiver()
  node = await hookedApp(test, receiver.port)
  await signIn()
})
afterEach(async () => {
  // An event waits for the oldest transaction of the server: the next test must not deliver it.
  await chainedExport(test)
  await node.takeNote()
  await test.ctx.db.deleteFrom('webhooks').where('tenant_id', '=', test.tenant.id).execute()
  await node.end()
  await receiver.close()
})

const Made = z.object({ webhook: z.object({ id: z.string() }), secret: z.string() })

const unique = (): string => test.platform.ids.random(6).toString('hex')

const add = async (path: string, events: readonly string[] = ['USER_*']) => {
  const url = `http://127.0.0.1:${receiver.port}${path}`
  const answer = await node.call(createWebhook, { as, body: { name: unique(), url, events } })
  expect(answer.status, answer.text).toBe(200)
  const { webhook, secret } = Made.parse(answer.body)
  return { id: webhook.id, secret }
}

/** Makes users, and the deliveries of it; returns the users' ids. */
const happen = async (count = 1): Promise<string[]> => {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { status, text, body } = await node.call(createUser, { as, body: { userId: unique() } })
    expect(status, text).toBe(200)
    ids.push(String(body.id))
  }
  return ids
}

const Deliveries = z.object({ results: z.array(z.record(z.string(), z.unknown())) })

const deliveries = async (id: string, body: object = {}) => {
  const answer = await node.call(listWebhookDeliveries, { as, params: { id }, body })
  return Deliveries.parse(answer.body).results
}

/** Waits until so many deliveries of the webhook are there, and delivers none. */
const noted = async (id: string, count: number) => {
  const look = async () => {
    await node.takeNote()
    return (await deliveries(id)).length
  }
  await expect.poll(look, patient).toBe(count)
}

/** Delivers until so many deliveries of the webhook are there. */
const delivered = async (id: string, count = 1) => {
  const look = async () => {
    await node.deliver()
    return (await deliveries(id)).length
  }
  await expect.poll(look, patient).toBe(count)
  return deliveries(id)
}

/** After how long the webhook's one delivery would be tried again; it is in an hour from now. */
const putOff = async (id: string): Promise<number> => {
  const row = await test.ctx.db
    .selectFrom('webhook_deliveries')
    .select(['attempted_at', 'next_attempt_at'])
    .where('tenant_id', '=', test.tenant.id)
    .where('webhook_id', '=', id)
    .executeTakeFirstOrThrow()
  await test.ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: new Date(test.clock.now().getTime() + hour) })
    .where('tenant_id', '=', test.tenant.id)
    .where('webhook_id', '=', id)
    .execute()
  return Number(row.next_attempt_at) - Number(row.attempted_at)
}

describe('an event', () => {
  it('reaches the webhook that chose it, signed, and no other', async () => {
    const users = await add('/ok')
    const roles = await add('/ok', ['ROLE_*'])
    const before = test.clock.now().getTime()
    const [userId] = await happen()
    const [delivery] = await delivered(users.id)
    expect(delivery).toMatchObject({ state: 'DELIVERED', answerStatus: 200, attempts: 1 })
    expect(await deliveries(roles.id)).toEqual([])
    expect(receiver.received).toHaveLength(1)
    const [received] = receiver.received
    if (received === undefined) throw new Error('nothing came')
    expect(received.headers['webhook-signature']).toBe(expectedSignature(users.secret, received))
    expect(received.id).toBe(delivery?.id)
    const sentAt = Number(received.headers['webhook-timestamp']) * 1000
    expect(sentAt).toBeGreaterThan(before - 1000)
    expect(sentAt).toBeLessThanOrEqual(test.clock.now().getTime())
    expect(JSON.parse(received.body)).toMatchObject({
      id: delivery?.id,
      type: 'USER_CREATED',
      tenant: { id: test.tenant.id },
      data: { outcome: 'SUCCESS', detail: 'FULL', entity: { type: 'USERS', id: userId } },
    })
  })

  it('is signed by both secrets while they overlap, then by the new one', async () => {
    const { id, secret } = await add('/ok')
    const rotated = await node.call(rotateWebhookSecret, { as, params: { id }, body: {} })
    const next = String(rotated.body.secret)
    await happen()
    await delivered(id)
    await later(25 * hour)
    await happen()
    await delivered(id, 2)
    const [first, second] = receiver.received
    if (first === undefined || second === undefined) throw new Error('too few came')
    expect(first.headers['webhook-signature']).toBe(
      `${expectedSignature(next, first)} ${expectedSignature(secret, first)}`,
    )
    expect(second.headers['webhook-signature']).toBe(expectedSignature(next, second))
  })
})

describe('a receiver that fails', () => {
  it.each([
    ['/broken', 'ANSWER_REFUSED', 500],
    ['/redirect', 'REDIRECTED', 307],
    ['/cut', 'UNREACHABLE', null],
  ])(
    '%s is told as %s and tried again later, under the same id',
    { meta: { covers: ['S25'] } },
    async (path, failure, status) => {
      const { id } = await add(path)
      await happen()
      const [delivery] = await delivered(id)
      expect(delivery).toMatchObject({
        state: 'PENDING',
        attempts: 1,
        failure,
        answerStatus: status,
      })
      // Five seconds, less a fifth at most.
      expect(await putOff(id)).toBeGreaterThanOrEqual(4000)
      await node.deliver()
      expect(receiver.received).toHaveLength(1)
      await later(hour + 1)
      await node.deliver()
      expect(receiver.received.map((each) => each.id)).toEqual([delivery?.id, delivery?.id])
      expect(receiver.received.every((each) => each.path === path)).toBe(true)
    },
  )

  it('with an answer without end is cut off, and counts by its status', {
    meta: { covers: ['S25'] },
  }, async () => {
    const { id } = await add('/huge')
    await happen()
    expect(await delivered(id)).toMatchObject([{ state: 'DELIVERED', answerStatus: 200 }])
  })

  it('is given up after three days; its events can be sent again', async () => {
    const { id } = await add('/turning')
    await happen(2)
    await delivered(id, 2)
    await later(3 * day + hour)
    await node.deliver()
    expect(await deliveries(id, { state: 'DEAD' })).toHaveLength(2)
    const { body } = await node.call(readWebhook, { as, params: { id } })
    expect(body).toMatchObject({ state: 'FAILING', deadCount: 2 })
    receiver.answerWith(204)
    await later(hour)
    const [dead] = await deliveries(id)
    const params = { id, eventid: String(dead?.id) }
    const one = await node.call(replayWebhookDelivery, { as, params })
    expect(one.body).toMatchObject({ state: 'PENDING' })
    const twice = await node.call(replayWebhookDelivery, { as, params })
    expect(twice.body).toMatchObject({ errorCode: 'webhook_delivery_pending' })
    const rest = await node.call(replayDeadDeliveries, { as, params: { id } })
    expect(rest.body).toEqual({ count: 1 })
    await node.deliver()
    expect(await deliveries(id, { state: 'DELIVERED' })).toHaveLength(2)
    const ids = new Set(receiver.received.map((each) => each.id))
    expect(ids.size).toBe(2)
  })

  it('is switched off after five days, and who looks after it is told', async () => {
    const { id: verified, userId } = await buildAdmin(test.ctx)
    await buildAdmin(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', verified)
      .execute()
    const { id } = await add('/broken')
    await happen()
    await delivered(id)
    await later(5 * day + hour)
    await happen()
    // Its next turn switches it off: both events must be noted before.
    await noted(id, 2)
    await node.deliver()
    const { body } = await node.call(readWebhook, { as, params: { id } })
    expect(body).toMatchObject({ state: 'SWITCHED_OFF', enabled: false })
    await deliverNotices(test)
    const mails = test.outbox().filter(({ subject }) => subject.endsWith('was switched off'))
    expect(mails.map(({ to }) => to)).toEqual([`${userId}@example.test`])
    const seen = receiver.received.length
    await happen()
    await node.deliver()
    expect(receiver.received).toHaveLength(seen)
    const { webhook } = z.object({ webhook: z.record(z.string(), z.unknown()) }).parse(
      (
        await node.call(updateWebhook, {
          as,
          params: { id },
          body: { name: 'On again', url: body.url, events: ['USER_*'] },
        })
      ).body,
    )
    expect(webhook).toMatchObject({ state: 'ACTIVE', enabled: true })
  })
})

describe('a locked tenant', () => {
  it('has its deliveries wait, and go out as soon as it is unlocked', async () => {
    const { id } = await add('/ok')
    await happen()
    await noted(id, 1)
    await whileTenantLocked(test.ctx, node.deliver)
    expect(receiver.received).toEqual([])
    await node.deliver()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a receiver that hangs', () => {
  it('holds up no other webhook', async () => {
    const slow = await add('/slow')
    const quick = await add('/ok')
    await happen(3)
    await node.takeNote()
    const answered = async () => {
      await node.takeNote()
      await node.dispatcher.look()
      return receiver.received.filter(({ path }) => path === '/ok').length
    }
    await expect.poll(answered, patient).toBe(3)
    expect(receiver.waiting()).toBe(1)
    receiver.letGo()
    const all = async () => {
      receiver.letGo()
      await node.dispatcher.look()
      return (await deliveries(slow.id, { state: 'DELIVERED' })).length
    }
    await expect.poll(all, patient).toBe(3)
    expect(await deliveries(quick.id, { state: 'DELIVERED' })).toHaveLength(3)
  })
})
