import {
  readSupportAndResources,
  readSupportContact,
  updateSupportContact,
} from '@signet/contract/provider/support'
import { createTenant } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { version } from '../../../platform/version.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'

/* Guards: `distance > 0` and the order by distance in `support_contact_above()`; `expectVersion`. */

interface Place {
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
    call: test.call,
    as: (await buildAdmin(test.ctx)).token,
    hostname: new URL(test.tenant.publicUrl).hostname,
  }
})
afterAll(() => test.close())

/** A tenant below a provider, with an administrator. */
const below = async (provider: Place, isSp: boolean): Promise<Place> => {
  made += 1
  const hostname = `s${made}.${provider.hostname}`
  const body = { companyName: `Tenant ${made}`, hostname, isSp, entitlement: { bundle: 'PLUS' } }
  const answer = await provider.call(createTenant, { as: provider.as, body })
  expect(answer.status, answer.text).toBe(201)
  const id = String(answer.body.id)
  const tenant = await createTenantFinder(test.platform.database).byId(id)
  if (tenant === null) throw new Error('there is no such tenant')
  await test.platform.keyRing.warm(id)
  const { token } = await buildAdmin(systemContext(test.platform, { tenant, name: 'test' }))
  const host = new URL(String(answer.body.publicUrl)).host
  return { call: createCall(test.app, host), as: token, hostname }
}

const contact = (name: string) => ({
  name,
  email: 'help@reseller.example',
  telephone: '+1 202 555 0142',
  hours: 'Monday to Friday, 9 to 17',
})
const nothing = { name: null, email: null, telephone: null, hours: null }

const setContact = async ({ call, as }: Place, body: object) => {
  const answer = await call(updateSupportContact, { as, body })
  expect(answer.status, answer.text).toBe(200)
}
const shownTo = async ({ call, as }: Place): Promise<unknown> =>
  fieldOf((await call(readSupportAndResources, { as })).body, 'contact')

describe('the support contact', () => {
  it('of a provider is shown to its tenants, with the name of the provider', {
    meta: { covers: ['purpose.provider-admins'] },
  }, async () => {
    const reseller = await below(root, true)
    const customer = await below(reseller, false)
    expect(await shownTo(customer)).toBeNull()
    await setContact(reseller, contact('Help desk'))
    expect(await shownTo(customer)).toEqual({ companyName: 'Tenant 1', ...contact('Help desk') })
    expect((await reseller.call(readSupportContact, { as: reseller.as })).body).toEqual(
      contact('Help desk'),
    )
  })

  it('of the nearest provider comes first, and the one above where that is removed', async () => {
    const reseller = await below(root, true)
    const customer = await below(reseller, false)
    await setContact(root, contact('Operators'))
    await setContact(reseller, contact('Help desk'))
    expect(fieldOf(await shownTo(customer), 'name')).toBe('Help desk')
    expect(fieldOf(await shownTo(reseller), 'name')).toBe('Operators')
    await setContact(reseller, nothing)
    expect(await shownTo(customer)).toEqual({
      companyName: test.tenant.companyName,
      ...contact('Operators'),
    })
    await setContact(root, nothing)
  })

  it('is not the provider’s own, and no one else’s', { meta: { covers: ['S21'] } }, async () => {
    const reseller = await below(root, true)
    const other = await below(root, true)
    const customer = await below(other, false)
    await setContact(reseller, contact('Help desk'))
    for (const place of [reseller, other, customer, root]) expect(await shownTo(place)).toBeNull()
  })

  it('is changed by providers alone, over the version that was read', async () => {
    const reseller = await below(root, true)
    const customer = await below(reseller, false)
    const { call, as } = customer
    expect((await call(updateSupportContact, { as, body: nothing })).status).toBe(403)
    expect((await call(readSupportContact, { as })).status).toBe(403)
    await setContact(reseller, contact('First'))
    const late = await reseller.call(updateSupportContact, {
      as: reseller.as,
      body: contact('Late'),
      headers: { 'if-match': '"0"' },
    })
    expect(late.status).toBe(412)
    expect(fieldOf(await shownTo(customer), 'name')).toBe('First')
  })

  it.each([
    ['an address that is none', { email: 'help' }],
    ['two lines of hours', { hours: 'Monday\nTuesday' }],
    ['an empty name', { name: ' ' }],
  ])('is rejected with %s', async (_what, change) => {
    const body = { ...contact('Help desk'), ...change }
    expect((await root.call(updateSupportContact, { as: root.as, body })).status).toBe(400)
  })
})

it('the page of support says which version runs, and that changes are accepted', async () => {
  const { body } = await root.call(readSupportAndResources, { as: root.as })
  expect(body).toEqual({ version, acceptsChanges: true, contact: null })
})
