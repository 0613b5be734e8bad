import { listAccessDecisions } from '@signet/contract/access/access-decisions'
import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
  listResourceRulesOf,
} from '@signet/contract/access/resource-rules'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  // The rules that a tenant begins with let everybody in, and one that lets in is enough.
  for (const { id } of JSON.parse((await test.call(listResourceRules, { as })).text)) {
    await test.call(deleteResourceRule, { as, params: { id } })
  }
})
afterAll(() => test.close())

const made: string[] = []
const add = async (rule: object) => {
  const name = `Rule ${made.length} ${Math.random()}`
  const body = { name, resourceId: 'USER_PORTAL' as const, ...rule }
  const answer = await test.call(createResourceRule, { as, body })
  expect(answer.status, answer.text).toBe(200)
  made.push(String(answer.body.id))
}
afterEach(async () => {
  for (const id of made.splice(0)) {
    await test.call(deleteResourceRule, { as, params: { id } })
  }
})

/** Nobody is there: tests come from this machine. */
const elsewhere = {
  type: 'IP' as const,
  points: 10,
  mode: 'ALLOWED' as const,
  addresses: ['203.0.113.0/24'],
  listIds: [],
}
const here = { ...elsewhere, addresses: ['127.0.0.0/8', '::1'] }

const proves = async (person: { readonly userId: string }, password = goodPassword) => {
  const browser = browserOf(test.call)
  await browser.query(person.userId)
  return { browser, answer: await browser.prove('PASSWORD', password) }
}

const decisionsOf = async (userid: string): Promise<Record<string, unknown>[]> =>
  JSON.parse((await test.call(listAccessDecisions, { as, params: { userid } })).text)

describe('a resource rule', () => {
  it('lets in at low risk, and the decision is kept', async () => {
    await add({ factors: [here] })
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body).toMatchObject({ authenticationCompleted: true })
    expect(await decisionsOf(person.id)).toMatchObject([
      { outcome: 'ALLOW', level: 'LOW', reproduced: true },
    ])
  })

  it('denies at high risk, and says why to the help desk alone', async () => {
    await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    const { answer } = await proves(person)
    expect(answer.status).toBe(403)
    expect(answer.body.errorCode).toBe('access_denied')
    expect(answer.text).not.toContain('203.0.113')
    expect(await decisionsOf(person.id)).toMatchObject([
      {
        outcome: 'DENY',
        level: 'HIGH',
        reproduced: true,
        rules: [
          { percent: 100, factors: [{ type: 'IP', failed: true, reason: 'OUTSIDE', points: 10 }] },
        ],
      },
    ])
  })

  it('tells nothing to whoever has proven nothing', async () => {
    await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    const { answer } = await proves(person, 'wrong')
    expect(answer.body.errorCode).toBe('invalid_user_response')
    expect(await decisionsOf(person.id)).toEqual([])
  })

  it('asks for a second factor that is there, and for none to be enrolled', async () => {
    await add({ factors: [elsewhere], highRisk: 'STEP_UP' })
    const bare = await buildPerson(test.ctx)
    expect((await proves(bare)).answer.body.errorCode).toBe('access_denied')
    const holder = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, holder.id)
    const { browser, answer } = await proves(holder)
    expect(answer.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
    test.clock.advance(31_000)
    const done = await browser.prove('TOKEN', token.code())
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it('asks for a code by mail where that is the only second factor', async () => {
    await add({ factors: [elsewhere], highRisk: 'STEP_UP' })
    const person = await buildPerson(test.ctx, { email: 'stepped@example.test' })
    const { browser, answer } = await proves(person)
    expect(answer.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
    const asked = await browser.challenge('OTP')
    expect(asked.status, asked.text).toBe(200)
  })

  it('is about its groups: who is in none has no way in', async () => {
    const inside = await buildPerson(test.ctx)
    const outside = await buildPerson(test.ctx)
    const group = await buildGroup(test.ctx, { members: [inside.id] })
    await add({ groupIds: [group.id] })
    expect((await proves(inside)).answer.body).toMatchObject({ authenticationCompleted: true })
    expect((await proves(outside)).answer.body.errorCode).toBe('access_denied')
    expect(await decisionsOf(outside.id)).toMatchObject([{ outcome: 'DENY', rule: null }])
  })

  it('lets in whom another denies, unless that one is strict', async () => {
    await add({ factors: [here] })
    await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body).toMatchObject({ authenticationCompleted: true })
    await add({ factors: [elsewhere], strict: true })
    expect((await proves(person)).answer.body.errorCode).toBe('access_denied')
  })

  it('for people says nothing of administrators', async () => {
    await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx, { administrator: true })
    expect((await proves(person)).answer.body.errorCode).toBeUndefined()
  })

  it('that is switched off says nothing', async () => {
    await add({ factors: [elsewhere], enabled: false })
    const person = await buildPerson(test.ctx)
    expect((await proves(person)).answer.body).toMatchObject({ authenticationCompleted: true })
  })

  it('is not made by an administrator of some groups', {
    meta: { covers: ['permissions.group-management'] },
  }, async () => {
    const group = await buildGroup(test.ctx)
    const limited = await buildAdmin(test.ctx, {
      permissions: [['CONTEXTRULES', 'ADD']],
      groupIds: [group.id],
    })
    const body = { name: 'Mine', resourceId: 'USER_PORTAL' as const }
    const answer = await test.call(createResourceRule, { as: limited.token, body })
    expect(answer.status).toBe(403)
  })

  it('is listed with its resource', async () => {
    await add({ factors: [here] })
    const params = { id: 'ADMIN_PORTAL' as const }
    const { text } = await test.call(listResourceRulesOf, { as, params })
    expect(text).not.toContain('"USER_PORTAL"')
  })
})

it('the two rules of a new tenant are about both portals and let everybody in', {
  meta: { covers: ['permissions.default-resource-rules'] },
}, async () => {
  const { ctx, call } = await test.otherTenant()
  const { token } = await buildAdmin(ctx)
  const { text } = await call(listResourceRules, { as: token })
  const open = { enabled: true, groupIds: [], factors: [], lowRisk: 'ALLOW' }
  expect(JSON.parse(text)).toMatchObject([
    { name: 'Administration Portal - Administrators', resourceId: 'ADMIN_PORTAL', ...open },
    { name: 'User Portal - All Users', resourceId: 'USER_PORTAL', ...open },
  ])
})
