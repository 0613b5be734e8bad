import { createIpList } from '@signet/contract/access/ip-lists'
import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
  updateResourceRule,
} from '@signet/contract/access/resource-rules'
import {
  createWhatIf,
  deleteWhatIf,
  listWhatIfPeople,
  listWhatIfs,
  publishWhatIf,
  readWhatIf,
} from '@signet/contract/access/what-ifs'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, everyPermission } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { workOnWhatIf } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await test.platform.queue.stop()
  await test.close()
})

type Json = Record<string, unknown>
const known = async (): Promise<Json[]> =>
  JSON.parse((await test.call(listResourceRules, { as })).text)

/** Tests come from this machine: the only factor fails, so that the risk is high. */
const outside = {
  type: 'IP' as const,
  points: 10,
  mode: 'ALLOWED' as const,
  addresses: ['203.0.113.0/24'],
  listIds: [],
}
const inside = { ...outside, addresses: ['127.0.0.0/8', '::1'] }
const body = (name: string, rule: object = {}) => ({
  name,
  resourceId: 'USER_PORTAL' as const,
  ...rule,
})

let ruleId: string
beforeEach(async () => {
  for (const { id } of await known()) {
    await test.call(deleteResourceRule, { as, params: { id: String(id) } })
  }
  await test.ctx.db.deleteFrom('access_decisions').execute()
  const made = await test.call(createResourceRule, { as, body: body('All', { factors: [inside] }) })
  ruleId = String(made.body.id)
})

const signsIn = async (change: object = {}) => {
  const person = await buildPerson(test.ctx, change)
  const browser = browserOf(test.call)
  await browser.query(person.userId)
  await browser.prove('PASSWORD', goodPassword)
  return person
}

const tries = async (rule: object | null, id: string | null = ruleId) => {
  const change = {
    kind: 'RULE' as const,
    ruleId: id,
    rule: rule === null ? null : body('All', rule),
  }
  const answer = await test.call(createWhatIf, { as, body: { change } })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body.id)
}

/** As the queue would have it worked. */
const work = (id: string) =>
  workOnWhatIf(test.ctx, { content: { id }, signal: new AbortController().signal, isLast: true })

const looksAt = async (id: string, effect: 'BLOCKED' | 'STEPPED_UP' | 'LET_THROUGH') => {
  const answer = await test.call(listWhatIfPeople, { as, params: { id }, body: { effect } })
  expect(answer.status, answer.text).toBe(200)
  const results: Json[] = JSON.parse(answer.text).results
  return results
}
const reads = async (id: string) => (await test.call(readWhatIf, { as, params: { id } })).body

describe('a what-if check', () => {
  it('tells whom a changed rule would have kept out, and changes nothing', async () => {
    const person = await signsIn()
    const id = await tries({ factors: [outside] })
    await work(id)
    expect(await reads(id)).toMatchObject({
      state: 'DONE',
      progress: 100,
      decisions: 1,
      signIns: { blocked: 1, steppedUp: 0, letThrough: 0 },
      people: { blocked: 1, steppedUp: 0, letThrough: 0 },
    })
    expect(await looksAt(id, 'BLOCKED')).toMatchObject([
      { userId: person.id, signIns: 1, before: 'ALLOW', after: 'DENY' },
    ])
    expect(await looksAt(id, 'STEPPED_UP')).toEqual([])
    expect(await known()).toMatchObject([{ factors: [inside] }])
  })

  it('tells of a second factor that would be asked, and of who would be let through', async () => {
    await signsIn()
    const stepped = await tries({ factors: [outside], highRisk: 'STEP_UP' })
    await work(stepped)
    expect(await looksAt(stepped, 'STEPPED_UP')).toHaveLength(1)
    const params = { id: ruleId }
    await test.call(updateResourceRule, { as, params, body: body('All', { factors: [outside] }) })
    const opened = await tries({ factors: [] })
    await work(opened)
    expect(await looksAt(opened, 'LET_THROUGH')).toMatchObject([{ before: 'DENY', after: 'ALLOW' }])
  })

  it('knows who was in the groups of a rule', async () => {
    const member = await buildPerson(test.ctx)
    const group = await buildGroup(test.ctx, { members: [member.id] })
    const browser = browserOf(test.call)
    await browser.query(member.userId)
    await browser.prove('PASSWORD', goodPassword)
    await signsIn()
    const id = await tries({ factors: [inside], groupIds: [group.id] })
    await work(id)
    const blocked = await looksAt(id, 'BLOCKED')
    expect(blocked).toHaveLength(1)
    expect(blocked.map(({ userId }) => userId)).not.toContain(member.id)
  })

  it('counts somebody once, whatever stretches their sign-ins fall into, and goes on where it was', async () => {
    const person = await signsIn()
    const { resource: _told, ...row } = await test.ctx.db
      .selectFrom('access_decisions')
      .selectAll()
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 4500 }, () => ({
      ...row,
      id: test.ctx.platform.ids.uuid(),
      record: JSON.stringify(row.record),
    }))
    await test.ctx.db.insertInto('access_decisions').values(copies.slice(0, 2250)).execute()
    await test.ctx.db.insertInto('access_decisions').values(copies.slice(2250)).execute()
    const id = await tries({ factors: [outside] })
    await work(id)
    await work(id)
    expect(await reads(id)).toMatchObject({ decisions: 4501, signIns: { blocked: 4501 } })
    expect(await looksAt(id, 'BLOCKED')).toMatchObject([{ userId: person.id, signIns: 4501 }])
  })

  it('is published once somebody has looked at whom it concerns', async () => {
    await signsIn()
    const id = await tries({ factors: [outside] })
    const publish = (confirmation?: string) =>
      test.call(publishWhatIf, {
        as,
        params: { id },
        body: confirmation === undefined ? {} : { confirmation },
      })
    expect((await publish()).body.errorCode).toBe('what_if_not_viewed')
    await work(id)
    expect((await publish()).body.errorCode).toBe('what_if_not_viewed')
    await looksAt(id, 'BLOCKED')
    const done = await publish()
    expect(done.status, done.text).toBe(200)
    expect(done.body.publishedAt).not.toBeNull()
    expect(await known()).toMatchObject([{ id: ruleId, factors: [outside] }])
    expect((await publish()).body.errorCode).toBe('what_if_published')
  })

  it('is published unseen only with its name typed, and the audit log tells so', async () => {
    const id = await tries({ factors: [outside] })
    const publish = (confirmation: string) =>
      test.call(publishWhatIf, { as, params: { id }, body: { confirmation } })
    expect((await publish('Something')).status).toBe(400)
    expect(await known()).toMatchObject([{ factors: [inside] }])
    expect((await publish('All')).status).toBe(200)
    const told = await test.call(listAuditEvents, {
      as,
      body: { actions: ['WHAT_IF_PUBLISHED'], entityId: id },
    })
    expect(JSON.parse(told.text).results).toMatchObject([
      { attributes: { viewed: false, overridden: true } },
    ])
  })

  it('whose ground has moved is tried again', async () => {
    const id = await tries({ factors: [outside] })
    await work(id)
    await looksAt(id, 'BLOCKED')
    await test.call(createResourceRule, { as, body: body('Another') })
    const answer = await test.call(publishWhatIf, { as, params: { id }, body: {} })
    expect(answer.body.errorCode).toBe('what_if_outdated')
  })

  it('may take a rule away, or try one that is not there yet', async () => {
    await signsIn()
    const gone = await tries(null)
    await work(gone)
    expect(await looksAt(gone, 'LET_THROUGH')).toEqual([])
    const added = await tries({ strict: true, factors: [outside] }, null)
    await work(added)
    expect(await looksAt(added, 'BLOCKED')).toHaveLength(1)
    const params = { id: added }
    const answer = await test.call(publishWhatIf, { as, params, body: {} })
    expect(answer.body.errorCode).toBe('name_exists')
  })

  it('about measures and lists needs the right to change them', async () => {
    const limited = await buildAdmin(test.ctx, {
      permissions: [
        ['CONTEXTRULES', 'VIEW'],
        ['CONTEXTRULES', 'EDIT'],
      ],
    })
    const settings = { ...measures, samePlaceKm: 10 }
    const change = { kind: 'RBA' as const, settings }
    const answer = await test.call(createWhatIf, { as: limited.token, body: { change } })
    expect(answer.status).toBe(403)
    expect((await test.call(createWhatIf, { as, body: { change } })).status).toBe(201)
  })

  it.each([
    ['adds a rule', 'ADD'],
    ['takes a rule away', 'REMOVE'],
    ['changes a rule', null],
    ['changes a list', 'SETTINGS'],
    ['changes measures', 'SETTINGS'],
  ] as const)(
    'that %s is tried and published by whoever may do that itself',
    { meta: { covers: ['S22'] } },
    async (what, need) => {
      const list = { name: `Office ${what}`, addresses: ['203.0.113.0/24'] }
      const listed = await test.call(createIpList, { as, body: list })
      expect(listed.status, listed.text).toBe(201)
      const changes = {
        'adds a rule': { kind: 'RULE', ruleId: null, rule: body('Added') },
        'takes a rule away': { kind: 'RULE', ruleId, rule: null },
        'changes a rule': { kind: 'RULE', ruleId, rule: body('All', { factors: [outside] }) },
        'changes a list': { kind: 'IP_LIST', listId: String(listed.body.id), list },
        'changes measures': { kind: 'RBA', settings: measures },
      } as const
      const base = [
        ['CONTEXTRULES', 'VIEW'],
        ['CONTEXTRULES', 'EDIT'],
      ] as const
      const more =
        need === 'SETTINGS'
          ? (['SETTINGS', 'EDIT'] as const)
          : (['CONTEXTRULES', need ?? 'EDIT'] as const)
      const enough = (await buildAdmin(test.ctx, { permissions: [...base, more] })).token
      const others = everyPermission.filter((one) => one.join() !== more.join() || need === null)
      const lacking = (await buildAdmin(test.ctx, { permissions: others })).token
      const send = { body: { change: changes[what] } }
      const without = need === null ? 201 : 403
      expect((await test.call(createWhatIf, { as: lacking, ...send })).status).toBe(without)
      const made = await test.call(createWhatIf, { as: enough, ...send })
      expect(made.status, made.text).toBe(201)
      const publication = {
        params: { id: String(made.body.id) },
        body: { confirmation: String(made.body.name) },
      }
      const published = await test.call(publishWhatIf, { as: lacking, ...publication })
      expect(published.status).toBe(need === null ? 200 : 403)
      const again = await test.call(publishWhatIf, { as: enough, ...publication })
      expect(again.body.errorCode ?? again.status).toBe(need === null ? 'what_if_published' : 200)
    },
  )

  it('is not for administrators of some groups, and people are for whoever may see users', async () => {
    const id = await tries({ factors: [outside] })
    const group = await buildGroup(test.ctx)
    const permissions = [
      ['CONTEXTRULES', 'VIEW'],
      ['CONTEXTRULES', 'EDIT'],
    ] as const
    const limited = await buildAdmin(test.ctx, { permissions, groupIds: [group.id] })
    const blind = await buildAdmin(test.ctx, { permissions })
    const change = { kind: 'RULE' as const, ruleId, rule: null }
    const made = await test.call(createWhatIf, { as: limited.token, body: { change } })
    expect(made.status).toBe(403)
    for (const one of [limited, blind]) {
      const answer = await test.call(listWhatIfPeople, {
        as: one.token,
        params: { id },
        body: { effect: 'BLOCKED' },
      })
      expect(answer.status).toBe(403)
    }
  })

  it('is deleted, and is over after 30 days', async () => {
    const id = await tries(null)
    expect((await test.call(deleteWhatIf, { as, params: { id } })).status).toBe(204)
    expect((await test.call(readWhatIf, { as, params: { id } })).status).toBe(404)
    expect((await test.call(listWhatIfs, { as })).text).not.toContain(id)
  })
})

const measures = {
  locationsKept: true,
  historyDays: 90,
  samePlaceKm: 100,
  maximumSpeedKmPerHour: 900,
  historySignIns: 1,
}
