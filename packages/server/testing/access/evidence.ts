import type { TestApp } from '../test-app.ts'

/** Every session of these people, with the evidence of the sign-in that opened it, in the order of its steps. */
export const sessionsWithEvidence = async <P extends { readonly id: string }>(
  { ctx, tenant }: TestApp,
  people: readonly P[],
) => {
  const ids = people.map(({ id }) => id)
  const sessions = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('tenant_id', '=', tenant.id)
    .where('user_id', 'in', ids)
    .execute()
  return Promise.all(
    sessions.map(async ({ id, user_id }) => ({
      id,
      person: people.find((one) => one.id === user_id),
      evidence: await ctx.db
        .selectFrom('sign_in_evidence as end')
        .innerJoin('sign_in_evidence as e', (join) =>
          join
            .onRef('e.tenant_id', '=', 'end.tenant_id')
            .onRef('e.transaction_id', '=', 'end.transaction_id'),
        )
        .select(['e.step', 'e.authenticator', 'e.class', 'e.channel', 'e.user_id'])
        .where('end.tenant_id', '=', tenant.id)
        .where('end.session_id', '=', id)
        .where('e.step', '>', 0)
        .orderBy('e.step')
        .execute(),
    })),
  )
}
