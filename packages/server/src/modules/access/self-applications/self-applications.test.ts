import {
  changeFavoriteApplication,
  listOwnApplications,
} from '@signet/contract/access/self-applications'
import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser, signInAs } from '../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../testing/test-app.ts'
import { createOidcApplication } from '../../applications/oidc-applications/index.ts'
import { fieldOf } from '../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const openable = { initiateLoginUri: 'https://app.example.test/login?from=signet' }
const register = async ({ ctx }: Pick<TestTenant, 'ctx'>, name: string, more: object = openable) =>
  (
    await createOidcApplication(ctx, {
      name,
      applicationType: 'OIDC_WEB',
      redirectUris: ['https://app.example.test/cb'],
      ...more,
    })
  ).application

const someone = async () => signInAs(test.ctx, await buildUser(test.ctx))
const listed = async (as: string): Promise<readonly unknown[]> => {
  const answer = await test.call(listOwnApplications, { as })
  expect(answer.status, answer.text).toBe(200)
  return JSON.parse(answer.text)
}
const star = (as: string, applicationId: string, favorite = true) =>
  test.call(changeFavoriteApplication, { as, body: { applicationId, favorite } })

describe('the applications of the portal', () => {
  it('are those that say where a sign-in begins and are switched on, by name', async () => {
    await register(test, 'Zebra')
    const first = await register(test, 'Aardvark', { ...openable, description: 'Ants' })
    await register(test, 'Nowhere', {})
    await register(test, 'Off', { ...openable, enabled: false })
    const seen = await listed(await someone())
    expect(seen.map((one) => fieldOf(one, 'name'))).toEqual(['Aardvark', 'Zebra'])
    expect(seen[0]).toEqual({
      id: first.id,
      name: 'Aardvark',
      description: 'Ants',
      openUrl: `https://app.example.test/login?from=signet&iss=${encodeURIComponent(`${test.tenant.publicUrl}/api/oidc`)}`,
      favorite: false,
    })
  })

  it('are another tenant’s in no case', async () => {
    const other = await test.otherTenant()
    const { id } = await register(other, 'Elsewhere')
    const as = await someone()
    expect(JSON.stringify(await listed(as))).not.toContain('Elsewhere')
    expect((await star(as, id)).status).toBe(404)
  })

  it('keep what somebody likes best, for them alone, however often they say so', async () => {
    const { id } = await register(test, 'Liked')
    const [one, other] = [await someone(), await someone()]
    const isLiked = async (as: string) =>
      fieldOf(
        (await listed(as)).find((each) => fieldOf(each, 'id') === id),
        'favorite',
      )
    await Promise.all([star(one, id), star(one, id), star(one, id)])
    expect([await isLiked(one), await isLiked(other)]).toEqual([true, false])
    await star(one, id, false)
    expect((await star(one, id, false)).status).toBe(204)
    expect(await isLiked(one)).toBe(false)
  })

  it('take no star for what cannot be opened, nor for what is nothing', async () => {
    const as = await someone()
    const { id } = await register(test, 'Shut', {})
    expect((await star(as, id)).status).toBe(404)
    expect((await star(as, crypto.randomUUID())).status).toBe(404)
  })

  it('go with the next page once an administrator switches one off', async () => {
    const made = await register(test, 'Short-lived')
    const as = await someone()
    await star(as, made.id)
    const admin = (await buildAdmin(test.ctx)).token
    const body = { name: made.name, applicationType: made.applicationType, enabled: false }
    await test.call(updateOidcApplication, { as: admin, params: { id: made.id }, body })
    expect(JSON.stringify(await listed(as))).not.toContain('Short-lived')
  })
})
