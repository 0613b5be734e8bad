import type { Context } from '../../../kit/context.ts'
import { saveConnector } from '../../../modules/settings/http-connectors/index.ts'
import { connectorNames } from '../../../modules/settings/otp-provider/index.ts'
import { daysFrom, type Holder } from './holders.ts'

const carrier = {
  method: 'POST',
  authType: 'Bearer Token',
  user: '',
  keyName: '',
  headers: [],
  secrets: [],
  contentType: 'application/json',
  timeoutMillis: 5000,
  statuses: [200, 202],
  resultItems: [{ name: 'id', path: '$.id', equals: null }],
  secret: 'a-token-of-the-carrier',
} as const

const ways = [
  { way: 'SMS', url: 'https://sms.acme.example/messages', text: '{{REQ.message}}' },
  { way: 'VOICE', url: 'https://voice.acme.example/calls', text: '{{REQ.message}}' },
] as const

const sent = [
  { daysAgo: 1, state: 'SENT', status: 202, failure: null },
  { daysAgo: 2, state: 'SENT', status: 202, failure: null },
  { daysAgo: 4, state: 'FAILED', status: null, failure: 'NO_ANSWER_IN_TIME' },
] as const

const insertTexts = async (ctx: Context, userId: string): Promise<void> => {
  const { ids, clock } = ctx.platform
  for (const { daysAgo, ...text } of sent) {
    await ctx.db
      .insertInto('text_messages')
      .values({
        ...text,
        tenant_id: ctx.tenant.id,
        id: ids.uuid(),
        user_id: userId,
        delivery: 'SMS',
        hint: '••• 45',
        items: JSON.stringify([{ name: 'id', value: text.failure === null ? ids.uuid() : null }]),
        created_at: daysFrom(clock.now(), -daysAgo),
      })
      .execute()
  }
}

/** Who would carry codes to telephones, and what became of some: nobody answers at these addresses. */
export const insertConnectors = async (ctx: Context, holder: Holder): Promise<void> => {
  await ctx.transaction(async (ctx) => {
    for (const { way, url, text } of ways) {
      const body = `{"to":"{{REQ.recipient}}","text":"${text}"}`
      const given = { ...carrier, headers: [], secrets: [], url, body, statuses: [200, 202] }
      const name = connectorNames[way]
      await saveConnector(ctx, {
        name,
        given: { ...given, resultItems: [...carrier.resultItems] },
        path: way,
      })
    }
  })
  await insertTexts(ctx, holder('amelia.andersson').id)
}
