import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../../testing/builders.ts'
import { bulkDriver, runFile, workOn } from '../../../../../testing/operations/bulk.ts'
import { workbookOf } from '../../../../../testing/operations/bulk-files.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const named = async (prefix: string): Promise<readonly string[]> => {
  const rows = await test.ctx.db
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', 'like', `${prefix}%`)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id: userId }) => userId)
}

const imported = (content: string | Buffer) => runFile(test, { kind: 'importusers', as, content })

const people = (prefix: string, count: number, filler = ''): string =>
  Array.from({ length: count }, (_, at) => `${prefix}${at},${filler}\n`).join('')

describe('a file with faulty rows', () => {
  it('has each told by line and column, and everybody else imported', {
    meta: { covers: ['lifecycle.bulk', 'S44'] },
  }, async () => {
    await buildUser(test.ctx, { userId: 'row-taken' })
    const rows = [
      'userId,userAliases,state,lastName,note',
      'row-1,,,One,"two\r\nlines"',
      'row-early,"a"b,,',
      'row-2,,,"say ""hi"""',
      'row-wide,,,Wide,,extra',
      'row-3,,ACTIVE,,,',
      'row-state,,ASLEEP,',
      ',,,Nobody',
      `row-long,,,${'x'.repeat(10_000_000)}`,
      'row-4,,,',
      'ROW-4,,,',
      'row-alias,row-1,,',
      'row-taken,,,',
      'row-bad\u0001,,,',
      `row-name,,,${'n'.repeat(129)}`,
      'row-5,,,',
      'row-open,,,"never closed',
    ]
    const results = await imported(`\ufeff${rows.join('\r\n')}\r\n`)
    const errors = results.filter(({ action }) => action === 'ERROR')
    expect(errors).toMatchObject([
      { line: 4, errorCode: 'bulk_row_quotes', column: 'userAliases' },
      { line: 6, errorCode: 'bulk_row_columns', column: '6' },
      { line: 8, errorCode: 'bulk_value_unfit', column: 'state' },
      { line: 9, errorCode: 'bulk_value_missing', column: 'userId' },
      { line: 10, errorCode: 'bulk_row_too_long', column: 'lastName' },
      { line: 12, errorCode: 'bulk_row_repeated', column: 'userId', message: '11' },
      { line: 13, errorCode: 'bulk_row_repeated', column: 'userAliases', message: '2' },
      { line: 14, errorCode: 'user_exists', column: 'userId' },
      { line: 15, errorCode: 'invalid_parameters', column: 'userId' },
      { line: 16, errorCode: 'invalid_parameters', column: 'lastName' },
      { line: 18, errorCode: 'bulk_row_quotes', column: 'lastName' },
    ])
    expect(await named('row-')).toEqual(['row-1', 'row-2', 'row-3', 'row-4', 'row-5', 'row-taken'])
    const { last_name: lastName } = await test.ctx.db
      .selectFrom('users')
      .select('last_name')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', 'row-2')
      .executeTakeFirstOrThrow()
    expect(lastName).toBe('say "hi"')
  })

  it('in UTF-16 is read like any other', async () => {
    const text = 'userId;lastName\r\nwide-1;Zoë\r\nwide-1;\r\n'
    const results = await imported(Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(results).toMatchObject([
      { line: 2, action: 'CREATE' },
      { line: 3, errorCode: 'bulk_row_repeated', column: 'userId', message: '2' },
    ])
  })
})

describe('a file that cannot be read', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
  const bomb = workbookOf(`<worksheet>${' '.repeat(50_000_000)}</worksheet>`)
  it.each([
    ['a picture', png, 'ENCODING line 1 column 1'],
    ['a program', Buffer.from('userId\nfirst\n\u0000\u0001'), 'BINARY line 3 column 1'],
    [
      'UTF-8 with a broken character',
      Buffer.concat([Buffer.from('userId\nfirst,ë\nzo'), Buffer.from([0xeb, 0x0a])]),
      'ENCODING line 3 column 3',
    ],
    ['a workbook that bursts', bomb, 'WORKBOOK_TOO_LARGE'],
    ['empty', Buffer.alloc(0), 'EMPTY'],
  ])('because it is %s is refused with its place', async (_name, content, message) => {
    const answer = await bulkDriver('importusers', test.call, as).upload(content)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      errorCode: 'bulk_file_invalid',
      fields: [{ path: 'file', message }],
    })
  })

  it('from a line on has the rows before it done and listed, and fails with the place', async () => {
    const count = 1700
    const filler = 'y'.repeat(600)
    const content = Buffer.concat([
      Buffer.from(`userId,lastName\n${people('late-', count, filler.slice(0, 100))}`),
      Buffer.from('late-zo'),
      Buffer.from([0xeb]),
      Buffer.from(`,x\n${people('after-', 10)}`),
    ])
    const wide = Buffer.concat([
      Buffer.from(`userId,ignoré\n${people('early-', count, filler)}`),
      content.subarray(content.indexOf('\n') + 1),
    ])
    const driver = bulkDriver('importusers', test.call, as)
    const { id, status } = await driver.upload(wide)
    expect(status).toBe(200)
    await driver.start(id)
    await workOn(test, id)
    expect((await driver.read(id)).body).toMatchObject({
      state: 'FAILED',
      reason: 'ENCODING',
      reasonLine: 2 * count + 2,
      reasonColumn: 8,
      done: { rows: 2 * count, changed: 2 * count, failed: 0 },
    })
    expect(await named('late-')).toHaveLength(count)
    expect(await named('after-')).toEqual([])
    expect(await driver.rows(id)).toHaveLength(2 * count)
  })
})

describe('a large operation', () => {
  it('leaves statistics behind by which statements are planned for what there is', async () => {
    const count = 1100
    const names = Array.from({ length: count }, (_, at) => `planned-${at}\n`)
    const rows = async (): Promise<unknown> => {
      const { rows: found } = await test.testDatabase.asOwner((owner) =>
        owner.query(`select reltuples::integer as count from pg_class where relname = 'groups'`),
      )
      return found[0]
    }
    await runFile(test, { kind: 'importgroups', as, content: `name\n${names.join('')}` })
    expect(await rows()).toEqual({ count })
    await runFile(test, { kind: 'deletegroups', as, content: `name\n${names.join('')}` })
    expect(await rows()).toEqual({ count: 0 })
  })
})
