import { createUser, updateUser } from '@signet/contract/identity/users'
import { updateGeneralSettings } from '@signet/contract/settings/general'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

/* Guard: `findNamedOrMailed` of accounts.repository.ts. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const newAddress = (): string => `person-${(count += 1)}@acme.example`

const signIn = async (identifier: string): Promise<number> => {
  const browser = browserOf(test.call)
  await browser.query(identifier)
  return (await browser.prove('PASSWORD', goodPassword)).status
}

const allow = async (emailSignIn: boolean): Promise<void> => {
  const answer = await test.call(updateGeneralSettings, { as, body: { emailSignIn } })
  expect(answer.status, answer.text).toBe(200)
}

describe('a mail address', () => {
  it('signs in the one person who has proven it, however it is spelled', async () => {
    const email = newAddress()
    await buildPerson(test.ctx, { email: email.replace('p', 'P') })
    expect(await signIn(email)).toBe(200)
    expect(await signIn(email.toUpperCase())).toBe(200)
    expect(await signIn(`${email} `)).toBe(200)
  })

  it('signs its owner in by the domain in letters or in ASCII', async () => {
    // Guard: asciiMail in findByIdentifier.
    await buildPerson(test.ctx, { email: 'ann@xn--bcher-kva.example' })
    expect(await signIn('Ann@Bücher.example')).toBe(200)
    expect(await signIn('ann@xn--bcher-kva.example')).toBe(200)
  })

  it('signs no one in who has not proven it, or shares it', async () => {
    const [unproven, shared] = [newAddress(), newAddress()]
    const { id } = await buildPerson(test.ctx)
    await test.ctx.db.updateTable('users').set({ email: unproven }).where('id', '=', id).execute()
    await buildPerson(test.ctx, { email: shared })
    expect(await signIn(shared)).toBe(200)
    await buildPerson(test.ctx, { email: shared.toUpperCase() })
    expect([await signIn(unproven), await signIn(shared)]).toEqual([401, 401])
  })

  it('is nobody’s where it is the user id or alias of somebody else', async () => {
    const email = newAddress()
    await buildPerson(test.ctx, { email })
    await buildPerson(test.ctx, { userId: email, password: null })
    expect(await signIn(email)).toBe(401)
  })

  it('signs no one in where the tenant does not let it', async () => {
    const email = newAddress()
    await buildPerson(test.ctx, { email })
    await allow(false)
    expect(await signIn(email)).toBe(401)
    await allow(true)
    expect(await signIn(email)).toBe(200)
  })
})

describe('an administrator', () => {
  it('says that an address is proven, as of people brought along from another system', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const body = { userId: `user-${count}`, email, emailVerified: true }
    const made = await test.call(createUser, { as, body: { ...body, password: goodPassword } })
    expect(made.body).toMatchObject({ email, emailVerified: true })
    const params = { id: String(made.body.id) }
    const change = async (wanted: object) =>
      (await test.call(updateUser, { as, params, body: wanted })).body.emailVerified
    expect(await change({ email: other })).toBe(false)
    expect(await change({ emailVerified: true })).toBe(true)
    expect(await change({ firstName: 'Ada' })).toBe(true)
    expect(await change({ email, emailVerified: true })).toBe(true)
    expect(await change({ emailVerified: false })).toBe(false)
    expect(await change({ email: null, emailVerified: true })).toBe(false)
  })
})
