import {
  completeOwnFidoRegistration,
  deleteOwnFidoToken,
  startOwnFidoRegistration,
  updateOwnFidoToken,
} from '@signet/contract/access/self-authenticators'
import { unlinkOwnIdentity } from '@signet/contract/access/upstream-sign-in'
import {
  createOidcIdentityProvider,
  unlinkUserIdentity,
} from '@signet/contract/applications/identity-providers'
import { deleteFidoToken } from '@signet/contract/authenticators/fido'
import { deleteUserPassword } from '@signet/contract/authenticators/passwords'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { buildPerson, fieldOf } from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards, each of which one of these fails without: `hasWayIn` in `keepingAWayIn`; `holdWaysIn` in
// `locked` of passkeys, in `takeAway` of passwords, in `unlinkOwn` and in `unlinkForAdministrator`.

let test: TestApp
let admin: string
beforeAll(async () => {
  test = await startTestApp()
  admin = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const codeOf = (answer: Answer): unknown => answer.body.errorCode
const statusOf = ({ status }: Answer): number => status

const addPasskey = async (as: string): Promise<string> => {
  const begun = await test.call(startOwnFidoRegistration, { as })
  const challenge = String(fieldOf(begun.body.fidoOptions, 'challenge'))
  const passkey = createAuthenticator(new URL(test.tenant.publicUrl).origin)
  const fidoResponse = passkey.register({ challenge })
  const { body, text } = await test.call(completeOwnFidoRegistration, {
    as,
    body: { fidoResponse, name: 'Key' },
  })
  expect(body.id, text).toBeDefined()
  return String(body.id)
}

let providers = 0
const addAccount = async (userId: string): Promise<string> => {
  providers += 1
  const name = `Upstream ${providers}`
  const body = { name, issuer: 'https://login.example', clientId: 'signet', clientSecret: 'secret' }
  const made = await test.call(createOidcIdentityProvider, { as: admin, body })
  expect(made.status, made.text).toBe(200)
  const id = test.platform.ids.uuid()
  await test.ctx.db
    .insertInto('linked_identities')
    .values({
      id,
      tenant_id: test.tenant.id,
      user_id: userId,
      provider_id: String(made.body.id),
      issuer: 'https://login.example',
      subject: `subject-${providers}`,
      label: 'somebody',
      linked_at: test.clock.now(),
    })
    .execute()
  return id
}

const build = async (password?: null) => {
  const user = await buildPerson(test.ctx, password === null ? { password } : {})
  return { user, as: await signInAs(test.ctx, user) }
}

describe('the only passkey of somebody without a password', () => {
  it('is neither removed nor switched off by its owner', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { as } = await build(null)
    const fidoid = await addPasskey(as)
    const params = { fidoid }
    expect(codeOf(await test.call(deleteOwnFidoToken, { as, params }))).toBe('passkey_last')
    const off = await test.call(updateOwnFidoToken, { as, params, body: { state: 'INACTIVE' } })
    expect([off.status, codeOf(off)]).toEqual([409, 'passkey_last'])
    const renamed = await test.call(updateOwnFidoToken, { as, params, body: { name: 'Mine' } })
    expect([renamed.status, renamed.body.state]).toEqual([200, 'ACTIVE'])
  })

  it('goes once there is another way in', async () => {
    const { user, as } = await build(null)
    const fidoid = await addPasskey(as)
    await addAccount(user.id)
    expect(statusOf(await test.call(deleteOwnFidoToken, { as, params: { fidoid } }))).toBe(204)
  })
})

describe('two ways in that are the only ones', () => {
  it('are not both removed at once: two passkeys', { meta: { covers: ['S10'] } }, async () => {
    const { as } = await build(null)
    const passkeys = [await addPasskey(as), await addPasskey(as)]
    const answers = await whileHeld(test.ctx, 'fido_credentials', () =>
      Promise.all(
        passkeys.map((fidoid) => test.call(deleteOwnFidoToken, { as, params: { fidoid } })),
      ),
    )
    expect(answers.map(statusOf).toSorted()).toEqual([204, 409])
  })

  it('are not both removed at once: a passkey and an account elsewhere', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { user, as } = await build(null)
    const fidoid = await addPasskey(as)
    const id = await addAccount(user.id)
    const remove = () =>
      Promise.all([
        test.call(deleteOwnFidoToken, { as, params: { fidoid } }),
        test.call(unlinkOwnIdentity, { as, params: { id } }),
      ])
    const answers = await whileHeld(test.ctx, 'fido_credentials', () =>
      whileHeld(test.ctx, 'linked_identities', remove),
    )
    expect(answers.map(statusOf).toSorted()).toEqual([204, 409])
    expect(
      answers.map(codeOf).some((code) => /^(?:passkey|linked_identity)_last$/.test(`${code}`)),
    ).toBe(true)
  })

  // The embedded database does one thing after the other.
  if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
    it.each(['password', 'passkey', 'account'] as const)(
      'are not both gone when an administrator takes the %s from who takes the other one',
      { meta: { covers: ['S10'] } },
      async (taken) => {
        const { user, as } = await build(taken === 'password' ? undefined : null)
        const fidoid = taken === 'passkey' ? await addPasskey(as) : ''
        const id = await addAccount(user.id)
        const another = taken === 'account' ? await addAccount(user.id) : ''
        const take = {
          password: () => test.call(deleteUserPassword, { as: admin, params: { userid: user.id } }),
          passkey: () => test.call(deleteFidoToken, { as: admin, params: { fidoid } }),
          account: () =>
            test.call(unlinkUserIdentity, {
              as: admin,
              params: { id: user.id, linkid: another },
            }),
        }
        const held = {
          password: { table: 'passwords', column: 'user_id', value: user.id },
          passkey: { table: 'fido_credentials', column: 'id', value: fidoid },
          account: { table: 'linked_identities', column: 'id', value: another },
        }
        const [byAdministrator, byOwner] = await whileHeld(
          test.ctx,
          held[taken],
          ({ untilWaiting }) =>
            Promise.all([
              take[taken](),
              untilWaiting(1).then(() => test.call(unlinkOwnIdentity, { as, params: { id } })),
            ]),
          { waiting: 2 },
        )
        expect(byAdministrator.status, byAdministrator.text).toBe(204)
        expect(byOwner.status, byOwner.text).toBe(409)
        const listed = await test.ctx.db
          .selectFrom('linked_identities')
          .select('id')
          .where('tenant_id', '=', test.tenant.id)
          .where('user_id', '=', user.id)
          .execute()
        expect(listed).toEqual([{ id }])
      },
    )
  }
})
