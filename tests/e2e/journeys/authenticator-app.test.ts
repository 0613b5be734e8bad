import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { demonstrationPerson } from '../support/demonstration.ts'
import { startPushService, subscribingAt } from '../support/push-service.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'

/* The Signet Authenticator on a phone, and a sign-in at a desk. */

const person = demonstrationPerson('mateo.andersson')

let scene: Scene
let pushes: Awaited<ReturnType<typeof startPushService>>
let phone: Visitor
let desk: Visitor
beforeAll(async () => {
  pushes = await startPushService()
  const environment = { SIGNET_OUTBOUND_ALLOW: `http=localhost:${pushes.port}` }
  scene = await openScene({ demo: true, environment })
  scene.onClose(() => pushes.close())
  desk = await newVisitor(scene.browser)
  phone = await newVisitor(scene.browser)
  await phone.context.grantPermissions(['notifications'])
  await subscribingAt(phone.context, pushes.url)
})
afterAll(() => scene?.close())

interface Given {
  readonly method?: string
  readonly as?: string
  readonly body?: object
}

/** A call as an application of somebody's makes it. */
const call = async (path: string, { method = 'POST', as = '', body = {} }: Given) => {
  const { port } = new URL(scene.service.url)
  const response = await fetch(`http://127.0.0.1:${port}/api/web/${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(as === '' ? {} : { Authorization: `Bearer ${as}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  expect(response.ok, `${path}: ${text}`).toBe(true)
  const answer: unknown = JSON.parse(text)
  return answer
}

/** A text within an answer. */
const textAt = (answer: unknown, ...names: readonly string[]): string => {
  const found = names.reduce((value: unknown, name) => Object(value)[name], answer)
  expect(typeof found, names.join('.')).toBe('string')
  return String(found)
}

const signedIn = async (): Promise<string> => {
  const begun = await call('v2/authentication/users', { body: { userId: person.userId } })
  const authToken = textAt(begun, 'authToken')
  const done = await call('v1/authentication/users/authenticate/PASSWORD/complete', {
    body: { authToken, response: person.password },
  })
  return textAt(done, 'session', 'jwt', 'token')
}

const shownNotices = `navigator.serviceWorker.getRegistrations()
  .then((all) => Promise.all(all.map((one) => one.getNotifications())))
  .then((shown) => shown.flat().map(({ title, body }) => title + ' ' + body))`

describe('the app on a phone', () => {
  it('takes a token over, is woken for a sign-in at a desk and approves it', async () => {
    const as = await signedIn()
    const id = textAt(await call('v1/self/tokens/ENTRUST_SOFT_TOKEN', { as }), 'id')
    const begun = await call(`v1/self/tokens/${id}/activation`, { as })
    const link = textAt(begun, 'softToken', 'link')
    await phone.page.goto(link)
    await phone.page.getByRole('button', { name: 'Add', exact: true }).click()
    await phone.page.getByText('Type this code where you set up the app').waitFor()
    const shown = await phone.page.locator('.code').innerText()
    const registrationCode = shown.replaceAll(/\D/g, '')
    await call(`v1/self/tokens/${id}/registration`, {
      method: 'PUT',
      as,
      body: { registrationCode },
    })
    await phone.page.getByText('Type this code').waitFor({ state: 'hidden' })

    await desk.page.goto(scene.service.url)
    await givePassword(desk.page, person)
    await desk.page.getByText(/^\d\d$/).waitFor()
    await expect.poll(() => pushes.messages.length, { timeout: 20_000 }).toBe(1)
    expect(pushes.messages[0]).toMatchObject({ 'content-encoding': 'aes128gcm' })

    await phone.page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    const number = await desk.page.getByText(/^\d\d$/).innerText()
    await phone.page.getByLabel('Number in the browser').fill(number)
    await phone.page.getByRole('button', { name: 'Approve' }).click()
    await desk.page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    await phone.page.getByText('Approved.').waitFor()
  })

  it('shows a notice that its worker is handed while the app is closed', async () => {
    const { context, page } = phone
    const session = await context.newCDPSession(page)
    const found: string[] = []
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.filter(({ scopeURL }) => scopeURL.includes('/authenticator/push/'))
      found.push(...own.map((one) => one.registrationId))
    })
    await session.send('ServiceWorker.enable')
    await expect.poll(() => found.length, { timeout: 10_000 }).toBeGreaterThan(0)
    const registrationId = found[0] ?? ''
    const data = JSON.stringify({ title: 'Is it you?', body: 'Acme' })
    const origin = new URL(page.url()).origin
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    const notices = (): Promise<unknown> => page.evaluate(shownNotices)
    await expect.poll(notices, { timeout: 10_000 }).toEqual(['Is it you? Acme'])
    expect(phone.faults).toEqual([])
  })
})
