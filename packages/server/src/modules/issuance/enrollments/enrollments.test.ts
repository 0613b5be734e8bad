import {
  compressEnrollmentImage,
  countEnrollments,
  createEnrollment,
  deleteAllEnrollments,
  deleteEnrollments,
  enrollmentsExist,
  readEnrollmentCredential,
  readNewEnrollment,
  reserveSequence,
  summarizeEnrollments,
  thumbnailEnrollmentImage,
  updateEnrollment,
} from '@signet/contract/issuance/enrollments'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

type Values = Record<string, string | null>

const create = (workflowId: string, values: Values, more: object = {}) =>
  test.call(createEnrollment, { as, body: { workflowId, values, ...more } })
const ada = { 'First name': 'Ada', 'Last name': 'Lovelace' }
const enrolled = async (workflowId: string, values: Values = ada, more: object = {}) => {
  const { body, status } = await create(workflowId, values, more)
  expect(status).toBe(200)
  return { id: String(body.id), values: Object(body.values) }
}
const read = async (id: string, token = as) =>
  test.call(readEnrollmentCredential, { as: token, params: { enrollmentId: id } })

const picture = async (width: number, height: number, colour = '#884422'): Promise<string> => {
  const made = await sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${made.toString('base64')}`
}

describe('an enrolment', () => {
  it('is begun with the fields of its design, made, read, changed and deleted', async () => {
    const { workflowId, name } = await buildWorkflow(test.ctx)
    const form = await test.call(readNewEnrollment, { as, params: { workflowId } })
    expect(form.body).toMatchObject({
      workflow: { id: workflowId, name },
      values: { Faculty: 'Law', Site: 'Bern' },
    })
    const made = await create(workflowId, { ...ada, Birthday: '1815-12-10' })
    expect(made.headers.etag).toBe('"1"')
    expect(made.body).toMatchObject({
      title: 'Ada Lovelace',
      status: 'ENROLLED',
      values: { Number: 'S-00001', 'First name': 'Ada', Faculty: 'Law', Site: 'Bern' },
    })
    const params = { enrollmentId: String(made.body.id) }
    const body = { values: { 'Last name': 'King', Faculty: null } }
    const changed = await test.call(updateEnrollment, { as, params, body })
    expect(changed.body).toMatchObject({ title: 'Ada King', version: 2 })
    const { body: credential } = await read(params.enrollmentId)
    expect(credential).toMatchObject({
      workflow: { id: workflowId },
      design: { fields: [{}, {}, {}] },
    })
    expect(Object(credential.enrollment).values).toEqual({
      Number: 'S-00001',
      'First name': 'Ada',
      'Last name': 'King',
      Site: 'Bern',
      Birthday: '1815-12-10',
    })
    const gone = await test.call(deleteEnrollments, { as, body: { ids: [params.enrollmentId] } })
    expect(gone.status).toBe(204)
    const { body: refused } = await read(params.enrollmentId)
    expect(refused.errorCode).toBe('ISSUANCE_ENROLLMENT_NOT_FOUND')
    expect(refused.errorMessage).toBe(
      'This person is not enrolled. The record may have been deleted.',
    )
  })

  it('names every field at fault', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const { body, status } = await create(workflowId, {
      Birthday: '1815-02-30',
      Faculty: 'Alchemy',
      Site: 'Rome',
      Colour: 'red',
      Photo: 'data:image/png;base64,PHN2Zy8+',
    })
    expect([status, body.errorCode]).toEqual([400, 'ISSUANCE_ENROLLMENT_INVALID'])
    expect(body.fields).toEqual([
      { path: 'body.values.Colour', message: 'UNKNOWN' },
      { path: 'body.values.Site', message: 'READ_ONLY' },
      { path: 'body.values.Birthday', message: 'NO_DATE' },
      { path: 'body.values.Faculty', message: 'NOT_IN_LIST' },
      { path: 'body.values.First name', message: 'REQUIRED' },
    ])
  })

  it('has no field whose name records carry themselves', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const { body } = await create(workflowId, { ...ada, State: 'ACTIVE' })
    expect(body).toMatchObject({
      errorCode: 'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR',
      parameters: { message: 'State' },
    })
  })

  it('may be left unfinished, and shows it until what is mandatory is there', {
    meta: { covers: ['status.card'] },
  }, async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const { id } = await enrolled(workflowId, { 'Last name': 'Hopper' }, { draft: true })
    const { body } = await read(id)
    expect(body.enrollment).toMatchObject({ enrollState: 'ENROLLING', status: 'ENROLLING' })
    const params = { enrollmentId: id }
    const refused = await test.call(updateEnrollment, { as, params, body: { values: {} } })
    expect(refused.body.fields).toEqual([{ path: 'body.values.First name', message: 'REQUIRED' }])
    const finished = await test.call(updateEnrollment, {
      as,
      params,
      body: { values: { 'First name': 'Grace' } },
    })
    expect(finished.body).toMatchObject({ status: 'ENROLLED', title: 'Grace Hopper' })
  })

  it('that somebody else saved since is not overwritten', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const { id } = await enrolled(workflowId)
    const save = (last: string) =>
      test.call(updateEnrollment, {
        as,
        params: { enrollmentId: id },
        body: { values: { 'Last name': last } },
        headers: { 'if-match': '"1"' },
      })
    expect((await save('first')).status).toBe(200)
    expect((await save('second')).status).toBe(412)
  })

  it('shares no unique value with another of its design, even when both come at once', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const mail = (text: string) => create(workflowId, { ...ada, Mail: text })
    const both = await Promise.all([mail('ada@x.test'), mail(' ADA@x.test ')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = await mail('ada@x.test')
    expect(refused.body).toMatchObject({
      errorCode: 'ISSUANCE_ENROLLMENT_EXISTS',
      parameters: { field: 'Mail' },
      fields: [{ path: 'body.values.Mail', message: 'TAKEN' }],
    })
    const other = await buildWorkflow(test.ctx)
    expect((await create(other.workflowId, { ...ada, Mail: 'ada@x.test' })).status).toBe(200)
  })

  it('takes a unique value over from one of two changes at the same moment', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [one, other] = [await enrolled(workflowId), await enrolled(workflowId)]
    const save = (id: string) =>
      test.call(updateEnrollment, {
        as,
        params: { enrollmentId: id },
        body: { values: { Mail: 'wanted@x.test' } },
      })
    const both = await Promise.all([save(one.id), save(other.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('goes once when two delete it at the same moment', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const { id } = await enrolled(workflowId)
    const remove = () => test.call(deleteEnrollments, { as, body: { ids: [id] } })
    const both = await Promise.all([remove(), remove()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })

  it('keeps a value to itself that became unique after others had it', async () => {
    const { workflowId } = await buildWorkflow(test.ctx, { changes: { Mail: { unique: false } } })
    await enrolled(workflowId, { ...ada, Mail: 'a@x.test' })
    const row = await test.ctx.db
      .selectFrom('workflow_designs')
      .select('definition')
      .where('id', '=', workflowId)
      .executeTakeFirstOrThrow()
    const text = JSON.stringify(row.definition).replace(
      /("name":"Mail"[^}]*?"unique":)false/,
      '$1true',
    )
    await test.ctx.db
      .updateTable('workflow_designs')
      .set({ definition: text })
      .where('id', '=', workflowId)
      .execute()
    expect((await create(workflowId, { ...ada, Mail: 'A@x.test' })).status).toBe(409)
  })
})

describe('the numbers of a sequence', () => {
  it('are never given twice: at once, after a refusal, after a deletion', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    await enrolled(workflowId, { ...ada, Mail: 'taken@x.test' })
    const refused = await create(workflowId, { ...ada, Mail: 'taken@x.test' })
    expect(refused.status).toBe(409)
    const all = await Promise.all(Array.from({ length: 12 }, () => enrolled(workflowId)))
    const numbers = all.map(({ values }) => values.Number)
    expect(new Set(numbers).size).toBe(12)
    await test.call(deleteEnrollments, { as, body: { ids: all.map(({ id }) => id) } })
    const { values } = await enrolled(workflowId)
    expect(values.Number > (numbers.toSorted().at(-1) ?? '')).toBe(true)
  })

  it('are taken by nobody else once reserved, and serve one record', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const place = { workflowId, field: 'Number' }
    const { body } = await test.call(reserveSequence, { as, body: place })
    const Number = String(body.value)
    const next = await enrolled(workflowId)
    expect(next.values.Number).not.toBe(Number)
    const first = await create(workflowId, { ...ada, Number })
    expect([first.status, Object(first.body.values).Number]).toEqual([200, Number])
    const again = await create(workflowId, { ...ada, Number })
    expect(again.body.fields).toEqual([{ path: 'body.values.Number', message: 'NOT_RESERVED' }])
  })

  it('cannot be chosen: a number that was not reserved is refused', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    for (const Number of ['S-00500', 'S-1', 'hello']) {
      const { body } = await create(workflowId, { ...ada, Number })
      expect(body.fields).toEqual([{ path: 'body.values.Number', message: 'NOT_RESERVED' }])
    }
  })

  it('are reserved for a day', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const before = test.ctx.platform.clock.now().getTime()
    const { body } = await test.call(reserveSequence, { as, body: { workflowId, field: 'Number' } })
    const millis = new Date(String(body.expiresAt)).getTime() - before
    expect([millis >= 86_400_000, millis < 86_460_000]).toEqual([true, true])
    await test.ctx.db
      .updateTable('enrollment_reservations')
      .set({ expires_at: new Date(test.ctx.platform.clock.now().getTime() - 1) })
      .where('workflow_id', '=', workflowId)
      .execute()
    const late = await create(workflowId, { ...ada, Number: String(body.value) })
    expect(late.status).toBe(400)
  })

  it('are of fields that have a sequence', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const { body } = await test.call(reserveSequence, { as, body: { workflowId, field: 'Mail' } })
    expect(body.errorCode).toBe('ISSUANCE_ENROLLMENT_NO_SEQUENCE')
  })

  it('of two records that use one reservation at once reach one of them', async () => {
    const { workflowId } = await buildWorkflow(test.ctx, { changes: { Number: { unique: false } } })
    const { body } = await test.call(reserveSequence, { as, body: { workflowId, field: 'Number' } })
    const both = await Promise.all(
      [1, 2].map(() => create(workflowId, { ...ada, Number: String(body.value) })),
    )
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

const limitedTo = async (group: string): Promise<string> => {
  const actions = ['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const
  const permissions = actions.map((action) => ['ENROLLMENTS', action] as const)
  return (await buildAdmin(test.ctx, { groupIds: [group], permissions })).token
}

describe('the groups of enrolments', () => {
  it('are all that an administrator who is limited to them sees', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [own, other] = [(await buildGroup(test.ctx)).id, (await buildGroup(test.ctx)).id]
    const limited = await limitedTo(own)
    const mine = await enrolled(workflowId, ada, { groupId: own })
    const theirs = await enrolled(workflowId, ada, { groupId: other })
    const nobodys = await enrolled(workflowId)
    expect((await read(mine.id, limited)).status).toBe(200)
    for (const { id } of [theirs, nobodys]) {
      expect((await read(id, limited)).status).toBe(404)
      const params = { enrollmentId: id }
      const body = { values: { 'Last name': 'X' } }
      expect((await test.call(updateEnrollment, { as: limited, params, body })).status).toBe(404)
      const ids = [mine.id, id]
      expect((await test.call(deleteEnrollments, { as: limited, body: { ids } })).status).toBe(404)
    }
    const counted = await test.call(countEnrollments, { as: limited, query: { workflowId } })
    expect(counted.body).toEqual({ count: 1, estimated: false })
    const swept = await test.call(deleteAllEnrollments, { as: limited, body: { workflowId } })
    expect(swept.body).toEqual({ deleted: 1, more: false })
    const left = await test.call(countEnrollments, { as, query: { workflowId } })
    expect(left.body.count).toBe(2)
  })

  it('are named by whoever is limited to them, and are their own', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [own, other] = [(await buildGroup(test.ctx)).id, (await buildGroup(test.ctx)).id]
    const limited = await limitedTo(own)
    const enrol = async (more: object) => {
      const body = { workflowId, values: ada, ...more }
      return (await test.call(createEnrollment, { as: limited, body })).body
    }
    expect((await enrol({})).fields).toEqual([{ path: 'body.groupId', message: 'REQUIRED' }])
    expect((await enrol({ groupId: other })).errorCode).toBe('group_not_found')
    const made = await enrol({ groupId: own })
    expect(made.groupId).toBe(own)
    const params = { enrollmentId: String(made.id) }
    const body = { values: {}, groupId: null }
    const away = await test.call(updateEnrollment, { as: limited, params, body })
    expect(away.status).toBe(400)
  })

  it('are those of a design that is not for everybody', async () => {
    const [own, other] = [(await buildGroup(test.ctx)).id, (await buildGroup(test.ctx)).id]
    const { workflowId } = await buildWorkflow(test.ctx, { groups: [own] })
    const { body } = await create(workflowId, ada, { groupId: other })
    expect(body.fields).toEqual([{ path: 'body.groupId', message: 'NOT_OF_DESIGN' }])
    expect((await create(workflowId, ada, { groupId: own })).status).toBe(200)
    const limited = await limitedTo(other)
    const hidden = await test.call(readNewEnrollment, { as: limited, params: { workflowId } })
    expect(hidden.status).toBe(404)
  })
})

describe('how many people are enrolled', () => {
  it('is told of each design, of one, and before a design is deleted', async () => {
    const { workflowId, name } = await buildWorkflow(test.ctx)
    const exist = async () =>
      (await test.call(enrollmentsExist, { as, params: { workflowId } })).body.exist
    expect(await exist()).toBe(false)
    await enrolled(workflowId)
    expect(await exist()).toBe(true)
    const { text } = await test.call(summarizeEnrollments, { as })
    expect(JSON.parse(text)).toContainEqual(
      expect.objectContaining({ workflowId, name, count: 1, estimated: false }),
    )
    const swept = await test.call(deleteAllEnrollments, { as, body: { workflowId } })
    expect(swept.body).toEqual({ deleted: 1, more: false })
    expect(await exist()).toBe(false)
  })
})

describe('the pictures of an enrolment', () => {
  it('are kept cut to their ratio and size, stay through changes, and go with null', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const { id, values } = await enrolled(workflowId, { ...ada, Photo: await picture(2000, 1000) })
    const photo = Buffer.from(values.Photo.split(',')[1], 'base64')
    const { width, height, format } = await sharp(photo).metadata()
    expect([width, height, format]).toEqual([300, 400, 'jpeg'])
    const params = { enrollmentId: id }
    const same = await test.call(updateEnrollment, {
      as,
      params,
      body: { values: { Photo: values.Photo, 'Last name': 'King' } },
    })
    expect(Object(same.body.values).Photo).toBe(values.Photo)
    const without = await test.call(updateEnrollment, {
      as,
      params,
      body: { values: { Photo: null } },
    })
    expect(Object(without.body.values).Photo).toBeUndefined()
  })

  it('stand upright and tell nothing of where they were taken', {
    meta: { covers: ['S44'] },
  }, async () => {
    const { workflowId } = await buildWorkflow(test.ctx, { changes: { Photo: { ratio: null } } })
    const lying = await sharp({
      create: { width: 300, height: 100, channels: 3, background: 'red' },
    })
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Bern 46.94 7.44' } } })
      .jpeg()
      .toBuffer()
    expect(lying.includes('46.94')).toBe(true)
    const Photo = `data:image/jpeg;base64,${lying.toString('base64')}`
    const { values } = await enrolled(workflowId, { ...ada, Photo })
    const kept = Buffer.from(values.Photo.split(',')[1], 'base64')
    const { width, height, orientation, exif } = await sharp(kept).metadata()
    expect([width, height, orientation, exif]).toEqual([100, 300, undefined, undefined])
    expect(kept.includes('46.94')).toBe(false)
  })

  it('are refused when they are none', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    const { body } = await create(workflowId, { ...ada, Photo: `data:image/png;base64,${svg}` })
    expect(body.errorCode).toBe('ISSUANCE_IMAGE_INVALID')
  })

  it('are made smaller: to a frame and a number of bytes, or to a thumbnail', async () => {
    const noise = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 70 })
      .toBuffer()
    const image = `data:image/jpeg;base64,${noise.toString('base64')}`
    const { body } = await test.call(compressEnrollmentImage, {
      as,
      body: { image, widthPx: 600, heightPx: 400, mostBytes: 20_000 },
    })
    expect(body.bytes).toBeLessThanOrEqual(20_000)
    expect(Number(body.heightPx)).toBeLessThanOrEqual(400)
    const small = await test.call(thumbnailEnrollmentImage, { as, body: image })
    expect(small.body).toMatchObject({ widthPx: 96, heightPx: 96 })
  })

  it('come to be made thumbnails of as plain text, and as nothing else', {
    meta: { covers: ['issuance.thumbnail-plain-text', 'transport.json-bodies'] },
  }, async () => {
    const send = (type: string, payload: string) =>
      test.app.inject({
        method: 'POST',
        url: thumbnailEnrollmentImage.path,
        headers: {
          host: new URL(test.tenant.publicUrl).host,
          authorization: `Bearer ${as}`,
          'content-type': type,
        },
        payload,
      })
    expect((await send('application/json', '"x"')).statusCode).toBe(415)
    expect((await send('text/plain', 'x')).statusCode).toBe(400)
    const json = await test.app.inject({
      method: 'POST',
      url: compressEnrollmentImage.path,
      headers: {
        host: new URL(test.tenant.publicUrl).host,
        authorization: `Bearer ${as}`,
        'content-type': 'text/plain',
      },
      payload: 'x',
    })
    expect(json.statusCode).toBe(415)
  })
})
