import { createUserAttribute, updateUserAttribute } from '@signet/contract/identity/user-attributes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { bulkDriver, runFile } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const attribute = async (body: object): Promise<string> => {
  const made = await test.call(createUserAttribute, { as, body })
  expect(made.status, made.text).toBe(200)
  return String(made.body.id)
}

const imported = (content: string, more: object = {}) =>
  runFile(test, { kind: 'importusers', as, content, existing: 'UPDATE', ...more })

const userNamed = (userId: string) =>
  test.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

const lookedUp = async (attributeId: string) =>
  (
    await test.ctx.db
      .selectFrom('user_attribute_values')
      .select(['normalised'])
      .where('tenant_id', '=', test.tenant.id)
      .where('attribute_id', '=', attributeId)
      .orderBy('normalised')
      .execute()
  ).map(({ normalised }) => normalised)

describe('own attributes in an import of users', () => {
  it('are columns, found by their names, whose values are judged row by row', async () => {
    const badge = await attribute({ name: 'Badge', pattern: 'B\\d{3}', unique: true })
    const site = await attribute({ name: 'Arbeitsort', type: 'CHOICE', choices: ['Oslo', 'Köln'] })
    const content =
      'userId,badge,ARBEITSORT\n' +
      'own-1,B001,Köln\nown-2,nothing,\nown-3,,Paris\nown-4,b001,\nown-5,B005,\n'
    const driver = bulkDriver('importusers', test.call, as)
    const { body } = await driver.upload(content)
    expect(body).toMatchObject({
      ownColumns: [
        { column: `attribute:${site}`, name: 'Arbeitsort', choices: ['Oslo', 'Köln'] },
        { column: `attribute:${badge}`, name: 'Badge', required: false },
      ],
      operation: {
        mapping: [
          { column: 'userId', source: 0 },
          { column: `attribute:${site}`, source: 2 },
          { column: `attribute:${badge}`, source: 1 },
        ],
      },
    })
    const told = [
      { line: 2, action: 'CREATE' },
      { line: 3, errorCode: 'invalid_parameters', column: 'Badge' },
      { line: 4, errorCode: 'invalid_parameters', column: 'Arbeitsort' },
      { line: 5, errorCode: 'bulk_row_repeated', column: 'Badge', message: '2' },
      { line: 6, action: 'CREATE' },
    ]
    expect(await imported(content, { dryRun: true })).toMatchObject(told)
    expect(await userNamed('own-1')).toBeUndefined()
    expect(await imported(content)).toMatchObject(told)
    expect(await userNamed('own-1')).toMatchObject({
      attributes: { [badge]: 'B001', [site]: 'Köln' },
    })
    expect(await lookedUp(badge)).toEqual(['b001', 'b005'])

    const more = 'userId,Badge,Arbeitsort\nown-1,B009,\nown-6,B005,\nown-5,B005,\n'
    expect(await imported(more)).toMatchObject([
      { action: 'UPDATE' },
      { errorCode: 'user_exists', column: 'Badge' },
      { errorCode: 'bulk_row_repeated', column: 'Badge' },
    ])
    expect(await imported('userId,Badge\nown-5,B005\n')).toMatchObject([{ action: 'SKIP' }])
    expect(await userNamed('own-1')).toMatchObject({
      attributes: { [badge]: 'B009', [site]: 'Köln' },
      version: 2,
    })
    expect(await lookedUp(badge)).toEqual(['b005', 'b009'])
    expect(await lookedUp(site)).toEqual(['köln'])
  })

  it('are noted in the event of a change, by name', async () => {
    await imported('userId,Arbeitsort\nnoted,Oslo\n')
    await imported('userId,Arbeitsort\nnoted,Köln\n')
    const { detail } = await test.ctx.db
      .selectFrom('audit_events as e')
      .innerJoin('audit_details as d', (join) =>
        join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
      )
      .select('d.detail')
      .where('e.tenant_id', '=', test.tenant.id)
      .where('e.action', '=', 'USER_UPDATED')
      .where('d.entity_name', '=', 'noted')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toMatchObject({
      before: { userAttributeValues: { Arbeitsort: 'Oslo' } },
      after: { userAttributeValues: { Arbeitsort: 'Köln' } },
    })
  })

  it('that are required keep out who has none', async () => {
    const team = await attribute({ name: 'Team', required: true })
    expect(await imported('userId,Team\nreq-1,Red\nreq-2,\n')).toMatchObject([
      { action: 'CREATE' },
      { errorCode: 'invalid_parameters', column: 'Team', message: 'Team is required' },
    ])
    expect(await userNamed('req-1')).toMatchObject({ attributes: { [team]: 'Red' } })
  })

  it('of the product that are required do so, too, where there are no own ones', async () => {
    const { call, tenant, ctx } = await test.otherTenant()
    const { token } = await buildAdmin(ctx)
    const body = { name: 'email', required: true }
    await call(updateUserAttribute, { as: token, params: { id: 'email' }, body })
    const wanted = {
      kind: 'importusers',
      as: token,
      content: 'userId,email\nreq-1,a@example.test\nreq-2,\n',
    } as const
    expect(await runFile({ call, tenant, platform: test.platform }, wanted)).toMatchObject([
      { action: 'CREATE' },
      { errorCode: 'invalid_parameters', column: 'email', message: 'is required' },
    ])
  })

  it('of another tenant are no columns, nor of kinds that make no users', async () => {
    const other = await test.otherTenant()
    const foreign = await buildAdmin(other.ctx)
    const made = await other.call(createUserAttribute, {
      as: foreign.token,
      body: { name: 'Theirs' },
    })
    const driver = bulkDriver('importusers', test.call, as)
    const { id, body } = await driver.upload('userId,Theirs\nx,y\n')
    expect(JSON.stringify(body)).not.toContain(String(made.body.id))
    const mapping = [
      { column: 'userId', source: 0 },
      { column: `attribute:${String(made.body.id)}`, source: 1 },
    ]
    expect((await driver.map(id, { mapping })).status).toBe(400)
    const deleting = await bulkDriver('deleteusers', test.call, as).upload('userId,Badge\nx,y\n')
    expect(deleting.body).toMatchObject({ ownColumns: [] })
  })
})
