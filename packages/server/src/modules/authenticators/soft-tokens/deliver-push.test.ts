import {
  deletePushSubscription,
  readPushSubscription,
  updatePushSubscription,
} from '@signet/contract/authenticators/push-subscriptions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import {
  createBrowser,
  startPushService,
  vapidOf,
} from '../../../../testing/access/push-service.ts'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { deliverPush } from './index.ts'

let test: TestApp
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  service = await startPushService(test)
  await test.testDatabase.asOwner((owner) =>
    owner.query(`update pgboss.queue set retry_delay = 0, retry_backoff = false
      where name = 'pushes'`),
  )
  await test.platform.queue.start()
  await handleInTenant(test.platform, { queue: 'pushes', work: deliverPush })
})
afterAll(async () => {
  service.close()
  await test.close()
})
beforeEach(() => void service.messages.splice(0))

const patient = { timeout: 60_000, interval: 50 }

/** Somebody whose app has a subscription. */
const subscribed = async (change: object = {}) => {
  const user = await buildPerson(test.ctx)
  const { app } = await buildSoftTokenApp(test, user.id)
  const browser = await createBrowser()
  const address = `${service.origin}/${user.id}`
  const body = { kind: 'WEB', address, keys: browser.keys, locale: 'de', ...change }
  const put = await app.ask(updatePushSubscription, { body })
  return { user, app, browser, put }
}

const signIn = async (userId: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  await browser.prove('PASSWORD', goodPassword)
  return browser.challenge('TOKENPUSH')
}

const arrived = async (count = 1) => {
  await expect.poll(() => service.messages.length, patient).toBe(count)
  const message = service.messages.at(-1)
  if (message === undefined) throw new Error('no message')
  return message
}

describe('an app that is closed', () => {
  it('is woken through its push service, which learns nothing of what is asked', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user, app, browser, put } = await subscribed()
    expect(put.status, put.text).toBe(204)
    const standing = await app.ask(readPushSubscription)
    expect(standing.body).toMatchObject({ subscribed: true })
    await signIn(user.userId)
    const message = await arrived()
    expect(message.path).toBe(`/${user.id}`)
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    expect(Number(message.headers.ttl)).toBeGreaterThan(0)
    expect(Number(message.headers.ttl)).toBeLessThanOrEqual(60)
    expect(await browser.read(message.body)).toEqual({
      title: 'Sind Sie es?',
      body: test.tenant.companyName,
    })
    const { key, claims } = await vapidOf(message)
    expect(key).toBe(standing.body.applicationServerKey)
    expect(claims).toMatchObject({ aud: service.origin, sub: test.tenant.publicUrl })
    const now = test.clock.now().getTime() / 1000
    expect(Number(claims.exp)).toBeGreaterThan(now)
    expect(Number(claims.exp)).toBeLessThanOrEqual(now + 86_400)
  })

  it('is tried again when its push service is busy', async () => {
    const { user, app } = await subscribed()
    service.answer(503)
    await signIn(user.userId)
    await arrived(2)
    expect((await app.ask(readPushSubscription)).body.subscribed).toBe(true)
  })

  /* Guard: `GONE` in `deliverTo` (deliver-push.ts). */
  it('is sent nothing more once its subscription has ended, and still asks for itself', async () => {
    const { user, app } = await subscribed()
    service.answer(410)
    await signIn(user.userId)
    await arrived()
    const isSubscribed = async () => (await app.ask(readPushSubscription)).body.subscribed
    await expect.poll(isSubscribed, patient).toBe(false)
    expect((await app.pending()).id).toMatch(/^[\da-f-]{36}$/)
  })

  /* Guard: `findWaiting` in `deliverPush`. */
  it('is not woken for what has been answered', { meta: { covers: ['S50'] } }, async () => {
    const { user, app } = await subscribed()
    const { body } = await signIn(user.userId)
    await arrived()
    const push = await app.pending()
    const number = String(fieldOf(body, 'push', 'number'))
    await app.answer(push, { decision: 'APPROVE', number })
    await deliverPush(test.ctx, { content: { push: push.id } })
    expect(service.messages).toHaveLength(1)
  })

  it('is not woken after it has taken its subscription back', async () => {
    const { user, app } = await subscribed()
    expect((await app.ask(deletePushSubscription)).status).toBe(204)
    await signIn(user.userId)
    await deliverPush(test.ctx, { content: { push: (await app.pending()).id } })
    expect(service.messages).toHaveLength(0)
  })
})

describe('a subscription', () => {
  /* Guard: `expectSound` in `subscribe` (subscriptions.ts). */
  it.each([
    'http://127.0.0.1:9/inside',
    'https://127.0.0.1/inside',
    'https://169.254.169.254/latest',
    'http://push.example.test/in-clear',
    'ftp://push.example.test/',
    'nowhere',
  ])('to %s is refused', async (address) => {
    const { put, app } = await subscribed({ address })
    expect(put.status, put.text).toBe(400)
    expect((await app.ask(readPushSubscription)).body.subscribed).toBe(false)
  })

  it('with a key that is no point of the curve is refused', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { keys } = await createBrowser()
    const { put } = await subscribed({ keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } })
    expect(put.status).toBe(400)
  })

  it('is nobody’s without a proof, and cannot be read back', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { app, browser } = await subscribed()
    expect((await test.call(readPushSubscription, {})).status).toBe(404)
    const shown = await app.ask(readPushSubscription)
    expect(shown.text).not.toContain(browser.keys.auth)
    expect(shown.text).not.toContain(service.origin)
  })
})
