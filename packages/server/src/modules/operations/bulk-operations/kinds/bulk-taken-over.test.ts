import { gridAlphabet } from '@signet/algorithms/grid'
import { updateHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../../testing/access/people.ts'
import {
  buildStock,
  pressed,
  secret,
} from '../../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin, buildUser } from '../../../../../testing/builders.ts'
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

const wanted = { kind: 'importidentityguard' } as const
const hex = secret.toString('hex')

/** A card of 10 columns and 8 rows, each cell another. */
const cells = Array.from(
  { length: 80 },
  (_, at) => `${gridAlphabet[at % 28] ?? ''}${gridAlphabet[Math.floor(at / 28) * 3] ?? ''}`,
)
const contents = cells.join(' ')

const heldBy = async (userId: string) => {
  const of = (table: 'tokens' | 'grids') =>
    test.ctx.db
      .selectFrom(table)
      .select(['serial', 'state'])
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', userId)
      .orderBy('serial')
      .execute()
  return { tokens: await of('tokens'), cards: await of('grids') }
}

it('people sign in by the card and the token that they had before', {
  meta: { covers: ['lifecycle.bulk'] },
}, async () => {
  const person = await buildPerson(test.ctx)
  const body = { confirmReceipt: true }
  expect((await test.call(updateHardwareOathSettings, { as, body })).status).toBe(200)
  const content = `Username,Serial,Cells,Seed,Algorithm,Counter\n${person.userId},6001,${contents},,,\n${person.userId},OLD-1,,${hex},OATH_HOTP,4\n`
  const told = [
    { line: 2, name: '6001', action: 'CREATE' },
    { line: 3, name: 'OLD-1', action: 'CREATE' },
  ]
  expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
  expect(await heldBy(person.id)).toEqual({ tokens: [], cards: [] })
  expect(await runFile(test, { ...wanted, as, content })).toMatchObject(told)
  expect(await heldBy(person.id)).toEqual({
    tokens: [{ serial: 'OLD-1', state: 'ACTIVE' }],
    cards: [{ serial: 6001, state: 'PENDING' }],
  })
  const byCard = browserOf(test.call)
  await byCard.query(person.userId)
  await byCard.prove('PASSWORD', goodPassword)
  const { challenge } = Object((await byCard.challenge('GRID')).body).gridChallenge
  const answer = challenge.map(
    ({ column, row }: { column: string; row: number }) =>
      cells[(row - 1) * 10 + (column.codePointAt(0) ?? 0) - 65],
  )
  expect((await byCard.prove('GRID', answer.join(''))).status).toBe(200)
  const byToken = browserOf(test.call)
  await byToken.query(person.userId)
  await byToken.prove('PASSWORD', goodPassword)
  expect((await byToken.prove('TOKEN', pressed(4))).status).toBe(200)
})

it('tells by line and column what it refuses, and leaves nothing of it', async () => {
  const full = await buildUser(test.ctx)
  const stock = await buildStock(test.ctx)
  const rows = [
    ...[1, 2, 3, 4].map((number) => `${full.userId},${6100 + number},${contents},,`),
    `${full.userId},${stock.serial},,${hex},`,
    `nobody,OLD-20,,${hex},`,
    `${full.userId},OLD-21,${contents},${hex},`,
    `${full.userId},OLD-22,,,`,
    `${full.userId},OLD-23,,short,`,
    `${full.userId},6120,A1 B2,,`,
  ]
  const content = `userId,serialNumber,contents,secret,digits\n${rows.join('\n')}\n`
  const unfit = (line: number, column: string) => ({ line, errorCode: 'bulk_value_unfit', column })
  const told = [
    { line: 5, errorCode: 'grid_limit_reached', column: 'userId' },
    { line: 6, errorCode: 'bulk_subject_exists', column: 'serialNumber' },
    { line: 7, errorCode: 'user_not_found' },
    unfit(8, 'contents'),
    unfit(9, 'contents'),
    unfit(10, 'secret'),
    unfit(11, 'contents'),
  ]
  const [, , , ...tried] = await runFile(test, { ...wanted, as, content, dryRun: true })
  expect(tried).toMatchObject(told)
  const [, , , ...refused] = await runFile(test, { ...wanted, as, content })
  expect(refused).toMatchObject(told)
  const held = await heldBy(full.id)
  expect(held.tokens).toEqual([])
  expect(held.cards.map(({ serial }) => serial)).toEqual([6101, 6102, 6103])
  const again = `userId,serialNumber,contents\n${full.userId},6101,${contents}\n`
  const skipping = { ...wanted, as, content: again, existing: 'SKIP' } as const
  expect(await runFile(test, skipping)).toMatchObject([{ action: 'SKIP' }])
})

it('is for those who may add what the row brings and have authority over its person', async () => {
  const { token, id } = await buildAdmin(test.ctx, {
    permissions: [
      ['BULKIDENTITYGUARD', 'VIEW'],
      ['BULKIDENTITYGUARD', 'ADD'],
      ['GRIDS', 'ADD'],
      ['GRIDS', 'EDIT'],
      ['TOKENS', 'EDIT'],
    ],
  })
  expect(id).not.toBe('')
  const weak = await buildUser(test.ctx)
  const strong = await buildAdmin(test.ctx)
  const rows = [
    `${weak.userId},6201,${contents},`,
    `${weak.userId},OLD-30,,${hex}`,
    `${strong.userId},6202,${contents},`,
  ]
  const content = `userId,serialNumber,contents,secret\n${rows.join('\n')}\n`
  expect(await runFile(test, { ...wanted, as: token, content })).toMatchObject([
    { line: 2, action: 'CREATE' },
    { line: 3, errorCode: 'access_denied' },
    { line: 4, errorCode: 'rights_not_held' },
  ])
  const other = await test.otherTenant()
  const elsewhere = await buildUser(other.ctx)
  const foreign = `userId,serialNumber,contents\n${elsewhere.userId},6203,${contents}\n`
  expect(await runFile(test, { ...wanted, as, content: foreign })).toMatchObject([
    { errorCode: 'user_not_found' },
  ])
})
