import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { insertAttributes } from './attributes.ts'
import { insertAuthenticators } from './authenticators.ts'
import { insertBelongings } from './belongings.ts'
import { insertDirectory } from './directory.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  const attributesOf = await insertAttributes(test.ctx)
  const shared = { passwordHash: 'nobody signs in here', attributesOf }
  const users = await test.ctx.transaction((ctx) => insertDirectory(ctx, shared))
  await insertBelongings(test.ctx, users)
  await insertAuthenticators(test.ctx, users)
})
afterAll(() => test.close())

/** What tells the rows of a table apart, each once. */
const kindsIn = async (table: string, ...columns: readonly string[]): Promise<string[]> => {
  const kind = sql.join(
    columns.map((column) => sql`${sql.ref(column)}::text`),
    sql` || ' ' || `,
  )
  const { rows } = await sql<{ kind: string }>`
    select distinct ${kind} as kind from ${sql.table(table)}
    where tenant_id = ${test.tenant.id} order by 1`.execute(test.ctx.db)
  return rows.map((row) => row.kind)
}

describe('the demonstration', () => {
  it('has tokens of each kind, in the stock and with people', async () => {
    expect(await kindsIn('tokens', 'type', 'algorithm_type', 'state')).toEqual([
      'ENTRUST_SOFT_TOKEN OATH_TOTP ACTIVATING',
      'ENTRUST_SOFT_TOKEN OATH_TOTP ACTIVE',
      'OATH_PHYSICAL_TOKEN OATH_HOTP ACTIVE',
      'OATH_PHYSICAL_TOKEN OATH_HOTP UNASSIGNED',
      'OATH_PHYSICAL_TOKEN OATH_OCRA ACTIVE',
      'OATH_PHYSICAL_TOKEN OATH_OCRA UNASSIGNED',
      'OATH_PHYSICAL_TOKEN OATH_TOTP ACTIVE',
      'OATH_PHYSICAL_TOKEN OATH_TOTP INACTIVE',
      'OATH_PHYSICAL_TOKEN OATH_TOTP UNASSIGNED',
    ])
  })

  it('has grid cards in each state, one of them expired', async () => {
    expect(await kindsIn('grids', 'state')).toEqual(['ACTIVE', 'CANCELED', 'PENDING', 'UNASSIGNED'])
    const now = test.clock.now()
    const expired = await test.ctx.db
      .selectFrom('grids')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('expires_at', '<', now)
      .execute()
    expect(expired).toHaveLength(1)
  })

  it.each([
    ['fido_credentials', 'device_type', ['multiDevice', 'singleDevice']],
    ['soft_token_devices', 'state', ['ACTIVE']],
    ['activesync_devices', 'access', ['ALLOWED', 'QUARANTINED']],
    ['faces', 'state', ['ACTIVE', 'REGISTERING']],
    ['text_messages', 'state', ['FAILED', 'SENT']],
    ['group_policies', 'active', ['false', 'true']],
    ['machines', 'label', ['Laptop at work', 'Phone']],
    ['kba_questions', 'locale', ['de', 'en']],
    ['external_credentials', 'type', ['OTP']],
    ['magic_links', 'kind', ['ISSUED']],
    ['http_connectors', 'name', ['otp-sms', 'otp-voice']],
  ])('has rows of %s', async (table, column, kinds) => {
    expect(await kindsIn(table, column)).toEqual(kinds)
  })

  it.each(['desktops', 'temp_access_codes', 'user_questions'])('has rows of %s', async (table) => {
    expect(await kindsIn(table, 'user_id')).toHaveLength(1)
  })
})
