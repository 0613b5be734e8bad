import { createTenant as createBelow } from '@signet/contract/provider/tenants'
import { previewEmailTemplate } from '@signet/contract/settings/email-templates'
import {
  readSubscriber,
  resetSubscriberTheme,
  updateSubscriber,
} from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'

/* Guards: the order in `theme_above()`; the own theme comes first in page and mail. */

interface Place {
  readonly id: string
  readonly call: Call
  readonly as: string
  readonly hostname: string
}

let test: TestApp
let root: Place
let made = 0
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  root = {
    id: test.tenant.id,
    call: test.call,
    as: (await buildAdmin(test.ctx)).token,
    hostname: new URL(test.tenant.publicUrl).hostname,
  }
})
afterAll(() => test.close())

/** A tenant below a provider, with an administrator. */
const below = async (provider: Place, isSp: boolean): Promise<Place> => {
  made += 1
  const hostname = `i${made}.${provider.hostname}`
  const body = { companyName: `Tenant ${made}`, hostname, isSp, entitlement: { bundle: 'PLUS' } }
  const answer = await provider.call(createBelow, { as: provider.as, body })
  expect(answer.status, answer.text).toBe(201)
  const id = String(answer.body.id)
  const tenant = await createTenantFinder(test.platform.database).byId(id)
  if (tenant === null) throw new Error('there is no such tenant')
  await test.platform.keyRing.warm(id)
  const { token } = await buildAdmin(systemContext(test.platform, { tenant, name: 'test' }))
  const host = new URL(String(answer.body.publicUrl)).host
  return { id, call: createCall(test.app, host), as: token, hostname }
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

const wear = async ({ id, call, as }: Place, body: object): Promise<void> => {
  const answer = await call(updateSubscriber, { as, params: { id }, body })
  expect(answer.status, answer.text).toBe(200)
}
const takeOff = async ({ id, call, as }: Place): Promise<void> => {
  expect((await call(resetSubscriberTheme, { as, params: { id } })).status).toBe(200)
}
const shown = async ({ call }: Place) => {
  const { logo, colours, themeSource, motd } = (await call(readSubscriber)).body
  return { logo, colours, themeSource, motd }
}

const none = { logo: null, colours: {}, themeSource: 'DEFAULT', motd: {} }

describe('a tenant without a theme of its own', () => {
  it('has logo and colors of its provider, and not its message of the day', {
    meta: { covers: ['tenancy.branding-before-login'] },
  }, async () => {
    const reseller = await below(root, true)
    const customer = await below(reseller, false)
    expect(await shown(customer)).toEqual(none)
    const colours = { primary1: '#123456' }
    await wear(reseller, { logo: pixel, colours, motd: { en: 'For the reseller' } })
    expect(await shown(customer)).toEqual({
      logo: pixel,
      colours,
      themeSource: 'PROVIDER',
      motd: {},
    })
    expect((await shown(reseller)).themeSource).toBe('OWN')
  })

  it('has the theme of the nearest provider with one, until it has its own, and after it', async () => {
    const reseller = await below(root, true)
    const customer = await below(reseller, false)
    await wear(root, { colours: { primary1: '#111111' } })
    expect((await shown(customer)).colours).toEqual({ primary1: '#111111' })
    await wear(reseller, { colours: { primary1: '#222222' } })
    expect((await shown(customer)).colours).toEqual({ primary1: '#222222' })
    await wear(customer, { colours: { primary1: '#333333' } })
    expect(await shown(customer)).toMatchObject({
      colours: { primary1: '#333333' },
      themeSource: 'OWN',
    })
    await takeOff(customer)
    expect(await shown(customer)).toMatchObject({
      colours: { primary1: '#222222' },
      themeSource: 'PROVIDER',
    })
    await takeOff(root)
  })

  it('has nothing of another provider, and a provider nothing of its tenants', {
    meta: { covers: ['S21'] },
  }, async () => {
    const [one, other] = [await below(root, true), await below(root, true)]
    const customer = await below(other, false)
    await wear(one, { colours: { primary1: '#444444' } })
    await wear(customer, { colours: { primary1: '#555555' } })
    expect(await shown(other)).toEqual(none)
    expect(await shown(root)).toEqual(none)
  })

  it('has them in its emails', async () => {
    const reseller = await below(root, true)
    const customer = await below(reseller, false)
    const mail = async (): Promise<string> => {
      const { call, as } = customer
      const body = {
        type: 'newDevice',
        locale: 'en',
        subject: 'Hello',
        text: 'Hello',
        body: '<mjml><mj-body><mj-section border-top="4px solid {{accent}}"><mj-column><mj-text>Hello</mj-text></mj-column></mj-section></mj-body></mjml>',
      }
      const answer = await call(previewEmailTemplate, { as, body })
      expect(answer.status, answer.text).toBe(200)
      return String(answer.body.html)
    }
    expect(await mail()).not.toContain('#123456')
    await wear(reseller, { colours: { primary1: '#123456' } })
    expect(await mail()).toContain('#123456')
    await wear(customer, { colours: { primary1: '#654321' } })
    expect(await mail()).toContain('#654321')
  })
})
