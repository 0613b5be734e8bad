import { gridAlphabet } from '@signet/algorithms/grid'
import { createGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../../testing/access/mail.ts'
import { browserOf, buildPerson, goodPassword } from '../../../../../testing/access/people.ts'
import { buildGrid, buildUnassigned } from '../../../../../testing/authenticators/grids.ts'
import { buildAdmin, buildGroup, buildUser } from '../../../../../testing/builders.ts'
import { runFile } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const cardNumbered = (serial: string | number) =>
  test.ctx.db
    .selectFrom('grids')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('serial', '=', Number(serial))
    .executeTakeFirst()

const eventsOf = (action: string, entityId: string) =>
  test.ctx.db
    .selectFrom('audit_events')
    .select('actor_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .execute()

/** An administrator of these groups alone. */
const limitedTo = (groupIds: readonly string[]) =>
  buildAdmin(test.ctx, {
    groupIds,
    permissions: (['BULKUSERS', 'GRIDS'] as const).flatMap((entity) =>
      (['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const).map((action) => [entity, action] as const),
    ),
  })

const groupsOf = async (gridId: string | undefined) => {
  const { rows } = await sql<{ group_id: string }>`
    select group_id from grid_groups where tenant_id = ${test.tenant.id} and grid_id = ${gridId}`.execute(
    test.ctx.db,
  )
  return rows.map((row) => row.group_id)
}

/** A card of 10 columns and 8 rows, each cell another. */
const cells = Array.from(
  { length: 80 },
  (_, at) => `${gridAlphabet[at % 28] ?? ''}${gridAlphabet[Math.floor(at / 28) * 3] ?? ''}`,
)

describe('cards that nobody has', () => {
  const wanted = { kind: 'unassignedgrids' } as const

  it('are made by number and groups, row by row', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const [one, two] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const content = `Number,Group\n3,${one.name}; ${two.name}\n2,\n0,\n501,\n1,no such group\n`
    const unfit = { errorCode: 'bulk_value_unfit', column: 'numberOfGrids' }
    const refused = [
      { line: 4, ...unfit },
      { line: 5, ...unfit },
      { line: 6, errorCode: 'group_not_found', column: 'group' },
    ]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject([
      { line: 2, name: '3', action: 'CREATE' },
      { line: 3, name: '2', action: 'CREATE' },
      ...refused,
    ])
    const [first, second, ...rest] = await runFile(test, { ...wanted, as, content })
    expect(rest).toMatchObject(refused)
    const [from = 0, to = 0] = String(first?.name).split('-').map(Number)
    expect([to - from, second?.name]).toEqual([2, `${to + 1}-${to + 2}`])
    const card = await cardNumbered(from)
    expect(card).toMatchObject({ state: 'UNASSIGNED', rows: 8, columns: 10 })
    expect(await groupsOf(card?.id)).toHaveLength(2)
    expect(await groupsOf((await cardNumbered(to + 1))?.id)).toEqual([])
  })

  it('are of their groups where an administrator is limited to some', async () => {
    const mine = await buildGroup(test.ctx)
    const { token } = await limitedTo([mine.id])
    const [row] = await runFile(test, { ...wanted, as: token, content: 'numberOfGrids\n1\n' })
    const [serial = ''] = String(row?.name).split('-')
    expect(await groupsOf((await cardNumbered(serial))?.id)).toEqual([mine.id])
  })

  it('are 5,000 at most, counted over the rows, in a trial too', async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from grids
      where tenant_id = ${test.tenant.id} and user_id is null`.execute(test.ctx.db)
    const missing = 5000 - (rows[0]?.count ?? 0) - 5
    await sql`insert into grids (tenant_id, id, serial, state, rows, columns, cell_length,
        sealed_cells, shown, created_at)
      select ${test.tenant.id}::uuid, gen_random_uuid(), n, 'UNASSIGNED', 8, 10, 2, '', '', now()
      from generate_series(1, ${missing}::integer) n`.execute(test.ctx.db)
    const content = 'numberOfGrids\n3\n3\n2\n'
    const told = [
      { action: 'CREATE' },
      { errorCode: 'grid_limit_reached', column: 'numberOfGrids' },
      { action: 'CREATE' },
    ]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject(told)
    const more = `serialNumber,contents\n20777,${cells.join(' ')}\n`
    expect(await runFile(test, { kind: 'importgrids', as, content: more })).toMatchObject([
      { errorCode: 'grid_limit_reached' },
    ])
    await test.ctx.db.deleteFrom('grids').where('serial', '<', 10_000).execute()
  })
})

describe('an import of cards', () => {
  const wanted = { kind: 'importgrids' } as const

  it('takes over what is printed on them: their owners sign in by it', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const group = await buildGroup(test.ctx)
    const content = `Serial,Contents,Group\n5001,${cells.join(' ')},${group.name}\n5002,${cells.join('').toLowerCase()},\n`
    const told = [
      { line: 2, name: '5001', action: 'CREATE' },
      { line: 3, name: '5002', action: 'CREATE' },
    ]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await cardNumbered(5001)).toBeUndefined()
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject(told)
    const card = await cardNumbered(5001)
    expect(await groupsOf(card?.id)).toEqual([group.id])
    expect(await eventsOf('GRID_CREATED', card?.id ?? '')).toHaveLength(1)
    const user = await buildPerson(test.ctx)
    const given = `userId,serialNumber\n${user.userId},5002\n`
    expect(await runFile(test, { kind: 'assigngrids', as, content: given })).toMatchObject([
      { action: 'UPDATE', name: '5002' },
    ])
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const asked = await browser.challenge('GRID')
    const { challenge } = Object(asked.body).gridChallenge
    const answer = challenge
      .map(({ column, row }: { column: string; row: number }) => {
        const place = (row - 1) * 10 + (column.codePointAt(0) ?? 0) - 65
        return cells[place]
      })
      .join('')
    expect((await browser.prove('GRID', answer)).status).toBe(200)
  })

  it('understands letters as answers are, and cards of another shape', async () => {
    const letters = Array.from({ length: 40 }, (_, at) => `O${gridAlphabet[at % 28] ?? ''}`)
    const content = `serialNumber,contents,rows,columns\n5100,${letters.join(' ')},5,8\n`
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([{ action: 'CREATE' }])
    expect(await cardNumbered(5100)).toMatchObject({ rows: 5, columns: 8, cell_length: 2 })
  })

  it('tells by line and column what it refuses', async () => {
    const there = await buildUnassigned(test.ctx)
    const text = cells.join(' ')
    const rows = [
      `${there.serial},${text},,`,
      `0,${text},,`,
      `900000000,${text},,`,
      `5201,${text} A1,,`,
      `5202,${text.replace('00', '0-')},,`,
      `5203,${cells.map(() => '11').join(' ')},,`,
      `5204,${text},99,`,
      `5205,${text},,no such group`,
      `5206,${text},,`,
      `5206,${text},,`,
    ]
    const content = `serialNumber,contents,columns,group\n${rows.join('\n')}\n`
    const unfit = (line: number, column: string) => ({
      line,
      errorCode: 'bulk_value_unfit',
      column,
    })
    const told = await runFile(test, { ...wanted, as, content })
    expect(told).toMatchObject([
      { line: 2, errorCode: 'bulk_subject_exists', column: 'serialNumber' },
      unfit(3, 'serialNumber'),
      unfit(4, 'serialNumber'),
      unfit(5, 'contents'),
      unfit(6, 'contents'),
      { ...unfit(7, 'contents'), message: 'too guessable' },
      unfit(8, 'columns'),
      { line: 9, errorCode: 'group_not_found' },
      { line: 10, action: 'CREATE' },
      { line: 11, errorCode: 'bulk_row_repeated', message: '10' },
    ])
    const again = `serialNumber,contents\n5206,${text}\n`
    const skipping = { ...wanted, as, content: again, existing: 'SKIP' } as const
    expect(await runFile(test, skipping)).toMatchObject([{ action: 'SKIP' }])
  })
})

describe('an assignment of cards', () => {
  const wanted = { kind: 'assigngrids' } as const

  it('gives each to its person, who is told', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const ada = await buildUser(test.ctx, { email: 'card-given@example.test' })
    const card = await buildUnassigned(test.ctx)
    const content = `userId,serialNumber\n${ada.userId},${card.serial}\n`
    const told = [{ line: 2, name: card.serial, action: 'UPDATE', subjectId: card.id }]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await cardNumbered(card.serial)).toMatchObject({ state: 'UNASSIGNED' })
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject(told)
    const given = { state: 'PENDING', user_id: ada.id, version: 2 }
    expect(await cardNumbered(card.serial)).toMatchObject(given)
    await noticeTo(test, 'card-given@example.test', /grid card was added/)
  })

  it('tells by line and column what it refuses', async () => {
    const [ada, full] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const held = await buildGrid(test.ctx, ada.id)
    const some = [
      await buildUnassigned(test.ctx),
      await buildUnassigned(test.ctx),
      await buildUnassigned(test.ctx),
      await buildUnassigned(test.ctx),
    ]
    const rows = [
      ...some.map(({ serial }) => `${full.userId},${serial}`),
      `${ada.userId},${held.serial}`,
      `${ada.userId},999`,
      `${ada.userId},A1`,
      `nobody,${held.serial}1`,
    ]
    const content = `userId,serialNumber\n${rows.join('\n')}\n`
    const [, , , ...rest] = await runFile(test, { ...wanted, as, content })
    expect(rest).toMatchObject([
      { line: 5, errorCode: 'grid_limit_reached', column: 'userId' },
      { line: 6, errorCode: 'grid_already_assigned', column: 'serialNumber' },
      { line: 7, errorCode: 'not_found', column: 'serialNumber' },
      { line: 8, errorCode: 'not_found', column: 'serialNumber' },
      { line: 9, errorCode: 'user_not_found' },
    ])
  })
})

it('a group policy says how many cards somebody is given, and until when', async () => {
  const [few, usual] = [await buildUser(test.ctx), await buildUser(test.ctx)]
  const group = await buildGroup(test.ctx, { members: [few.id] })
  const settings = { grid: { maximumPerUser: 1, lifeDays: 10 } }
  const policy = { name: 'One card', groupIds: [group.id], settings }
  expect((await test.call(createGroupPolicy, { as, body: policy })).status).toBe(200)
  const cards = await Promise.all([1, 2, 3].map(() => buildUnassigned(test.ctx)))
  const [one, two, three] = cards.map(({ serial }) => serial)
  const rows = [`${few.userId},${one}`, `${few.userId},${two}`, `${usual.userId},${three}`]
  const content = `userId,serialNumber\n${rows.join('\n')}\n`
  expect(await runFile(test, { kind: 'assigngrids', as, content })).toMatchObject([
    { action: 'UPDATE' },
    { errorCode: 'grid_limit_reached', column: 'userId' },
    { action: 'UPDATE' },
  ])
  expect((await cardNumbered(one ?? ''))?.expires_at).not.toBeNull()
  expect((await cardNumbered(three ?? ''))?.expires_at).toBeNull()
})

describe('a state of cards', () => {
  const wanted = { kind: 'setgridstate' } as const

  it('is set row by row, each with its event', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const ada = await buildUser(test.ctx)
    const [off, gone, back] = [
      await buildGrid(test.ctx, ada.id),
      await buildGrid(test.ctx, ada.id),
      await buildGrid(test.ctx, ada.id),
    ]
    const lying = await buildUnassigned(test.ctx)
    const rows = [
      `${off.serial},inactive`,
      `${gone.serial},CANCELED`,
      `${back.serial},UNASSIGNED`,
      `${lying.serial},ACTIVE`,
      '998,ACTIVE',
      `${lying.serial}0,LOST`,
    ]
    const content = `serialNumber,state\n${rows.join('\n')}\n`
    const told = [
      { line: 2, action: 'UPDATE', subjectId: off.id },
      { line: 3, action: 'UPDATE' },
      { line: 4, action: 'UPDATE' },
      { line: 5, errorCode: 'grid_invalid_state', column: 'state' },
      { line: 6, errorCode: 'not_found', column: 'serialNumber' },
      { line: 7, errorCode: 'bulk_value_unfit', column: 'state' },
    ]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await cardNumbered(off.serial)).toMatchObject({ state: 'PENDING', version: 1 })
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject(told)
    expect(await cardNumbered(off.serial)).toMatchObject({ state: 'INACTIVE', version: 2 })
    expect(await cardNumbered(gone.serial)).toMatchObject({ state: 'CANCELED', user_id: ada.id })
    expect(await cardNumbered(back.serial)).toMatchObject({ state: 'UNASSIGNED', user_id: null })
    expect(await eventsOf('GRID_STATE_CHANGED', off.id)).toHaveLength(1)
    expect(await eventsOf('GRID_UNASSIGNED', back.id)).toHaveLength(1)
    const again = await runFile(test, { ...wanted, as, content })
    expect(again.slice(0, 3)).toMatchObject([
      { action: 'SKIP' },
      { action: 'SKIP' },
      { action: 'SKIP' },
    ])
  })

  it('is not set to ACTIVE again where a card was used up', async () => {
    const { id: owner } = await buildUser(test.ctx)
    const { id, serial } = await buildGrid(test.ctx, owner)
    await test.ctx.db
      .updateTable('grids')
      .set({ state: 'INACTIVE', retired: 'EXPOSURE' })
      .where('id', '=', id)
      .execute()
    const content = `serialNumber,state\n${serial},ACTIVE\n`
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([
      { errorCode: 'grid_invalid_state' },
    ])
  })
})

describe('a deletion of cards', () => {
  it('takes them, each with its event, within the rights and groups of who does it', {
    meta: { covers: ['lifecycle.bulk', 'S43'] },
  }, async () => {
    const mine = await buildGroup(test.ctx)
    const [seen, unseen] = [
      await buildUnassigned(test.ctx, [mine.id]),
      await buildUnassigned(test.ctx),
    ]
    const strong = await buildAdmin(test.ctx)
    const theirs = await buildGrid(test.ctx, strong.id)
    const { token } = await limitedTo([mine.id])
    const content = `id\n${seen.id}\n${unseen.id}\n${theirs.id}\n`
    const deleting = { kind: 'deletegrids', content } as const
    expect(await runFile(test, { ...deleting, as: token, dryRun: true })).toMatchObject([
      { action: 'DELETE' },
      { errorCode: 'not_found', column: 'id' },
      { errorCode: 'not_found', column: 'id' },
    ])
    expect(await cardNumbered(seen.serial)).toBeDefined()
    await runFile(test, { ...deleting, as: token })
    expect(await cardNumbered(seen.serial)).toBeUndefined()
    expect(await cardNumbered(unseen.serial)).toBeDefined()
    expect(await eventsOf('GRID_DELETED', seen.id)).toHaveLength(1)
    const helper = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKUSERS', 'VIEW'],
        ['BULKUSERS', 'ADD'],
        ['GRIDS', 'REMOVE'],
      ],
    })
    expect(await runFile(test, { ...deleting, as: helper.token })).toMatchObject([
      { errorCode: 'not_found' },
      { action: 'DELETE' },
      { errorCode: 'rights_not_held' },
    ])
    const other = await test.otherTenant()
    const foreign = await buildUnassigned(other.ctx)
    const elsewhere = `id\n${foreign.id}\n`
    expect(await runFile(test, { kind: 'deletegrids', as, content: elsewhere })).toMatchObject([
      { errorCode: 'not_found' },
    ])
  })
})
