import { readSelf, updateSelf } from '@signet/contract/access/self'
import {
  createUserAttribute,
  deleteUserAttribute,
  listUserAttributes,
  readUserAttribute,
  updateUserAttribute,
} from '@signet/contract/identity/user-attributes'
import { createUser, readUser, updateUser } from '@signet/contract/identity/users'
import { userAttributeIds } from '@signet/rules/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const made = async (given: object = {}): Promise<string> => {
  const body = { name: `Attribute ${(count += 1)}`, ...given }
  return String((await test.call(createUserAttribute, { as, body })).body.id)
}
const newUser = (userAttributeValues: readonly object[], more: object = {}) =>
  test.call(createUser, {
    as,
    body: { userId: `person-${(count += 1)}`, userAttributeValues, ...more },
  })
const valuesOf = async (id: unknown) =>
  (await test.call(readUser, { as, params: { id: String(id) } })).body.userAttributeValues
const change = (id: unknown, userAttributeValues: readonly object[], token = as) =>
  test.call(updateUser, { as: token, params: { id: String(id) }, body: { userAttributeValues } })

describe('the attributes of users', () => {
  it('begin with those of the product, two of them required', {
    meta: { covers: ['users.required-attributes'] },
  }, async () => {
    const { text } = await test.call(listUserAttributes, { as })
    const listed: { id: string; required: boolean; group: string }[] = JSON.parse(text)
    expect(listed.slice(0, userAttributeIds.length).map(({ id }) => id)).toEqual(userAttributeIds)
    const required = listed.filter((each) => each.required).map(({ id }) => id)
    expect(required).toEqual(expect.arrayContaining(['uniqueUserid', 'locale']))
    const find = (wanted: string) => listed.find(({ id }) => id === wanted)
    expect([find('email')?.group, find('mobile')?.group]).toEqual(['SYSTEM', 'OPTIONAL'])
  })

  it('of the tenant are made, changed under their ETag, and deleted', async () => {
    const body = { name: 'Staff number', type: 'TEXT', pattern: 'S\\d{4}', unique: true }
    const first = await test.call(createUserAttribute, { as, body })
    expect(first.body).toMatchObject({ ...body, group: 'EXTRA', required: false })
    const params = { id: String(first.body.id) }
    const headers = { 'if-match': '"1"' }
    const changed = { ...body, name: 'Personnel number' }
    const answer = await test.call(updateUserAttribute, { as, params, body: changed, headers })
    expect([answer.headers.etag, answer.body.name]).toEqual(['"2"', 'Personnel number'])
    const late = await test.call(updateUserAttribute, { as, params, body, headers })
    expect(late.status).toBe(412)
    expect((await test.call(deleteUserAttribute, { as, params })).status).toBe(204)
    expect((await test.call(readUserAttribute, { as, params })).status).toBe(404)
  })

  it('have names of their own and patterns that are safe to run', async () => {
    await made({ name: 'Badge' })
    const create = async (body: object) =>
      (await test.call(createUserAttribute, { as, body })).body.errorCode
    expect(await create({ name: ' badge ' })).toBe('user_attribute_exists')
    expect(await create({ name: 'email' })).toBe('user_attribute_exists')
    expect(await create({ name: 'Twice', pattern: '(.)\\1' })).toBe('invalid_parameters')
    expect(await create({ name: 'Nothing', type: 'CHOICE' })).toBe('invalid_parameters')
  })

  it('are compared with their patterns as long as one request may take', {
    meta: { covers: ['S68'] },
  }, async () => {
    const made20 = Array.from({ length: 20 }, () => made({ pattern: '(?:.*){100}a' }))
    const ids = await Promise.all(made20)
    const values = ids.map((userAttributeId) => ({ userAttributeId, value: 'a'.repeat(1024) }))
    const answer = await newUser(values)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('takes too long to compare with its pattern')
    expect((await newUser(values.slice(0, 1))).status).toBe(200)
    for (const id of ids) await test.call(deleteUserAttribute, { as, params: { id } })
  })

  it('of the product become required, and nothing else of them changes', async () => {
    const params = { id: 'firstname' }
    const body = { name: 'Call name', type: 'NUMBER', required: true, unique: true }
    const answer = await test.call(updateUserAttribute, { as, params, body })
    const kept = { id: 'firstname', name: 'firstname', type: 'TEXT', unique: false }
    expect(answer.body).toMatchObject({ ...kept, required: true })
    expect((await newUser([])).body).toMatchObject({
      errorCode: 'invalid_parameters',
      fields: [{ path: 'body.firstName' }],
    })
    const person = await newUser([], { firstName: 'Ann' })
    const emptied = await test.call(updateUser, {
      as,
      params: { id: String(person.body.id) },
      body: { firstName: null },
    })
    expect(emptied.body.errorCode).toBe('invalid_parameters')
    await test.call(updateUserAttribute, { as, params, body: { ...body, required: false } })
    expect((await newUser([])).status).toBe(200)
    const fixed = { id: 'locale' }
    const locale = await test.call(updateUserAttribute, { as, params: fixed, body: { name: 'x' } })
    expect(locale.body.required).toBe(true)
    const gone = await test.call(deleteUserAttribute, { as, params: fixed })
    expect(gone.body.errorCode).toBe('user_attribute_built_in')
  })
})

describe('the values of a user', () => {
  it('are given with the user, changed one by one, and taken away', async () => {
    const [one, two] = [await made(), await made({ type: 'DATE' })]
    const user = await newUser([{ userAttributeId: one, value: ' Blue ' }])
    expect(user.body.userAttributeValues).toEqual([{ userAttributeId: one, value: 'Blue' }])
    await change(user.body.id, [{ userAttributeId: two, value: '2028-02-29' }])
    expect(await valuesOf(user.body.id)).toHaveLength(2)
    await change(user.body.id, [{ userAttributeId: one, value: null }])
    expect(await valuesOf(user.body.id)).toEqual([{ userAttributeId: two, value: '2028-02-29' }])
  })

  it('fit what the attribute demands, or the fault is named', async () => {
    const number = await made({ type: 'NUMBER' })
    const refused = await newUser([{ userAttributeId: number, value: 'many' }])
    expect(refused.body).toMatchObject({
      errorCode: 'invalid_parameters',
      fields: [{ path: 'body.userAttributeValues.0.value' }],
    })
    const unknown = await newUser([{ userAttributeId: 'email', value: 'a@example.test' }])
    expect(unknown.status).toBe(400)
  })

  it('of a unique attribute are one person’s, however they are spelled', async () => {
    const staff = await made({ unique: true })
    const ann = await newUser([{ userAttributeId: staff, value: 'S-1' }])
    const taken = await newUser([{ userAttributeId: staff, value: 's-1 ' }])
    expect(taken.body).toMatchObject({
      errorCode: 'user_exists',
      fields: [{ path: 'body.userAttributeValues' }],
    })
    await change(ann.body.id, [{ userAttributeId: staff, value: 'S-2' }])
    expect((await newUser([{ userAttributeId: staff, value: 'S-1' }])).status).toBe(200)
  })

  it('of a unique attribute that another user has are rejected from users themselves, too', async () => {
    const badge = await made({ unique: true, userVisible: true, userEditable: true })
    await newUser([{ userAttributeId: badge, value: 'B-1' }])
    const own = await signInAs(test.ctx, await buildUser(test.ctx))
    const userAttributeValues = [{ userAttributeId: badge, value: 'b-1' }]
    const taken = await test.call(updateSelf, { as: own, body: { userAttributeValues } })
    expect(taken.body).toMatchObject({
      errorCode: 'user_exists',
      fields: [{ path: 'body.userAttributeValues' }],
    })
  })

  it('keep their attribute from being deleted or made another, and the refusal says whose', async () => {
    const id = await made()
    const user = await newUser([{ userAttributeId: id, value: 'x' }])
    const gone = await test.call(deleteUserAttribute, { as, params: { id } })
    expect(gone.body).toMatchObject({
      errorCode: 'user_attribute_in_use',
      parameters: { count: 1, named: 1, names: user.body.userId },
    })
    const body = { name: `Other ${id}`, type: 'NUMBER' }
    const other = await test.call(updateUserAttribute, { as, params: { id }, body })
    expect(other.body.errorCode).toBe('user_attribute_in_use')
    await change(user.body.id, [{ userAttributeId: id, value: null }])
    expect((await test.call(deleteUserAttribute, { as, params: { id } })).status).toBe(204)
  })

  it('that everybody must have are asked for', async () => {
    const id = await made({ required: true })
    const without = await newUser([])
    const user = await newUser([{ userAttributeId: id, value: 'x' }])
    const taken = await change(user.body.id, [{ userAttributeId: id, value: null }])
    const body = { name: `Free ${id}`, required: false }
    await test.call(updateUserAttribute, { as, params: { id }, body })
    expect([without.status, user.status, taken.status]).toEqual([400, 200, 400])
  })
})

describe('people themselves', () => {
  it('see what is shown to them, and change what they may', {
    meta: { covers: ['S22'] },
  }, async () => {
    const open = await made({ userEditable: true })
    const shown = await made()
    const hidden = await made({ userVisible: false })
    const user = await buildUser(test.ctx)
    const own = await signInAs(test.ctx, user)
    await change(
      user.id,
      [open, shown, hidden].map((userAttributeId) => ({ userAttributeId, value: 'first' })),
    )
    const seen = await test.call(readSelf, { as: own })
    expect(seen.text).toContain(shown)
    expect(seen.text).not.toContain(hidden)
    const set = (userAttributeId: string) =>
      test.call(updateSelf, {
        as: own,
        body: { userAttributeValues: [{ userAttributeId, value: 'second' }] },
      })
    expect((await set(open)).text).toContain('second')
    expect((await set(shown)).body.errorCode).toBe('user_edit_restricted')
    expect((await set(hidden)).body.errorCode).toBe('user_edit_restricted')
    const values = JSON.stringify(await valuesOf(user.id))
    expect(values.match(/second/g)).toHaveLength(1)
  })
})
