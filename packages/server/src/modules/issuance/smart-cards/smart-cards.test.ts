import {
  deleteSmartCard,
  listAssignedSmartCards,
  listUnassignedSmartCards,
  readSmartCard,
  type SmartCardChange,
  updateSmartCard,
} from '@signet/contract/issuance/smart-cards'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { buildSmartCard } from '../../../../testing/issuance/smart-cards.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const read = (id: string, who = as) => test.call(readSmartCard, { as: who, params: { id } })
const change = (id: string, body: z.input<typeof SmartCardChange>, who = as) =>
  test.call(updateSmartCard, { as: who, params: { id }, body })
const remove = (id: string, who = as) => test.call(deleteSmartCard, { as: who, params: { id } })

const serialsOf = (body: { results?: unknown }): readonly string[] =>
  (Array.isArray(body.results) ? body.results : []).map(({ serialNumber }) => serialNumber)

const unassigned = async (body: object, who = as) =>
  serialsOf((await test.call(listUnassignedSmartCards, { as: who, body })).body)
const assigned = async (body: object, who = as) =>
  serialsOf((await test.call(listAssignedSmartCards, { as: who, body })).body)

const rights = (['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const).map(
  (action) => ['SMARTCARDS', action] as const,
)
const limitedTo = async (groupIds: readonly string[]) =>
  (await buildAdmin(test.ctx, { groupIds, permissions: rights })).token

describe('a card of the inventory', () => {
  it('is read, changed under its ETag and deleted', async () => {
    const { id, serial, csn } = await buildSmartCard(test.ctx)
    const first = await read(id)
    expect(first.body).toMatchObject({ serialNumber: serial, csn, state: 'UNASSIGNED', user: null })
    const params = { id }
    const group = await buildGroup(test.ctx)
    const body = { serialNumber: `${serial}-B`, csn: '04:a2:b3:c4', cardType: 'PROX' } as const
    const ifMatch = String(first.headers.etag)
    const saved = await test.call(updateSmartCard, {
      as,
      params,
      body: { ...body, groups: [group.id] },
      headers: { 'if-match': ifMatch },
    })
    expect(saved.body).toMatchObject({
      serialNumber: `${serial}-B`,
      csn: '04A2B3C4',
      cardType: 'PROX',
      groups: [{ id: group.id, name: group.name }],
    })
    const late = await test.call(updateSmartCard, {
      as,
      params,
      body,
      headers: { 'if-match': ifMatch },
    })
    expect(late.status).toBe(412)
    expect((await remove(id)).status).toBe(204)
    expect((await read(id)).status).toBe(404)
  })

  it('is given to one person, and taken back before another has it', {
    meta: { covers: ['S65'] },
  }, async () => {
    const { id } = await buildSmartCard(test.ctx)
    const [ada, grace] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const given = await change(id, { userId: ada.id })
    expect(given.body).toMatchObject({
      state: 'ASSIGNED',
      user: { id: ada.id, name: ada.userId },
      assignDate: expect.any(String),
    })
    const group = await buildGroup(test.ctx)
    const refused = [
      await change(id, { userId: grace.id }),
      await change(id, { withdrawn: true }),
      await change(id, { groups: [group.id] }),
      await remove(id),
    ]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(
      refused.map(() => 'smart_card_in_use'),
    )
    const back = await change(id, { userId: null, withdrawn: true })
    expect(back.body).toMatchObject({ state: 'WITHDRAWN', user: null, assignDate: null })
    expect((await change(id, { userId: grace.id })).body.errorCode).toBe('smart_card_withdrawn')
    const again = await change(id, { userId: grace.id, withdrawn: false })
    expect(again.body).toMatchObject({ state: 'ASSIGNED', user: { id: grace.id } })
  })

  it('is given to one of two people at the same moment', async () => {
    const { id } = await buildSmartCard(test.ctx)
    const people = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const both = await Promise.all(people.map((user) => change(id, { userId: user.id })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = people[both.findIndex(({ status }) => status === 200)]
    expect((await read(id)).body).toMatchObject({ user: { id: winner?.id } })
  })

  it('goes once, or is given and stays, when both happen at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await buildSmartCard(test.ctx)
      const user = await buildUser(test.ctx)
      const [first, second, given] = await Promise.all([
        remove(id),
        remove(id),
        change(id, { userId: user.id }),
      ])
      const gone = [first, second].filter(({ status }) => status === 204)
      expect(gone).toHaveLength(given.status === 200 ? 0 : 1)
      expect((await read(id)).status).toBe(given.status === 200 ? 200 : 404)
    }
  })

  it('is nobody’s again once its person is deleted', async () => {
    const { id } = await buildSmartCard(test.ctx)
    const user = await buildUser(test.ctx)
    await change(id, { userId: user.id })
    await test.ctx.db
      .deleteFrom('users')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    expect((await read(id)).body).toMatchObject({ state: 'UNASSIGNED', assignDate: null })
  })

  it('shares neither of its numbers with another', { meta: { covers: ['S65'] } }, async () => {
    const [one, other] = [await buildSmartCard(test.ctx), await buildSmartCard(test.ctx)]
    const bodies = [{ serialNumber: one.serial.toUpperCase() }, { csn: one.csn?.toLowerCase() }]
    for (const body of bodies) {
      expect((await change(other.id, body)).body.errorCode).toBe('smart_card_exists')
    }
  })

  it('is told in the journal', { meta: { covers: ['S65'] } }, async () => {
    const { id } = await buildSmartCard(test.ctx)
    await change(id, { withdrawn: true })
    await remove(id)
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select(['action', 'entity'])
      .where('tenant_id', '=', test.tenant.id)
      .where('entity_id', '=', id)
      .execute()
    const entity = 'SMARTCARDS'
    expect(events.toSorted((one, other) => one.action.localeCompare(other.action))).toEqual([
      { action: 'SMART_CARD_CREATED', entity },
      { action: 'SMART_CARD_DELETED', entity },
      { action: 'SMART_CARD_UPDATED', entity },
    ])
  })
})

describe('the lists of cards', () => {
  it('go page by page by serial number, both ways', async () => {
    for (const serial of ['page-1', 'PAGE-2', 'page-3']) await buildSmartCard(test.ctx, { serial })
    const page = async (body: object) => {
      const wanted = { search: 'page-', limit: 2, ...body }
      const { text } = await test.call(listUnassignedSmartCards, { as, body: wanted })
      return listUnassignedSmartCards.answer.parse(JSON.parse(text))
    }
    const first = await page({})
    expect(serialsOf(first)).toEqual(['page-1', 'PAGE-2'])
    const second = await page({ cursor: first.paging.nextCursor })
    expect(serialsOf(second)).toEqual(['page-3'])
    expect(serialsOf(await page({ cursor: second.paging.prevCursor }))).toEqual([
      'page-1',
      'PAGE-2',
    ])
    expect(first.paging).toMatchObject({ total: 3, estimated: false })
    expect(await unassigned({ search: 'Page-', descending: true })).toEqual([
      'page-3',
      'PAGE-2',
      'page-1',
    ])
  })

  it('are narrowed by chip, type, state, group and person', async () => {
    const group = await buildGroup(test.ctx)
    const user = await buildUser(test.ctx)
    await buildSmartCard(test.ctx, { serial: 'few-1', csn: 'ABCDEF0123' })
    await buildSmartCard(test.ctx, { serial: 'few-2', card_type: 'ICLASS', groups: [group.id] })
    const third = await buildSmartCard(test.ctx, { serial: 'few-3' })
    const fourth = await buildSmartCard(test.ctx, { serial: 'few-4' })
    await change(third.id, { withdrawn: true })
    await change(fourth.id, { userId: user.id })
    const few = { search: 'few-' }
    expect(await unassigned({ search: 'ab:cd:ef' })).toEqual(['few-1'])
    expect(await unassigned({ ...few, cardType: 'ICLASS' })).toEqual(['few-2'])
    expect(await unassigned({ ...few, groupId: group.id })).toEqual(['few-2'])
    expect(await unassigned({ ...few, state: 'WITHDRAWN' })).toEqual(['few-3'])
    expect(await unassigned({ ...few, state: 'UNASSIGNED' })).toEqual(['few-1', 'few-2'])
    expect(await assigned(few)).toEqual(['few-4'])
    expect(await assigned({ userId: user.id })).toEqual(['few-4'])
  })
})

describe('cards and administrators of some groups', () => {
  it('show, and are touched, within their groups alone', {
    meta: { covers: ['S22', 'S65'] },
  }, async () => {
    const [mine, theirs] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const token = await limitedTo([mine.id])
    const seen = await buildSmartCard(test.ctx, { serial: 'mine-1', groups: [mine.id, theirs.id] })
    const hidden = [
      await buildSmartCard(test.ctx, { serial: 'mine-2', groups: [theirs.id] }),
      await buildSmartCard(test.ctx, { serial: 'mine-3' }),
    ]
    expect(await unassigned({ search: 'mine-' }, token)).toEqual(['mine-1'])
    expect(await unassigned({ search: 'mine-', groupId: theirs.id }, token)).toEqual([])
    expect((await read(seen.id, token)).body.groups).toEqual([{ id: mine.id, name: mine.name }])
    for (const { id } of hidden) {
      const answers = [await read(id, token), await change(id, {}, token), await remove(id, token)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  })

  it('keep the groups that the administrator does not know of', {
    meta: { covers: ['S22', 'S65'] },
  }, async () => {
    const [mine, theirs] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const token = await limitedTo([mine.id])
    const { id } = await buildSmartCard(test.ctx, { groups: [mine.id, theirs.id] })
    expect((await change(id, { groups: [] }, token)).body.errorCode).toBe('rights_not_held')
    const foreign = await change(id, { groups: [theirs.id] }, token)
    expect(foreign.body.errorCode).toBe('group_not_found')
    expect((await change(id, { groups: [mine.id] }, token)).status).toBe(200)
    const { groups } = readSmartCard.answer.parse((await read(id)).body)
    expect(groups.map((group) => group.id).toSorted()).toEqual([mine.id, theirs.id].toSorted())
  })

  it('follow the person who has them', { meta: { covers: ['S22', 'S65'] } }, async () => {
    const mine = await buildGroup(test.ctx)
    const [member, stranger] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const group = await buildGroup(test.ctx, { members: [member.id] })
    const token = await limitedTo([mine.id, group.id])
    const one = await buildSmartCard(test.ctx, { serial: 'held-1', groups: [mine.id] })
    const two = await buildSmartCard(test.ctx, { serial: 'held-2', groups: [mine.id] })
    expect((await change(two.id, { userId: stranger.id }, token)).body.errorCode).toBe(
      'user_not_found',
    )
    expect((await change(one.id, { userId: member.id }, token)).status).toBe(200)
    await change(two.id, { userId: stranger.id })
    expect(await assigned({ search: 'held-' }, token)).toEqual(['held-1'])
    expect((await read(two.id, token)).status).toBe(404)
    expect((await change(two.id, { userId: null }, token)).status).toBe(404)
  })

  it('are taken from nobody whose rights the administrator lacks', {
    meta: { covers: ['S22', 'S65'] },
  }, async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: rights })
    const powerful = await buildAdmin(test.ctx)
    const { id } = await buildSmartCard(test.ctx)
    expect((await change(id, { userId: powerful.id }, token)).body.errorCode).toBe(
      'rights_not_held',
    )
    await change(id, { userId: powerful.id })
    expect((await change(id, { userId: null }, token)).body.errorCode).toBe('rights_not_held')
    expect((await remove(id, token)).body.errorCode).toBe('rights_not_held')
  })
})
