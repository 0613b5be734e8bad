import { GridChallenge } from '@signet/contract/access/authentication'
import {
  assignOwnGrid,
  challengeOwnGrid,
  changeOwnGridState,
  createOwnGrid,
  deleteOwnGrid,
  exportOwnGrid,
  mailOwnGrid,
  readOwnGrid,
} from '@signet/contract/access/self-grids'
import { updateAuthenticatorProvisioning } from '@signet/contract/settings/authenticatorprovisioning'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildGrid, buildUnassigned } from '../../../../testing/authenticators/grids.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const signedIn = async () => {
  const email = `${test.platform.ids.random(5).toString('hex')}@example.test`
  const user = await buildPerson(test.ctx, { email })
  return { user, as: await signInAs(test.ctx, user) }
}

const ask = async (as: string, serialNumber: string) => {
  const answer = await test.call(challengeOwnGrid, { as, body: { serialNumber } })
  return GridChallenge.parse(JSON.parse(answer.text))
}

const give = (as: string, serialNumber: string, response: string) =>
  test.call(assignOwnGrid, { as, body: { serialNumber, response } })

describe('a card in one’s hand', () => {
  it('becomes one’s own by what stands in its cells', async () => {
    const { as, user } = await signedIn()
    const card = await buildUnassigned(test.ctx)
    const { challenge } = await ask(as, card.serial)
    const taken = await give(as, card.serial, card.read(challenge))
    expect(taken.body).toMatchObject({ state: 'ACTIVE', user: { id: user.id }, numUses: 1 })
  })

  it('is activated by the same, when it is one’s own already', async () => {
    const { as, user } = await signedIn()
    const card = await buildGrid(test.ctx, user.id)
    const { challenge } = await ask(as, card.serial)
    expect((await give(as, card.serial, card.read(challenge))).body).toMatchObject({
      state: 'ACTIVE',
    })
  })

  it('stays where it is by a wrong answer, and three lock', {
    meta: { covers: ['S6'] },
  }, async () => {
    const { as } = await signedIn()
    const card = await buildUnassigned(test.ctx)
    const { challenge } = await ask(as, card.serial)
    for (const wrong of ['AAAA11', 'AAAA12', 'AAAA13']) {
      expect((await give(as, card.serial, wrong)).body.code).toBe('invalid_user_response')
    }
    const locked = await give(as, card.serial, card.read(challenge))
    expect(locked.body.code).toBe('invalid_user_response_locked')
  })

  it('is asked and refused like one that is not there, or another’s', {
    meta: { covers: ['S6'] },
  }, async () => {
    const { as } = await signedIn()
    const { user: other } = await signedIn()
    const theirs = await buildGrid(test.ctx, other.id)
    const shown = await ask(as, theirs.serial)
    const nobodys = await ask(as, '7')
    expect({ ...nobodys, serialNumbers: [] }).toEqual({ ...shown, serialNumbers: [] })
    const refused = await give(as, theirs.serial, theirs.read(shown.challenge))
    const missing = await give(as, '7', 'AAAA11')
    expect(refused.body.code).toBe('invalid_user_response')
    expect({ ...refused.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  })

  it('is taken once, however many answer at once', { meta: { covers: ['S11'] } }, async () => {
    const { as } = await signedIn()
    const card = await buildUnassigned(test.ctx)
    const { challenge } = await ask(as, card.serial)
    const answer = card.read(challenge)
    await test.ctx.db.deleteFrom('attempt_budgets').execute()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => give(as, card.serial, answer)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const row = await test.ctx.db
      .selectFrom('grids')
      .select('uses')
      .where('id', '=', card.id)
      .executeTakeFirst()
    expect(row?.uses).toBe(1)
  })

  it('is not taken without having been asked for cells', async () => {
    const { as } = await signedIn()
    const card = await buildUnassigned(test.ctx)
    expect((await give(as, card.serial, 'AAAA11')).body.code).toBe('grid_challenge_expired')
  })
})

describe('one’s own card', () => {
  it('is made, printed, mailed, switched off and deleted, after a fresh proof', async () => {
    const { as } = await signedIn()
    const made = await test.call(createOwnGrid, { as, body: {} })
    const id = String(made.body.id)
    const params = { id, gridid: id }
    expect(made.body).toMatchObject({ state: 'PENDING' })
    expect((await test.call(exportOwnGrid, { as, params, query: {} })).status).toBe(200)
    expect((await test.call(mailOwnGrid, { as, params, body: {} })).status).toBe(204)
    const off = await test.call(changeOwnGridState, { as, params, body: { state: 'INACTIVE' } })
    expect(off.body).toMatchObject({ state: 'INACTIVE' })
    test.clock.advance(11 * 60_000)
    for (const [endpoint, body] of [
      [createOwnGrid, {}],
      [exportOwnGrid, undefined],
      [mailOwnGrid, {}],
      [changeOwnGridState, { state: 'ACTIVE' }],
      [deleteOwnGrid, undefined],
    ] as const) {
      const late = await test.call(endpoint, {
        as,
        params,
        ...(body === undefined ? {} : { body }),
      })
      expect(late.body.code, endpoint.path).toBe('step_up_required')
    }
  })

  it('is nobody else’s to read or to touch', async () => {
    const { user } = await signedIn()
    const { as } = await signedIn()
    const { id } = await buildGrid(test.ctx, user.id)
    const params = { id, gridid: id }
    for (const [endpoint, body] of [
      [readOwnGrid, undefined],
      [exportOwnGrid, undefined],
      [mailOwnGrid, {}],
      [changeOwnGridState, { state: 'ACTIVE' }],
      [deleteOwnGrid, undefined],
    ] as const) {
      const answer = await test.call(endpoint, {
        as,
        params,
        ...(body === undefined ? {} : { body }),
      })
      expect(answer.status, endpoint.path).toBe(404)
    }
  })

  it('is not made where the tenant does not let people enrol cards', async () => {
    const admin = await buildAdmin(test.ctx)
    const change = (selfService: readonly string[]) =>
      test.call(updateAuthenticatorProvisioning, { as: admin.token, body: { selfService } })
    await change(['GOOGLE_AUTHENTICATOR'])
    const { as } = await signedIn()
    const made = await test.call(createOwnGrid, { as, body: {} })
    expect(made.body.code).toBe('authenticator_not_provisioned')
    await change(['GOOGLE_AUTHENTICATOR', 'FIDO', 'GRID'])
  })
})
