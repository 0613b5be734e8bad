import {
  evaluateDecision,
  listAccessDecisions,
  listDecisions,
  readDecision,
} from '@signet/contract/access/access-decisions'
import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
} from '@signet/contract/access/resource-rules'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin, buildGroup } from '../../../../testing/builders.ts'
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
const add = async (rule: object): Promise<string> => {
  const name = `Rule ${made.length} ${Math.random()}`
  const body = { name, resourceId: 'USER_PORTAL' as const, ...rule }
  const answer = await test.call(createResourceRule, { as, body })
  expect(answer.status, answer.text).toBe(200)
  made.push(String(answer.body.id))
  return name
}
const removeRules = async () => {
  for (const id of made.splice(0)) await test.call(deleteResourceRule, { as, params: { id } })
}
afterEach(removeRules)

/** Nobody is there: tests come from this machine. */
const elsewhere = {
  type: 'IP' as const,
  points: 10,
  mode: 'ALLOWED' as const,
  addresses: ['203.0.113.0/24'],
  listIds: [],
}

const proves = async (person: { readonly userId: string }) => {
  const browser = browserOf(test.call)
  await browser.query(person.userId)
  return browser.prove('PASSWORD', goodPassword)
}

interface Told {
  readonly results: readonly { readonly id: string; readonly userId: string }[]
}
const lists = async (body: object, who = as): Promise<Told['results']> => {
  const answer = await test.call(listDecisions, { as: who, body })
  expect(answer.status, answer.text).toBe(200)
  return JSON.parse(answer.text).results
}
const newestOf = async ({ id }: BuiltUser): Promise<string> =>
  (await lists({ userId: id }))[0]?.id ?? ''
const reads = async (id: string) => (await test.call(readDecision, { as, params: { id } })).body
const evaluates = async (id: string) =>
  (await test.call(evaluateDecision, { as, params: { id } })).body

describe('a denied sign-in', () => {
  it('is told by the number of its decision, which says why', async () => {
    const rule = await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    const answer = await proves(person)
    expect(answer.body.errorCode).toBe('access_denied')
    const { decision } = JSON.parse(answer.text).parameters
    expect(await reads(decision)).toMatchObject({
      outcome: 'DENY',
      level: 'HIGH',
      rule,
      refusal: null,
      userId: person.id,
      userName: person.userId,
      address: '127.0.0.1',
      proven: ['PASSWORD'],
      rules: [
        {
          name: rule,
          percent: 100,
          mediumFrom: 30,
          factors: [{ failed: true, reason: 'OUTSIDE', asked: { addresses: ['203.0.113.0/24'] } }],
        },
      ],
      facts: { deviceKnown: false, knownPlaces: 0, lastPlace: null },
    })
  })

  it('has a decision too where a lock and no rule is the reason', async () => {
    const person = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('id', '=', person.id)
      .execute()
    const answer = await proves(person)
    expect(answer.body.errorCode).toBe('user_locked')
    const { decision } = JSON.parse(answer.text).parameters
    const told = await reads(decision)
    expect(told).toMatchObject({ outcome: 'DENY', refusal: 'USER_LOCKED', rules: [], facts: null })
  })

  it('keeps beside the lock what the rules made of it', async () => {
    const rule = await add({})
    const person = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('id', '=', person.id)
      .execute()
    const { decision } = JSON.parse((await proves(person)).text).parameters
    expect(await reads(decision)).toMatchObject({
      outcome: 'DENY',
      refusal: 'USER_LOCKED',
      rule,
      reproduced: true,
    })
  })

  it('names the decision in its audit event', async () => {
    await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    const { decision } = JSON.parse((await proves(person)).text).parameters
    const body = { entityId: person.id, outcome: 'DENIED' as const }
    const events = JSON.parse((await test.call(listAuditEvents, { as, body })).text)
    expect(events.results[0].attributes).toMatchObject({
      transaction: decision,
      reason: 'access_denied',
    })
  })

  it('names none where the answer was wrong', { meta: { covers: ['S29'] } }, async () => {
    await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(person.userId)
    const answer = await browser.prove('PASSWORD', 'wrong')
    expect(JSON.parse(answer.text).parameters).toBeUndefined()
    expect(await lists({ userId: person.id })).toEqual([])
  })
})

describe('decisions', () => {
  it('are found by person, outcome, risk, what was to be opened, time and number', async () => {
    await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    await proves(person)
    const id = await newestOf(person)
    const own = { userId: person.id }
    const now = test.clock.now().getTime()
    const at = (millis: number) => new Date(now + millis).toISOString()
    for (const found of [
      { id },
      { ...own, outcome: 'DENY' },
      { ...own, level: 'HIGH' },
      { ...own, resourceId: 'USER_PORTAL' },
      { ...own, from: at(-1000), until: at(1000) },
    ]) {
      expect(
        (await lists(found)).map((one) => one.id),
        JSON.stringify(found),
      ).toEqual([id])
    }
    for (const missed of [
      { ...own, outcome: 'ALLOW' },
      { ...own, level: 'LOW' },
      { ...own, resourceId: 'ADMIN_PORTAL' },
      { ...own, from: at(1000) },
      { ...own, until: at(-1000) },
    ]) {
      expect(await lists(missed), JSON.stringify(missed)).toEqual([])
    }
  })

  it('come in pages, the newest first', async () => {
    await add({})
    const person = await buildPerson(test.ctx)
    for (let times = 0; times < 3; times += 1) {
      await proves(person)
      test.clock.advance(1000)
    }
    const body = { userId: person.id, limit: 2 }
    const first = JSON.parse((await test.call(listDecisions, { as, body })).text)
    expect(first.paging.total).toBe(3)
    const cursor = first.paging.nextCursor
    const second = JSON.parse(
      (await test.call(listDecisions, { as, body: { ...body, cursor } })).text,
    )
    const times = [...first.results, ...second.results].map(({ decidedAt }) => decidedAt)
    expect(times).toHaveLength(3)
    expect(times).toEqual(times.toSorted().toReversed())
    const back = second.paging.prevCursor
    const again = await test.call(listDecisions, { as, body: { ...body, cursor: back } })
    expect(JSON.parse(again.text).results).toEqual(first.results)
  })

  it('are seen of the people whom an administrator manages, of no others', {
    meta: { covers: ['S21'] },
  }, async () => {
    await add({})
    const [inside, outside] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const group = await buildGroup(test.ctx, { members: [inside.id] })
    await proves(inside)
    await proves(outside)
    const limited = await buildAdmin(test.ctx, {
      permissions: [['USERS', 'VIEW']],
      groupIds: [group.id],
    })
    const seen = await lists({}, limited.token)
    expect(new Set(seen.map(({ userId }) => userId))).toEqual(new Set([inside.id]))
    const id = await newestOf(outside)
    for (const endpoint of [readDecision, evaluateDecision]) {
      const answer = await test.call(endpoint, { as: limited.token, params: { id } })
      expect(answer.status).toBe(404)
    }
  })
})

describe('a decision judged again', () => {
  it('comes out equal, and says what it would be by the rules of today', async () => {
    const rule = await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    await proves(person)
    const id = await newestOf(person)
    expect(await evaluates(id)).toMatchObject({
      equal: true,
      differences: [],
      recorded: { outcome: 'DENY', level: 'HIGH', rule },
      again: { outcome: 'DENY', level: 'HIGH', rule },
      today: { outcome: 'DENY' },
    })
    await removeRules()
    expect(await evaluates(id)).toMatchObject({ equal: true, today: null })
    const open = await add({})
    expect(await evaluates(id)).toMatchObject({ today: { outcome: 'ALLOW', rule: open } })
  })

  it('tells each thing in which the record does not lead to what it says', async () => {
    const rule = await add({ factors: [elsewhere] })
    const person = await buildPerson(test.ctx)
    await proves(person)
    const id = await newestOf(person)
    const row = await test.ctx.db
      .selectFrom('access_decisions')
      .select('record')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const record = JSON.parse(
      JSON.stringify(row.record)
        .replaceAll('"failed":true', '"failed":false')
        .replaceAll('"percent":100', '"percent":0'),
    )
    record.judgement.outcome = 'ALLOW'
    await test.ctx.db
      .updateTable('access_decisions')
      .set({ record: JSON.stringify(record) })
      .where('id', '=', id)
      .execute()
    const told = JSON.parse((await test.call(evaluateDecision, { as, params: { id } })).text)
    expect(told.equal).toBe(false)
    expect(told.differences).toEqual([
      { what: 'OUTCOME', rule: null, factor: null, recorded: 'ALLOW', again: 'DENY' },
      { what: 'PERCENT', rule, factor: null, recorded: '0', again: '100' },
      { what: 'FACTOR', rule, factor: 'IP', recorded: 'false OUTSIDE', again: 'true OUTSIDE' },
    ])
    const all = await test.call(listAccessDecisions, { as, params: { userid: person.id } })
    expect(JSON.parse(all.text)[0].reproduced).toBe(false)
  })
})
