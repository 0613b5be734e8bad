import { changeOwnPassword, validateOwnPassword } from '@signet/contract/access/self-authenticators'
import { updateRadiusApplication } from '@signet/contract/applications/radius-applications'
import { setUserPassword } from '@signet/contract/authenticators/passwords'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildRadius } from '../../../../testing/access/radius.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guard: `warningsOf`. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

/** 128 bytes of UTF-8, and one more. */
const fits = `${'ñandú-Ω-'.repeat(11)}8cc7a`.slice(0, 93)
const bytes = (text: string): number => Buffer.byteLength(text)
const longest = `${fits}${'k'.repeat(128 - bytes(fits))}`
const long = `${longest}z`

const setBy = async (password: string) => {
  const user = await buildPerson(test.ctx)
  const body = { password, forceUpdate: false }
  return (await test.call(setUserPassword, { as, params: { userid: user.id }, body })).body.warnings
}

describe('a password that RADIUS cannot carry', () => {
  it('is told where the tenant has a RADIUS application, and set all the same', async () => {
    expect([bytes(longest), bytes(long)]).toEqual([128, 129])
    expect(await setBy(long)).toEqual([])
    const { applicationId: id } = await buildRadius(test)
    expect(await setBy(long)).toEqual(['radius_too_long'])
    expect(await setBy(longest)).toEqual([])
    const body = { name: 'VPN', enabled: false }
    await test.call(updateRadiusApplication, { as, params: { id }, body })
    expect(await setBy(long)).toEqual([])
    await test.call(updateRadiusApplication, {
      as,
      params: { id },
      body: { ...body, enabled: true },
    })
  })

  it('is told to its owner, before and after', async () => {
    const user = await buildPerson(test.ctx)
    const own = await signInAs(test.ctx, user)
    const candidate = { password: long }
    expect((await test.call(validateOwnPassword, { as: own, body: candidate })).body).toEqual({
      valid: true,
      failed: [],
      warnings: ['radius_too_long'],
    })
    const body = { currentPassword: goodPassword, newPassword: long }
    const { body: changed } = await test.call(changeOwnPassword, { as: own, body })
    expect(changed).toMatchObject({ status: 'ACTIVE', warnings: ['radius_too_long'] })
  })
})
