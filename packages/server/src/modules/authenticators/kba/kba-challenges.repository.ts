import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** A question that is being asked, with what its answer is compared with. */
export interface AskedQuestion {
  readonly id: string
  readonly question: string
  readonly answer_hmac: Buffer
  readonly synonyms: readonly (readonly string[])[] | null
  /** All that are being asked: one challenge. */
  readonly question_ids: readonly string[]
}

/** The questions that somebody is being asked, in the order in which they were chosen. */
export const askedQuestionsQuery = (
  ctx: Context,
  userId: string | null,
): CompiledQuery<AskedQuestion> =>
  sql<AskedQuestion>`
    select q.id, q.question, q.answer_hmac, s.synonyms, c.question_ids
    from kba_challenges c
    join user_questions q on q.tenant_id = c.tenant_id and q.user_id = c.user_id
      and q.id = any (c.question_ids)
    left join kba_synonyms s on s.tenant_id = q.tenant_id and s.locale = q.locale
    where c.tenant_id = ${ctx.tenant.id} and c.user_id = ${userId}::uuid
    order by array_position(c.question_ids, q.id)`.compile(ctx.db)

/** Asks these, unless as many are being asked already: who does not know them gets no others. */
export const putChallenge = async (
  ctx: Context,
  userId: string,
  ids: readonly string[],
): Promise<void> => {
  await sql`
    insert into kba_challenges as c (tenant_id, user_id, question_ids, created_at)
    values (${ctx.tenant.id}, ${userId}, ${ids}::uuid[], ${ctx.platform.clock.now()})
    on conflict (tenant_id, user_id) do update
      set question_ids = excluded.question_ids, created_at = excluded.created_at
      where cardinality(c.question_ids) <> cardinality(excluded.question_ids)`.execute(ctx.db)
}

/** Ends a challenge by its right answers; fails (division by zero) when someone else was first. */
export const useChallenge = (ctx: Context, userId: string, ids: readonly string[]): CompiledQuery =>
  sql`with used as (
      delete from kba_challenges
      where tenant_id = ${ctx.tenant.id} and user_id = ${userId}
        and question_ids = ${ids}::uuid[]
      returning 1)
    select 1 / count(*) from used`.compile(ctx.db)
