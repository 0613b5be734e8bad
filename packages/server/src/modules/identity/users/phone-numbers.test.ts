import {
  challengeExtraAttribute,
  challengeOptionalAttribute,
  completeExtraAttribute,
  completeOptionalAttribute,
} from '@signet/contract/access/contact-verification'
import { createUserAttribute } from '@signet/contract/identity/user-attributes'
import { createUser, updateUser } from '@signet/contract/identity/users'
import { updateTenantSettings } from '@signet/contract/settings/tenant'
import { extensionFault } from '@signet/rules/phone-form'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { runFile } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { userSets } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

/** As the tenant is now; jobs get it anew as they begin. */
const present = (): TestApp => ({ ...test, tenant: { ...test.tenant, phoneCountry: country } })
let country: string | null = null

/** A number of each country; null for one that none is told of. */
const numbers: Readonly<Record<string, string>> = { DE: '030 901820', FR: '01 42 68 53 00' }

/** Requests know it within a second: then they read a number of that country, or no longer one of the last. */
const inCountry = async (phoneCountry: string | null): Promise<void> => {
  const mobile = numbers[phoneCountry ?? country ?? 'DE']
  country = phoneCountry
  const { status, text } = await test.call(updateTenantSettings, { as, body: { phoneCountry } })
  expect(status, text).toBe(200)
  const isTaken = async (): Promise<boolean> =>
    (await test.call(createUser, { as, body: { userId: userId(), mobile } })).status < 300
  await expect.poll(isTaken, { interval: 300 }).toBe(phoneCountry !== null)
}

let count = 0
const userId = (): string => `caller-${(count += 1)}`

/** Each door that takes a user's number: what is stored by it, or the fault. */
const doors: Readonly<Record<string, (number: string) => Promise<unknown>>> = {
  'a new user': async (mobile) => {
    const { status, body } = await test.call(createUser, { as, body: { userId: userId(), mobile } })
    return status === 201 || status === 200 ? body.mobile : body.fields
  },
  'a change of a user': async (phone) => {
    const { id } = await buildUser(test.ctx)
    const { status, body } = await test.call(updateUser, { as, params: { id }, body: { phone } })
    return status === 200 ? body.phone : body.fields
  },
  'an import': async (number) => {
    const content = `userId;mobile\n${userId()};${number}\n`
    const [row] = await runFile(present(), { kind: 'importusers', as, content })
    if (row?.action !== 'CREATE') return [{ message: row?.message }]
    const { mobile } = await test.ctx.db
      .selectFrom('users')
      .select('mobile')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', String(row.subjectId))
      .executeTakeFirstOrThrow()
    return mobile
  },
  'an import of LDIF': async (number) => {
    const name = userId()
    const content = `dn: uid=${name}\nuid: ${name}\ntelephoneNumber: ${number}\n`
    const [row] = await runFile(present(), { kind: 'importusers', as, content })
    if (row?.action !== 'CREATE') return [{ message: row?.message }]
    const { phone } = await test.ctx.db
      .selectFrom('users')
      .select('phone')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', String(row.subjectId))
      .executeTakeFirstOrThrow()
    return phone
  },
  'self-service': async (value) => {
    const email = `${userId()}@example.test`
    const self = await signInAs(test.ctx, await buildUser(test.ctx, { email }))
    const asked = { attribute: 'mobile', value }
    const { status, body } = await test.call(challengeOptionalAttribute, { as: self, body: asked })
    if (status !== 200) return body.fields
    const given = { attribute: 'mobile', response: await mailedCode(test, email) }
    return (await test.call(completeOptionalAttribute, { as: self, body: given })).body.mobile
  },
}

/* Guard: `numberOf` and `faultOf` of phone-numbers.ts. */
describe('a national number', () => {
  it.each(Object.entries(doors))(
    'is stored as E.164 by the country of the tenant: %s',
    { meta: { covers: ['phone-for-country'] } },
    async (_name, put) => {
      await inCountry('DE')
      expect(await put('030 901820')).toBe('+4930901820')
      await inCountry('FR')
      expect(await put('01 42 68 53 00')).toBe('+33142685300')
      expect(await put('+49 30 901820')).toBe('+4930901820')
    },
  )

  it.each(Object.entries(doors))(
    'says what is missing where the tenant has no country: %s',
    async (_name, put) => {
      await inCountry(null)
      const message = 'needs + and the country code, as the tenant has no phone country'
      expect(await put('030 901820')).toMatchObject([{ message: expect.stringContaining(message) }])
      const none = await put('+49 1')
      expect(none).toMatchObject([
        { message: expect.stringContaining('is not a telephone number') },
      ])
    },
  )

  it.each(Object.entries(doors))(
    'is read as directories write it, and not with an extension: %s',
    async (name, put) => {
      await inCountry('DE')
      for (const number of ['tel:+49-30-901820', '\u202a+49 30 901820\u202c']) {
        expect(await put(number)).toBe('+4930901820')
      }
      // The file of this import is divided by semicolons.
      const another = name === 'an import' ? [] : ['tel:+1-415-555-2671;ext=5']
      for (const number of ['+1 415 555 2671 x123', '+49 30 901820 ext. 5', ...another]) {
        expect(await put(number)).toMatchObject([
          { message: expect.stringContaining(extensionFault) },
        ])
      }
    },
  )

  it('in an own attribute is one too', async () => {
    await inCountry('DE')
    const made = { name: 'Desk', type: 'PHONE', userEditable: true }
    const attribute = String((await test.call(createUserAttribute, { as, body: made })).body.id)
    const given = [{ userAttributeId: attribute, value: '030 901820' }]
    const body = { userId: userId(), userAttributeValues: given }
    const stored = { userAttributeId: attribute, value: '+4930901820' }
    const extended = [{ userAttributeId: attribute, value: '030 901820 x12' }]
    const refused = await test.call(createUser, {
      as,
      body: { ...body, userAttributeValues: extended },
    })
    expect(refused.body.fields).toMatchObject([{ message: extensionFault }])
    expect((await test.call(createUser, { as, body })).body.userAttributeValues).toEqual([stored])
    const email = `${userId()}@example.test`
    const self = await signInAs(test.ctx, await buildUser(test.ctx, { email }))
    const asked = { attribute, value: '030 901821' }
    await test.call(challengeExtraAttribute, { as: self, body: asked })
    const proven = { attribute, response: await mailedCode(test, email) }
    const changed = await test.call(completeExtraAttribute, { as: self, body: proven })
    expect(changed.text).toContain('+4930901821')
  })

  it('of an identity provider is one too, or left out', async () => {
    const tenant = { ...test.tenant, phoneCountry: 'JP' }
    const ctx = { ...test.ctx, tenant }
    expect(await userSets.numberOf(ctx, '090-1234-5678')).toBe('+819012345678')
    expect(await userSets.numberOf(ctx, 'extension 12')).toBeNull()
  })
})
