import { listTextMessages } from '@signet/contract/authenticators/otps'
import { countTextMessages } from '@signet/contract/operations/reports'
import type { MessageDelivery } from '@signet/rules/code-deliveries'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'

let test: TestApp
let as: string
let ada: BuiltUser
let grace: BuiltUser
let start: number

const hour = 3_600_000

interface Message {
  readonly delivery: MessageDelivery
  readonly state: 'SENT' | 'FAILED'
  readonly hours: number
}

const insert = async (ctx: Context, user: BuiltUser, { delivery, state, hours }: Message) => {
  await ctx.db
    .insertInto('text_messages')
    .values({
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      user_id: user.id,
      delivery,
      hint: '*** 42',
      state,
      status: null,
      failure: null,
      items: '[]',
      created_at: new Date(start + hours * hour),
    })
    .execute()
}

beforeAll(async () => {
  test = await startTestApp()
  start = test.clock.now().getTime()
  ada = await buildUser(test.ctx)
  grace = await buildUser(test.ctx)
  await insert(test.ctx, ada, { delivery: 'SMS', state: 'SENT', hours: 0 })
  await insert(test.ctx, ada, { delivery: 'SMS', state: 'SENT', hours: 0.5 })
  await insert(test.ctx, grace, { delivery: 'SMS', state: 'FAILED', hours: 2 })
  await insert(test.ctx, grace, { delivery: 'VOICE', state: 'SENT', hours: 2.9 })
  await insert(test.ctx, grace, { delivery: 'VOICE', state: 'SENT', hours: 3 })
  const other = await test.otherTenant()
  await insert(other.ctx, await buildUser(other.ctx), { delivery: 'SMS', state: 'SENT', hours: 1 })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const iso = (hours: number): string => new Date(start + hours * hour).toISOString()
const ask = async (token: string) => {
  const body = { from: iso(0), until: iso(3), interval: 'HOUR' }
  return (await test.call(countTextMessages, { as: token, body })).body
}

describe('messages to telephones', () => {
  it('are counted by way and in their hours, those of other tenants left out', async () => {
    expect(await ask(as)).toEqual({
      total: { sent: 3, failed: 1 },
      deliveries: [
        { deliveryType: 'SMS', sent: 2, failed: 1 },
        { deliveryType: 'VOICE', sent: 1, failed: 0 },
        { deliveryType: 'MESSENGER', sent: 0, failed: 0 },
        { deliveryType: 'WECHAT', sent: 0, failed: 0 },
      ],
      results: [
        { start: iso(0), sent: 2, failed: 0 },
        { start: iso(1), sent: 0, failed: 0 },
        { start: iso(2), sent: 1, failed: 1 },
      ],
    })
  })

  it('are told of the own groups alone to who is limited to them', async () => {
    const { id } = await buildGroup(test.ctx, { members: [ada.id] })
    const permissions = [
      ['REPORTS', 'VIEW'],
      ['SETTINGS', 'VIEW'],
    ] as const
    const limited = await buildAdmin(test.ctx, { permissions, groupIds: [id] })
    expect((await ask(limited.token)).total).toEqual({ sent: 2, failed: 0 })
    const list = async (body: { readonly userId?: string }) => {
      const answer = await test.call(listTextMessages, { as: limited.token, body })
      const { results } = answer.body
      return Array.isArray(results) ? results.map(({ userId }) => userId) : answer.text
    }
    expect(await list({})).toEqual([ada.id, ada.id])
    expect(await list({ userId: grace.id })).toEqual([])
  })
})
