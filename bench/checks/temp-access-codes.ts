import type { Context } from '@signet/server/kit/context'
import { engine } from '@signet/server/modules/access/sign-in/index'
import { userKeyOf, userKeySql } from '../seed/users.ts'
import type { Check } from './check.ts'

const code = 'ABCDEFGHJKLM'

const insertCodes = `insert into temp_access_codes (tenant_id, user_id, code_hmac, created_at, expires_at, max_uses, num_uses)
  select $1, ${userKeySql}, hmac, now(), now() + interval '1 day', 1, 0
  from unnest($2::int[], $3::bytea[]) as row (n, hmac)`

/** The password was proven before. */
const passwordProven = (ctx: Context, transaction: string, user: string) =>
  ({
    tenant_id: ctx.tenant.id,
    transaction_id: transaction,
    step: 1,
    user_id: user,
    authenticator: 'PASSWORD',
    class: 'KNOWLEDGE',
    channel: 'MEMORY',
    proven_at: ctx.platform.clock.now(),
  }) as const

/**
 * It stands in for a lost second factor and nothing else, so that its check ends a sign-in: the
 * password was proven before, a session is opened.
 */
export const tempAccessCodeCheck: Check = {
  authenticator: 'TEMP_ACCESS_CODE',
  tables: ['temp_access_codes'],
  async seed({ site: { owner, seeding } }, people) {
    const { platform, tenant } = seeding.ctx
    const users = Array.from({ length: people }, (_, user) => user)
    const hmacs = await Promise.all(
      users.map((user) =>
        platform.secrets.hmac(tenant.id, `temp-access-code:${userKeyOf(user)}`, code),
      ),
    )
    await owner.query(insertCodes, [tenant.id, users, hmacs])
  },
  async ask({ site: { seeding } }, user) {
    const { ctx } = seeding
    const userId = userKeyOf(user)
    const transaction = engine.newTransaction(ctx, {
      purpose: 'SIGN_IN',
      userId,
      secondFactorDemanded: true,
    })
    const proven = passwordProven(ctx, transaction.id, userId)
    await ctx.db.insertInto('sign_in_evidence').values(proven).execute()
    const authToken = await engine.sealTransaction(ctx, transaction)
    return { session: null, answer: () => ({ authToken, response: code }) }
  },
}
