import { createSamlApplication } from '@signet/contract/applications/saml-applications'
import { createUserToken } from '@signet/contract/authenticators/tokens'
import { createGroup } from '@signet/contract/identity/groups'
import { createOrganization } from '@signet/contract/identity/organizations'
import { createSiteRole } from '@signet/contract/identity/roles'
import { createUserAttribute } from '@signet/contract/identity/user-attributes'
import { createUser } from '@signet/contract/identity/users'
import { createEnrollment } from '@signet/contract/issuance/enrollments'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../testing/builders.ts'
import { buildWorkflow } from '../../testing/issuance/workflows.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/* Guards: `storedKey` of user attributes; `titleKey` of enrollments; the bytes of an entity ID. An index holds 2,704 bytes a row. */

let test: TestApp
let as: string
let userid: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  userid = (await buildUser(test.ctx)).id
})
afterAll(() => test.close())

/** Letters of three bytes each, in no order that a database could pack. */
const letters = (count: number, last = '末'): string => {
  let seed = 1
  const next = (): string => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCodePoint(0x4e_00 + (seed % 20_000))
  }
  return `${Array.from({ length: count - 1 }, next).join('')}${last}`
}

const viewing = [{ entityType: 'USERS', view: true, add: false, edit: false, remove: false }]

describe('a text of as many letters as a field takes, three bytes each', () => {
  it.each<[string, Endpoint, () => { readonly params?: object; readonly body: object }]>([
    ['a group', createGroup, () => ({ body: { name: letters(128), externalId: letters(256) } })],
    [
      'an organization',
      createOrganization,
      () => ({ body: { name: letters(128), displayName: letters(128) } }),
    ],
    [
      'a role',
      createSiteRole,
      () => ({
        body: { name: letters(100), description: letters(500), permissions: viewing },
      }),
    ],
    [
      'a token',
      createUserToken,
      () => ({
        params: { userid, type: 'GOOGLE_AUTHENTICATOR' },
        body: { label: letters(100) },
      }),
    ],
  ])('is kept whole for %s', async (_what, endpoint, given) => {
    const sent = given()
    const answer = await test.call(endpoint, { as, ...sent })
    expect(answer.status, answer.text).toBeLessThan(300)
    const { permissions: _given, ...texts } = { permissions: null, ...sent.body }
    expect(answer.body).toMatchObject(texts)
  })

  it('is kept and told from others as the value of a unique attribute', async () => {
    const made = await test.call(createUserAttribute, {
      as,
      body: { name: 'Long number', type: 'TEXT', unique: true },
    })
    expect(made.status, made.text).toBeLessThan(300)
    const userAttributeId = String(made.body.id)
    let count = 0
    const create = (value: string) =>
      test.call(createUser, {
        as,
        body: {
          userId: `long-text-${(count += 1)}`,
          userAttributeValues: [{ userAttributeId, value }],
        },
      })
    const first = await create(letters(1024))
    expect(first.status, first.text).toBe(200)
    expect((await create(letters(1024, '始'))).status).toBe(200)
    expect((await create(letters(1024))).body['errorCode']).toBe('user_exists')
  })

  it('is kept in both names of an enrollment, by which lists are ordered', async () => {
    const longest = { maximumLength: 500 }
    const { workflowId } = await buildWorkflow(test.ctx, {
      changes: { 'First name': longest, 'Last name': longest },
    })
    const values = { 'First name': letters(500), 'Last name': letters(500) }
    const made = await test.call(createEnrollment, { as, body: { workflowId, values } })
    expect(made.status, made.text).toBe(200)
    expect(made.body).toMatchObject({ title: `${letters(500)} ${letters(500)}`, values })
  })

  it('is rejected as the entity ID of a SAML application', async () => {
    const answer = await test.call(createSamlApplication, {
      as,
      body: {
        name: 'Long entity ID',
        entityId: letters(1024),
        assertionConsumers: [{ index: 0, url: 'https://sp.example.test/acs' }],
      },
    })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('too_long')])
  })
})
