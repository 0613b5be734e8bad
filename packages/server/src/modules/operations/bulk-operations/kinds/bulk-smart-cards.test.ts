import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../../testing/builders.ts'
import { buildSmartCard } from '../../../../../testing/issuance/smart-cards.ts'
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

const cardOf = (serial: string) =>
  test.ctx.db
    .selectFrom('smart_cards')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('serial', '=', serial)
    .executeTakeFirst()

const eventsOf = (id: string) =>
  test.ctx.db
    .selectFrom('audit_events')
    .select('action')
    .where('tenant_id', '=', test.tenant.id)
    .where('entity_id', '=', id)
    .execute()

const limitedTo = async (groupIds: readonly string[]) => {
  const permissions = (['BULKSMARTCARDS', 'SMARTCARDS'] as const).flatMap((entity) =>
    (['VIEW', 'ADD'] as const).map((action) => [entity, action] as const),
  )
  return (await buildAdmin(test.ctx, { groupIds, permissions })).token
}

const wanted = { kind: 'importsmartcards' } as const

describe('an import of smart cards', () => {
  it('says what would happen, then takes the cards in, each with its event', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const group = await buildGroup(test.ctx)
    const content = `Card number,Technology,UID,Group\nBox-1,mifare_classic,04:a2:b3:c4:d5:e6:80,${group.name}\nBox-2,PROX,,\n`
    const told = [
      { line: 2, name: 'Box-1', action: 'CREATE' },
      { line: 3, name: 'Box-2', action: 'CREATE' },
    ]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await cardOf('Box-1')).toBeUndefined()
    const rows = await runFile(test, { ...wanted, as, content })
    expect(rows).toMatchObject(told)
    const first = await cardOf('Box-1')
    expect(first).toMatchObject({
      csn: '04A2B3C4D5E680',
      card_type: 'MIFARE_CLASSIC',
      user_id: null,
      is_withdrawn: false,
    })
    expect(rows[0]).toMatchObject({ subjectId: first?.id })
    expect(await eventsOf(first?.id ?? '')).toEqual([{ action: 'SMART_CARD_CREATED' }])
    const links = await test.ctx.db
      .selectFrom('smart_card_groups')
      .select('group_id')
      .where('tenant_id', '=', test.tenant.id)
      .where('smart_card_id', '=', first?.id ?? '')
      .execute()
    expect(links).toEqual([{ group_id: group.id }])
    expect(await cardOf('Box-2')).toMatchObject({ csn: null, card_type: 'PROX' })
  })

  it('reads files of tabs, too', async () => {
    const content = 'serialNumber\tcardType\nTab-1\tICLASS\n'
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([{ action: 'CREATE' }])
    expect(await cardOf('Tab-1')).toMatchObject({ card_type: 'ICLASS' })
  })

  it('skips what is there where it is told to, and refuses it otherwise', async () => {
    const { serial, csn } = await buildSmartCard(test.ctx, { serial: 'Here-1' })
    const content = `serialNumber,cardType,csn\n${serial.toUpperCase()},PROX,\nOther-1,PROX,${csn}\n`
    const taken = { errorCode: 'bulk_subject_exists' }
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([
      { ...taken, column: 'serialNumber' },
      { ...taken, column: 'csn' },
    ])
    expect(await runFile(test, { ...wanted, as, content, existing: 'SKIP' })).toMatchObject([
      { action: 'SKIP' },
      { ...taken, column: 'csn' },
    ])
  })

  it('tells by line and column what it refuses', { meta: { covers: ['S65'] } }, async () => {
    const rows = [
      'A-1,DESFIRE,,',
      'A-2,PROX,04a2,',
      '=A-3,PROX,,',
      'A-4,PROX,,nobody knows them',
      'A-5,PROX,0a0b0c0d,',
      'a-5,PROX,,',
      'A-6,PROX,0A:0B:0C:0D,',
    ]
    const content = `serialNumber,cardType,csn,group\n${rows.join('\n')}\n`
    const unfit = { errorCode: 'bulk_value_unfit' }
    const repeated = { errorCode: 'bulk_row_repeated', message: '6' }
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([
      { line: 2, ...unfit, column: 'cardType' },
      { line: 3, ...unfit, column: 'csn' },
      { line: 4, ...unfit, column: 'serialNumber' },
      { line: 5, errorCode: 'group_not_found', column: 'group' },
      { line: 6, action: 'CREATE' },
      { line: 7, ...repeated, column: 'serialNumber' },
      { line: 8, ...repeated, column: 'csn' },
    ])
  })

  it('is done by an administrator of some groups for those groups alone', {
    meta: { covers: ['S22', 'S65'] },
  }, async () => {
    const [mine, theirs] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const content = `serialNumber,cardType,group\nG-1,PROX,${mine.name}\nG-2,PROX,${theirs.name}\nG-3,PROX,\n`
    const rows = await runFile(test, { ...wanted, as: await limitedTo([mine.id]), content })
    expect(rows).toMatchObject([
      { action: 'CREATE' },
      { errorCode: 'group_not_found', column: 'group' },
      { errorCode: 'rights_not_held', column: 'group' },
    ])
  })

  it('takes the right to add smart cards, row by row', {
    meta: { covers: ['S22', 'S65'] },
  }, async () => {
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKSMARTCARDS', 'VIEW'],
        ['BULKSMARTCARDS', 'ADD'],
      ],
    })
    const content = 'serialNumber,cardType\nR-1,PROX\n'
    expect(await runFile(test, { ...wanted, as: token, content })).toMatchObject([
      { errorCode: 'access_denied' },
    ])
  })
})
