import {
  createOrganization,
  deleteOrganization,
  listOrganizationsPaged,
  readOrganization,
  updateOrganization,
} from '@signet/contract/identity/organizations'
import { listUsers } from '@signet/contract/identity/user-lists'
import {
  addOrganizationMember,
  removeOrganizationMember,
  setUserOrganizations,
} from '@signet/contract/identity/user-organizations'
import { readUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin, buildOrganization, buildUser } from '../../../../testing/builders.ts'
import { eventDetail } from '../../../../testing/event-detail.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const create = (body: object) => test.call(createOrganization, { as, body })
const move = (id: string, parentId: string | null) =>
  test.call(updateOrganization, { as, params: { id }, body: { parentId } })

const Page = z.object({
  results: z.array(z.object({ name: z.string() })),
  paging: z.object({ total: z.number(), nextCursor: z.string().nullable() }),
})
const page = async (body: object) =>
  Page.parse((await test.call(listOrganizationsPaged, { as, body })).body)
const namesIn = ({ results }: z.output<typeof Page>) => results.map(({ name }) => name)

describe('an organization', () => {
  it('is made below another, shown with the line above it, and found below that', {
    meta: { covers: ['purpose.tenant-admins'] },
  }, async () => {
    const top = await create({ name: 'Acme', displayName: 'Acme Group' })
    const north = await create({ name: 'Acme North', parentId: top.body.id })
    expect(north.body).toMatchObject({ parentName: 'Acme Group', displayName: 'Acme North' })
    const params = { id: String(north.body.id) }
    const read = await test.call(readOrganization, { as, params })
    expect(read.body.ancestors).toEqual([{ id: top.body.id, name: 'Acme Group' }])
    expect(namesIn(await page({ parentId: top.body.id }))).toEqual(['Acme North'])
  })

  it('shares its name with no other', async () => {
    await create({ name: 'Only one' })
    const twice = await create({ name: ' only  ONE' })
    expect([twice.status, twice.body.errorCode]).toEqual([409, 'organization_exists'])
  })

  it('changes under its ETag, and only what is sent', async () => {
    const params = { id: String((await create({ name: 'Once' })).body.id) }
    const change = (body: object, etag: string) =>
      test.call(updateOrganization, { as, params, body, headers: { 'if-match': etag } })
    expect((await change({ displayName: 'Shown' }, '"1"')).body).toMatchObject({
      name: 'Once',
      displayName: 'Shown',
      version: 2,
    })
    expect((await change({ name: 'Late' }, '"1"')).status).toBe(412)
  })

  it('keeps its version, without an audit event, when nothing changes', async () => {
    const params = { id: String((await create({ name: 'Same' })).body.id) }
    const body = { name: 'Same', displayName: 'Same', parentId: null }
    const same = await test.call(updateOrganization, { as, params, body })
    expect([same.status, same.headers.etag]).toEqual([200, '"1"'])
    const event = { action: 'ORGANIZATION_UPDATED', entityId: params.id }
    await expect(eventDetail(test.ctx, event)).rejects.toThrow('no result')
  })

  it('stands below neither itself nor what is below it, nor more than ten deep', async () => {
    const line = [await buildOrganization(test.ctx)]
    for (let depth = 2; depth <= 10; depth += 1) {
      line.push(await buildOrganization(test.ctx, line.at(-1)))
    }
    const [top = '', second = ''] = line
    expect((await move(top, top)).body.errorCode).toBe('organization_too_deep')
    expect((await move(top, second)).body.errorCode).toBe('organization_too_deep')
    const deeper = await create({ name: 'Eleventh', parentId: line.at(-1) })
    expect(deeper.body.errorCode).toBe('organization_too_deep')
    expect((await move(top, await buildOrganization(test.ctx))).status).toBe(400)
    expect((await move(second, null)).status).toBe(200)
  })

  it('closes no ring when two are moved below each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await buildOrganization(test.ctx), await buildOrganization(test.ctx)]
      const answers = await Promise.all([move(one, two), move(two, one)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })

  it('in use is not deleted, and tells by whom it is used', async () => {
    const id = await buildOrganization(test.ctx)
    const below = await buildOrganization(test.ctx, id)
    const { id: userid, userId } = await buildUser(test.ctx)
    await test.call(addOrganizationMember, { as, params: { orgid: id, userid } })
    const refused = await test.call(deleteOrganization, { as, params: { id } })
    expect(refused.body).toMatchObject({
      errorCode: 'organization_in_use',
      parameters: { members: 1, memberNames: userId, children: 1 },
    })
    await test.call(removeOrganizationMember, { as, params: { orgid: id, userid } })
    await test.call(deleteOrganization, { as, params: { id: below } })
    expect((await test.call(deleteOrganization, { as, params: { id } })).status).toBe(204)
  })
})

describe('a page of organizations', () => {
  it('goes by name and finds three characters anywhere', async () => {
    for (const name of ['Clinic a', 'Clinic b', 'Clinic c']) await create({ name })
    const first = await page({ search: 'LINIC', limit: 2 })
    expect(namesIn(first)).toEqual(['Clinic a', 'Clinic b'])
    expect(first.paging.total).toBe(3)
    const rest = await page({ search: 'LINIC', limit: 2, cursor: first.paging.nextCursor })
    expect(namesIn(rest)).toEqual(['Clinic c'])
    expect(namesIn(await page({ search: 'cl', limit: 1 }))).toEqual(['Clinic a'])
  })

  it('has the number of members of each, as the organization itself has it', async () => {
    const { id: userId } = await buildUser(test.ctx)
    const id = String((await create({ name: 'Counted in pages' })).body.id)
    await test.call(addOrganizationMember, { as, params: { orgid: id, userid: userId } })
    await create({ name: 'Counted in pages, empty' })
    const body = { search: 'counted in' }
    const shown = await test.call(listOrganizationsPaged, { as, body })
    expect(shown.body.results).toMatchObject([{ id, memberCount: 1 }, { memberCount: 0 }])
    const read = await test.call(readOrganization, { as, params: { id } })
    expect(read.body).toMatchObject({ memberCount: 1, memberCountEstimated: false })
  })

  it('holds nothing of another tenant', async () => {
    const other = await test.otherTenant()
    await buildOrganization(other.ctx)
    const all = await page({ search: 'organization-', limit: 100 })
    const own = await test.ctx.db
      .selectFrom('organizations')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('name', 'like', 'organization-%')
      .execute()
    expect(all.paging.total).toBe(own.length)
  })
})

describe('the organizations of a user', () => {
  it('are replaced as a whole under the user’s ETag, and listed by', {
    meta: { covers: ['permissions.user-assignments'] },
  }, async () => {
    const [one, two] = [await buildOrganization(test.ctx), await buildOrganization(test.ctx)]
    const { id: userid } = await buildUser(test.ctx)
    const set = (organizations: string[], etag: string) =>
      test.call(setUserOrganizations, {
        as,
        params: { userid },
        body: { organizations },
        headers: { 'if-match': etag },
      })
    expect((await set([one, two], '"1"')).headers.etag).toBe('"2"')
    expect((await set([], '"1"')).status).toBe(412)
    expect((await set([two], '"2"')).status).toBe(200)
    const read = await test.call(readUser, { as, params: { id: userid } })
    expect(read.body).toMatchObject({ organizations: [{ id: two }], version: 3 })
    const listed = await test.call(listUsers, { as, body: { organizationId: two } })
    expect(listed.body.results).toMatchObject([{ id: userid }])
    const none = await test.call(listUsers, { as, body: { organizationId: one } })
    expect(none.body.results).toEqual([])
    const found = { organizationId: two, search: 'test' }
    const searched = await test.call(listUsers, { as, body: found })
    expect(searched.body.results).toMatchObject([{ id: userid }])
  })

  it('are none that is not here', async () => {
    const other = await test.otherTenant()
    const { id: userid } = await buildUser(test.ctx)
    const answer = await test.call(setUserOrganizations, {
      as,
      params: { userid },
      body: { organizations: [await buildOrganization(other.ctx)] },
    })
    expect(answer.body.errorCode).toBe('organization_not_found')
  })
})
