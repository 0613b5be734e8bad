import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, textAt, tokenOf } from '../support/api.ts'
import { sharedBrowser } from '../support/browser.ts'
import { type Phone, startPhone } from '../support/phone.ts'
import { startPushService, subscribingAt } from '../support/push-service.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import { expectArrival, startWalk, type Walk } from '../support/walk.ts'

/* The Signet Authenticator on a phone, and sign-ins at a desk. */

const userId = 'mateo.andersson'

let scene: Scene
let pushes: Awaited<ReturnType<typeof startPushService>>
let phone: Phone
let walk: Walk
beforeAll(async () => {
  pushes = await startPushService()
  const environment = { SIGNET_OUTBOUND_ALLOW: `http=localhost:${pushes.port}` }
  scene = await openScene({ demo: true, environment })
  scene.onClose(() => pushes.close())
  walk = await startWalk(scene)
  phone = await startPhone(await sharedBrowser('whole'))
  await phone.visitor.context.grantPermissions(['notifications'])
  await subscribingAt(phone.visitor.context, pushes.url)
})
afterAll(() => scene?.close())

const shownNotices = `navigator.serviceWorker.getRegistrations()
  .then((all) => Promise.all(all.map((one) => one.getNotifications())))
  .then((shown) => shown.flat().map(({ title, body }) => title + ' ' + body))`

describe('the app on a phone', () => {
  it('takes a token over, is woken for a sign-in and approves it, and reports one that was not its owner’s', async () => {
    const as = await tokenOf(scene.service, userId)
    const ofToken = async (path: string, method = 'POST', body = {}): Promise<unknown> =>
      call(scene.service, `v1/self/tokens/${path}`, { as, method, body })
    const id = textAt(await ofToken('ENTRUST_SOFT_TOKEN'), 'id')
    const link = textAt(await ofToken(`${id}/activation`), 'softToken', 'link')
    const registrationCode = await phone.takeOver(link)
    const subscribed = phone.subscribed()
    await ofToken(`${id}/registration`, 'PUT', { registrationCode })
    await phone.isConfirmed()
    // A sign-in that asks before wakes no app.
    expect((await subscribed).ok()).toBe(true)

    const { page, whoever, knock } = await walk.meet(userId)
    await givePassword(page, whoever)
    await page.getByText(/^\d\d$/).waitFor()
    await expect.poll(() => pushes.messages.length).toBe(1)
    expect(pushes.messages[0]).toMatchObject({ 'content-encoding': 'aes128gcm' })
    await phone.approve(page)
    await expectArrival(page)
    await phone.visitor.page.getByText('Approved.').waitFor()

    await knock()
    await phone.tellThatItWasNotMe()
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByText('enter this number there').count()).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  })

  it('shows a notice that its worker is handed while the app is closed', async () => {
    const { context, page } = phone.visitor
    const session = await context.newCDPSession(page)
    const found: string[] = []
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.filter(({ scopeURL }) => scopeURL.includes('/authenticator/push/'))
      found.push(...own.map((one) => one.registrationId))
    })
    await session.send('ServiceWorker.enable')
    await expect.poll(() => found.length).toBeGreaterThan(0)
    const registrationId = found[0] ?? ''
    const data = JSON.stringify({ title: 'Is it you?', body: 'Acme' })
    const origin = new URL(page.url()).origin
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    const notices = (): Promise<unknown> => page.evaluate(shownNotices)
    await expect.poll(notices).toEqual(['Is it you? Acme'])
    expect([...phone.visitor.faults, ...walk.faults()]).toEqual([])
  })
})
