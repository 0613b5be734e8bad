import {
  createEnrollment,
  listEnrollments,
  searchEnrollments,
} from '@signet/contract/issuance/enrollments'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createAll } from './enrollments.service.ts'
import { workflowOf } from './workflows.ts'

let test: TestApp
let as: string
let workflowId: string

const people = [
  ['Ada', 'Lovelace', 'ada@x.test'],
  ['Grace', 'Hopper', 'grace@x.test'],
  ['Adele', 'Goldberg', 'adele@x.test'],
  ['Ødegård', 'O_Neil', 'odd%mail@x.test'],
] as const

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  ;({ workflowId } = await buildWorkflow(test.ctx))
  for (const [first, last, mail] of people) {
    const values = { 'First name': first, 'Last name': last, Mail: mail }
    await test.call(createEnrollment, { as, body: { workflowId, values } })
  }
})
afterAll(() => test.close())

interface Page {
  readonly results: readonly { readonly title: string; readonly thumbnail: string | null }[]
  readonly paging: {
    readonly total: number
    readonly estimated: boolean
    readonly nextCursor: string | null
    readonly prevCursor: string | null
  }
}

const search = async (body: object, token = as): Promise<Page> => {
  const wanted = { workflowId, sortBy: 'title', descending: false, ...body }
  const { text, status } = await test.call(searchEnrollments, { as: token, body: wanted })
  expect(status).toBe(200)
  return JSON.parse(text)
}
const titles = async (body: object) => (await search(body)).results.map(({ title }) => title)

describe('a search for people', () => {
  it.each([
    ['anywhere in their texts', { term: 'LACE' }, ['Ada Lovelace']],
    ['in letters of any script', { term: 'ødegÅrd' }, ['Ødegård O_Neil']],
    ['at the beginning, by one or two letters', { term: 'ad' }, ['Ada Lovelace', 'Adele Goldberg']],
    ['by signs that patterns are made of', { term: 'o_n' }, ['Ødegård O_Neil']],
    ['by a sign that stands for any number of others', { term: 'd%m' }, ['Ødegård O_Neil']],
    [
      'by the beginning of one column',
      { fields: [{ field: 'Last name', value: 'go' }] },
      ['Adele Goldberg'],
    ],
    [
      'by the whole of one column',
      { fields: [{ field: 'First name', match: 'EQUALS', value: 'ada' }] },
      ['Ada Lovelace'],
    ],
    [
      'by several columns at once',
      {
        fields: [
          { field: 'First name', value: 'ad' },
          { field: 'Last name', value: 'l' },
        ],
      },
      ['Ada Lovelace'],
    ],
    [
      'by a column and a term',
      { fields: [{ field: 'First name', value: 'ad' }], term: 'berg' },
      ['Adele Goldberg'],
    ],
    ['by a scanned barcode', { barcode: 'CS-00002' }, ['Grace Hopper']],
    ['by the barcode alone, not by a part of it', { barcode: 'CS-0000' }, []],
    ['that nobody fits', { term: 'nobody' }, []],
  ])('finds them %s', async (_how, body, expected) => {
    expect(await titles(body)).toEqual(expected)
  })

  it('is paged through both ways, with the total', async () => {
    const first = await search({ limit: 3 })
    expect(first.results.map(({ title }) => title)).toEqual([
      'Ada Lovelace',
      'Adele Goldberg',
      'Grace Hopper',
    ])
    expect(first.paging).toMatchObject({ total: 4, estimated: false, prevCursor: null })
    const next = await search({ limit: 3, cursor: first.paging.nextCursor })
    expect(next.results.map(({ title }) => title)).toEqual(['Ødegård O_Neil'])
    expect(next.paging.total).toBe(4)
    const back = await search({ limit: 3, cursor: next.paging.prevCursor })
    expect(back.results).toEqual(first.results)
    const found = await search({ term: 'x.test', limit: 1, descending: true })
    const further = await search({
      term: 'x.test',
      limit: 1,
      descending: true,
      cursor: found.paging.nextCursor,
    })
    expect([...found.results, ...further.results].map(({ title }) => title)).toEqual([
      'Ødegård O_Neil',
      'Grace Hopper',
    ])
  })

  it('is by columns that there are', async () => {
    const body = { workflowId, fields: [{ field: 'Photo', value: 'x' }] }
    const { body: refused } = await test.call(searchEnrollments, { as, body })
    expect(refused.fields).toEqual([
      { path: 'body.fields.0.field', message: 'is no field of this design' },
    ])
  })

  it('finds nobody of another design', async () => {
    const other = await buildWorkflow(test.ctx)
    expect(await titles({ workflowId: other.workflowId, term: 'lace' })).toEqual([])
    expect(await titles({ workflowId: other.workflowId, barcode: 'CS-00002' })).toEqual([])
  })

  it('finds those of the groups in sight, by whatever it looks', async () => {
    const { id: group } = await buildGroup(test.ctx)
    const body = {
      workflowId,
      groupId: group,
      values: { 'First name': 'Adam', 'Last name': 'Riese' },
    }
    await test.call(createEnrollment, { as, body })
    const permissions = [['ENROLLMENTS', 'VIEW'] as const]
    const { token } = await buildAdmin(test.ctx, { groupIds: [group], permissions })
    for (const by of [
      {},
      { term: 'ad' },
      { term: 'e' },
      { fields: [{ field: 'First name', value: 'a' }] },
      { enrollState: 'ENROLLED' },
    ]) {
      const { results } = await search(by, token)
      expect(results.map(({ title }) => title)).toEqual(
        ['term' in by && by.term === 'e' ? [] : ['Adam Riese']].flat(),
      )
    }
    expect((await search({ term: 'ries' }, token)).results).toHaveLength(1)
    expect((await search({ term: 'lace' }, token)).results).toEqual([])
  })
})

describe('the list of people', () => {
  it('begins with whom was changed last, and shows a thumbnail of the photo', async () => {
    const made = await buildWorkflow(test.ctx)
    const photo = await sharp({
      create: { width: 300, height: 400, channels: 3, background: 'red' },
    })
      .jpeg()
      .toBuffer()
    const Photo = `data:image/jpeg;base64,${photo.toString('base64')}`
    for (const [first, more] of [
      ['A', {}],
      ['B', { Photo }],
    ] as const) {
      const values = { 'First name': first, ...more }
      await test.call(createEnrollment, { as, body: { workflowId: made.workflowId, values } })
    }
    const { text } = await test.call(listEnrollments, { as, body: { workflowId: made.workflowId } })
    const { results }: Page = JSON.parse(text)
    expect(results.map(({ title, thumbnail }) => [title, thumbnail?.slice(0, 15)])).toEqual([
      ['B', 'data:image/jpeg'],
      ['A', undefined],
    ])
    expect(text).not.toContain('"Photo"')
  })

  it('is of unfinished records only, when asked for', async () => {
    const made = await buildWorkflow(test.ctx)
    const body = { workflowId: made.workflowId, values: { 'Last name': 'X' }, draft: true }
    await test.call(createEnrollment, { as, body })
    const states = await Promise.all(
      (['ENROLLING', 'ENROLLED'] as const).map(async (enrollState) => {
        const wanted = { workflowId: made.workflowId, enrollState }
        const { text } = await test.call(listEnrollments, { as, body: wanted })
        return JSON.parse(text).results.length
      }),
    )
    expect(states).toEqual([1, 0])
  })
})

describe('a search that fits more than is shown', () => {
  it('ends at a thousand, and says so', async () => {
    const made = await buildWorkflow(test.ctx)
    const workflow = await workflowOf(test.ctx, made.workflowId)
    for (let part = 0; part < 3; part += 1) {
      const wanted = Array.from({ length: 400 }, (_, at) => ({
        wanted: { values: { 'First name': `Person ${part} ${at}` }, draft: false },
        path: 'body',
      }))
      await createAll(test.ctx, workflow, wanted)
    }
    for (const by of [{ term: 'perso' }, { fields: [{ field: 'First name', value: 'p' }] }]) {
      const { paging } = await search({ ...by, workflowId: made.workflowId })
      expect([paging.total, paging.estimated]).toEqual([1000, true])
    }
    const { text } = await test.call(listEnrollments, { as, body: { workflowId: made.workflowId } })
    expect(JSON.parse(text).paging).toMatchObject({ total: 1200, estimated: false })
  }, 60_000)
})
