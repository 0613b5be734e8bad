import {
  authenticateAdminApi,
  createIssuanceApiApplication,
} from '@signet/contract/applications/api-applications'
import { listUsers } from '@signet/contract/identity/user-lists'
import {
  createEnrollmentsV2,
  createEnrollmentV1,
  deleteEnrollmentsV1,
  deleteEnrollmentsV2,
  listApiEnrollmentDesigns,
  readEnrollmentsV1,
  readEnrollmentsV2,
  readEnrollmentV2,
  updateEnrollmentsV2,
  updateEnrollmentV1,
} from '@signet/contract/issuance/enrollment-api'
import { createEnrollment, searchEnrollments } from '@signet/contract/issuance/enrollments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  const admin = (await buildAdmin(test.ctx)).token
  const made = await test.call(createIssuanceApiApplication, {
    as: admin,
    body: { name: 'Human resources' },
  })
  const { application, sharedSecret } = Object(made.body)
  const body = { applicationId: application.id, sharedSecret }
  const opened = await test.call(authenticateAdminApi, { body })
  as = String(opened.body.authToken)
})
afterAll(() => test.close())

const ada = { 'First name': 'Ada', 'Last name': 'Lovelace' }
const grace = { 'First name': 'Grace', 'Last name': 'Hopper' }

describe('an Issuance API application', () => {
  it('enrols, reads, changes and deletes one person by the first version', async () => {
    const { name } = await buildWorkflow(test.ctx)
    const body = { enrollmentDesignName: name.toUpperCase(), values: ada }
    const made = await test.call(createEnrollmentV1, { as, body })
    expect(made.body).toMatchObject({ title: 'Ada Lovelace', createdBy: 'Human resources' })
    const id = String(made.body.id)
    const wanted = { id, values: { 'Last name': 'King' } }
    const changed = await test.call(updateEnrollmentV1, { as, body: wanted })
    expect(changed.body).toMatchObject({ title: 'Ada King', version: 2 })
    const read = await test.call(readEnrollmentsV1, {
      as,
      body: { enrollmentDesignName: name, fields: [{ field: 'Last name', value: 'king' }] },
    })
    expect(read.body).toMatchObject({ enrollments: [{ id }], total: 1, estimated: false })
    expect((await test.call(deleteEnrollmentsV1, { as, body: { ids: [id] } })).status).toBe(204)
    expect((await test.call(readEnrollmentV2, { as, params: { id } })).status).toBe(404)
  })

  it('learns from the designs what to send', async () => {
    const { name } = await buildWorkflow(test.ctx)
    const { text } = await test.call(listApiEnrollmentDesigns, { as })
    const design = JSON.parse(text).find((each: { name: string }) => each.name === name)
    expect(design.fields).toContainEqual({
      name: 'Faculty',
      kind: 'LIST',
      mandatory: false,
      unique: false,
      readOnly: false,
      numbered: false,
      values: ['Law', 'Medicine'],
    })
    expect(design.fields[0]).toMatchObject({ name: 'Number', numbered: true, unique: true })
  })

  it('enrols several people at once, all or none', async () => {
    const { name } = await buildWorkflow(test.ctx)
    const params = { enrollmentDesignName: name }
    const send = (...enrollments: object[]) =>
      test.call(createEnrollmentsV2, { as, params, body: { enrollments } })
    const refused = await send({ values: ada }, { values: { Faculty: 'Alchemy' } })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [
        { path: 'body.enrollments.1.values.Faculty', message: 'NOT_IN_LIST' },
        { path: 'body.enrollments.1.values.First name', message: 'REQUIRED' },
      ],
    ])
    const twice = { ...ada, Mail: 'a@x.test' }
    expect((await send({ values: twice }, { values: twice })).status).toBe(409)
    const none = await test.call(readEnrollmentsV2, { as, params, body: {} })
    expect(none.body.total).toBe(0)
    const made = await send({ values: ada }, { values: grace })
    const all: { id: string; title: string }[] = JSON.parse(made.text)
    expect(all.map(({ title }) => title)).toEqual(['Ada Lovelace', 'Grace Hopper'])
    const [first, second] = all.map(({ id }) => id)
    const change = (id: string | undefined, last: string) => ({ id, values: { 'Last name': last } })
    const enrollments = [change(second, 'Murray'), change(first, 'King')]
    const changed = await test.call(updateEnrollmentsV2, { as, body: { enrollments } })
    const titles = JSON.parse(changed.text).map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Grace Murray', 'Ada King'])
    const foreign = [change(first, 'Byron'), change(crypto.randomUUID(), 'X')]
    const half = await test.call(updateEnrollmentsV2, { as, body: { enrollments: foreign } })
    expect(half.status).toBe(404)
    const one = await test.call(readEnrollmentV2, { as, params: { id: first } })
    expect(one.body.title).toBe('Ada King')
    const ids = { ids: [first, second] }
    expect((await test.call(deleteEnrollmentsV2, { as, body: ids })).status).toBe(204)
  })

  it('reads them from one on, so many at a time', {
    meta: { covers: ['issuance.read-paging'] },
  }, async () => {
    const { name } = await buildWorkflow(test.ctx)
    const params = { enrollmentDesignName: name }
    const people = ['E', 'B', 'D', 'A', 'C'].map((first) => ({ values: { 'First name': first } }))
    await test.call(createEnrollmentsV2, { as, params, body: { enrollments: people } })
    const read = async (query: object, body: object = {}) => {
      const { text } = await test.call(readEnrollmentsV2, { as, params, query, body })
      const { enrollments, total, offset, limit } = JSON.parse(text)
      const titles = enrollments.map(({ title }: { title: string }) => title).join('')
      return { titles, total, offset, limit }
    }
    expect(await read({ offset: 0, limit: 2 })).toEqual({
      titles: 'AB',
      total: 5,
      offset: 0,
      limit: 2,
    })
    expect(await read({ offset: 4, limit: 2 })).toMatchObject({ titles: 'E', total: 5 })
    expect(await read({ offset: 9 })).toMatchObject({ titles: '', total: 5, limit: 50 })
    expect(await read({ offset: 1 }, { term: 'bern' })).toMatchObject({ titles: 'BCDE', total: 5 })
    const beyond = await test.call(readEnrollmentsV2, {
      as,
      params,
      query: { limit: 101 },
      body: {},
    })
    expect(beyond.status).toBe(400)
  })

  it('may call nothing else', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    for (const [endpoint, body] of [
      [listUsers, {}],
      [createEnrollment, { workflowId, values: ada }],
      [searchEnrollments, { workflowId }],
    ] as const) {
      const { status, body: refused } = await test.call(endpoint, { as, body })
      expect([status, refused.errorCode]).toEqual([403, 'access_denied'])
    }
  })

  it('is made by whoever may enrol people themself', async () => {
    const actions = ['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const
    const permissions = [
      ['APPLICATIONS', 'ADD'] as const,
      ...actions.map((action) => ['ENROLLMENTS', action] as const),
    ]
    const { token } = await buildAdmin(test.ctx, { permissions })
    const lacking = await test.call(createIssuanceApiApplication, {
      as: token,
      body: { name: 'Badge office' },
    })
    expect(lacking.body.errorCode).toBe('rights_not_held')
    const whole = await buildAdmin(test.ctx, {
      permissions: [...permissions, ['ENROLLMENTDESIGNS', 'VIEW']],
    })
    const made = await test.call(createIssuanceApiApplication, {
      as: whole.token,
      body: { name: 'Badge office' },
    })
    expect(made.status).toBe(200)
  })
})
