import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { createUserGrid } from '@signet/contract/authenticators/grids'
import { createUserTempAccessCode } from '@signet/contract/authenticators/temp-access-codes'
import { changeUserState } from '@signet/contract/identity/users'
import { updateHeldStatements } from '@signet/contract/settings/heldstatements'
import { updateTempAccessCodeSettings } from '@signet/contract/settings/tempaccesscode'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { deliverNotices } from '../../../../testing/access/mail.ts'
import { buildPerson } from '../../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { tenantContexts } from '../../../app/tenant-jobs.ts'
import { buildPasskey } from '../../../security/sweep/rows.ts'
import { checkHeldStatements } from './index.ts'

// Guards: `broken_at` in `checkTenant` (once), `endWatch`, `lockWatch` in `holdingStatements`.

let test: TestApp
let as: string
let acting: BuiltUser
let chief: Awaited<ReturnType<typeof buildPerson>> & { readonly email: string }
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const admin = await buildAdmin(test.ctx)
  acting = admin
  as = admin.token
  const email = 'chief@example.test'
  chief = { ...(await buildPerson(test.ctx, { administrator: true, email })), email }
  const made = await becomesDefault(['FIDO', 'GRID', 'TEMP_ACCESS_CODE'])
  if (made.status !== 200) throw new Error(made.text)
})
afterAll(() => test.close())

let flows = 0
const becomesDefault = (secondFactors: readonly string[]) => {
  flows += 1
  const asked = { secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER', default: true }
  const firstFactors = ['PASSWORD', 'PASSKEY']
  const named = { ...standardFlow, name: `Flow ${flows}`, firstFactors, secondFactors }
  return test.call(createAuthenticationFlow, { as, body: { ...named, ...asked } })
}

const keys = () =>
  test.ctx.db.deleteFrom('fido_credentials').where('tenant_id', '=', test.tenant.id)

beforeEach(async () => {
  await hold(false)
  await test.ctx.db.deleteFrom('grids').where('tenant_id', '=', test.tenant.id).execute()
  await keys().execute()
  for (const { id } of [acting, chief]) await buildPasskey(test.ctx, id)
  const held = await hold(true)
  if (held.status !== 200) throw new Error(held.text)
})

/** In a new session: the clock moves within these tests. */
const hold = async (administratorsPhishingResistant: boolean) => {
  as = await signInAs(test.ctx, acting)
  return test.call(updateHeldStatements, { as, body: { administratorsPhishingResistant } })
}

/** The check, when it is due again. */
const check = (): Promise<void> => {
  test.clock.advance(600_000)
  return checkHeldStatements(test.platform, tenantContexts(test.platform, 'held-statements'))
}

const told = async (): Promise<readonly string[]> => {
  const rows = await test.ctx.db
    .selectFrom('audit_events')
    .select('action')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', 'like', 'HELD_STATEMENT_%')
    .orderBy('occurred_at')
    .execute()
  return rows.map(({ action }) => action)
}
const toldSince = async (before: number) => (await told()).slice(before)

describe('a change that would break what is held', () => {
  it.each([
    ['a grid card for an administrator', createUserGrid],
    ['a temporary access code for an administrator', createUserTempAccessCode],
  ] as const)('is refused: %s', async (_what, endpoint) => {
    const open = { administrators: true }
    await hold(false)
    await test.call(updateTempAccessCodeSettings, { as, body: open })
    await hold(true)
    const given = { as, params: { userid: chief.id }, body: {} }
    expect((await test.call(endpoint, given)).body.errorCode).toBe('held_statement_broken')
  })

  it('is refused: an administrator without a passkey who is enabled again', async () => {
    const left = await buildPerson(test.ctx, { administrator: true })
    await test.ctx.db
      .updateTable('users')
      .set({ state: 'INACTIVE' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', left.id)
      .execute()
    const given = { as, params: { id: left.id }, body: { state: 'ACTIVE' } }
    expect((await test.call(changeUserState, given)).body.errorCode).toBe('held_statement_broken')
  })
})

describe('a statement that is held', () => {
  it('is told as broken once, and as true again once', { meta: { covers: ['S10'] } }, async () => {
    const before = (await told()).length
    await check()
    expect(await toldSince(before)).toEqual([])
    await keys().where('user_id', '=', chief.id).execute()
    await check()
    await check()
    expect(await toldSince(before)).toEqual(['HELD_STATEMENT_BROKEN'])
    await buildPasskey(test.ctx, chief.id)
    await check()
    await check()
    expect(await toldSince(before)).toEqual(['HELD_STATEMENT_BROKEN', 'HELD_STATEMENT_RESTORED'])
  })

  it('is told to super administrators by mail, by no one’s name', async () => {
    const broken = 'is reachable without a phishing-resistant factor, although'
    const sent = () =>
      test.outbox().filter(({ to, text }) => to === chief.email && text.includes(broken))
    await deliverNotices(test)
    const before = sent().length
    await keys().where('user_id', '=', chief.id).execute()
    await check()
    await check()
    await deliverNotices(test)
    expect(sent()).toHaveLength(before + 1)
    expect(sent().every(({ text }) => text.includes('By: Automatic check'))).toBe(true)
  })

  it('is checked by one of two nodes', async () => {
    const before = (await told()).length
    await keys().where('user_id', '=', chief.id).execute()
    await Promise.all([check(), check()])
    expect(await toldSince(before)).toEqual(['HELD_STATEMENT_BROKEN'])
  })

  it('is checked no longer once it is released, and anew when it is held again', async () => {
    const before = (await told()).length
    await keys().where('user_id', '=', chief.id).execute()
    await check()
    await hold(false)
    await check()
    await buildPasskey(test.ctx, chief.id)
    await hold(true)
    await check()
    expect(await toldSince(before)).toEqual(['HELD_STATEMENT_BROKEN'])
  })
})

describe('two changes at the same time', () => {
  it('do not break together what each of them keeps', async () => {
    expect((await becomesDefault(['FIDO'])).status).toBe(200)
    const given = { as, params: { userid: chief.id }, body: {} }
    const answers = await whileHeld(
      test.ctx,
      'held_statement_watches',
      () => Promise.all([becomesDefault(['FIDO', 'GRID']), test.call(createUserGrid, given)]),
      { waiting: 2 },
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
