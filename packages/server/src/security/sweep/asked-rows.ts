import { buildUser } from '../../../testing/builders.ts'
import type { TestTenant } from '../../../testing/test-app.ts'

/* Rows of what a tenant asks and waits for, as the parameters of the paths that name them. */

export const emailConnectionAsId = async ({ ctx, tenant }: TestTenant) => {
  const id = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('email_connections')
    .values({
      tenant_id: tenant.id,
      id,
      state_hash: ctx.platform.ids.random(32),
      session_id: ctx.platform.ids.uuid(),
      settings_version: 1,
      expires_at: new Date(ctx.platform.clock.now().getTime() + 600_000),
    })
    .execute()
  return { key: id }
}

export const questionAsId = async ({ ctx, tenant }: TestTenant) => {
  const id = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('kba_questions')
    .values({
      tenant_id: tenant.id,
      id,
      locale: 'en',
      question: `Question ${id}`,
      question_key: `question ${id}`,
      created_at: ctx.platform.clock.now(),
    })
    .execute()
  return { locale: 'en', id }
}

export const ownQuestionAsId = async (tenant: TestTenant) => {
  const { ctx } = tenant
  const [userid, id] = [(await buildUser(tenant.ctx)).id, ctx.platform.ids.uuid()]
  await ctx.db
    .insertInto('user_questions')
    .values({
      tenant_id: tenant.tenant.id,
      user_id: userid,
      id,
      locale: 'en',
      question: 'Which colour was it?',
      answer_hmac: ctx.platform.ids.random(32),
      created_at: ctx.platform.clock.now(),
    })
    .execute()
  return { userid, id }
}

export const pushAsId = async (tenant: TestTenant) => {
  const { ctx } = tenant
  const { ids } = ctx.platform
  const [pushid, callid, userid] = [ids.uuid(), ids.uuid(), (await buildUser(tenant.ctx)).id]
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('pushes')
    .values({
      tenant_id: tenant.tenant.id,
      id: pushid,
      user_id: userid,
      transaction_id: callid,
      state: 'PENDING',
      number_hmac: null,
      details: '{}',
      device_id: null,
      signature: null,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
      answered_at: null,
      consumed_at: null,
    })
    .execute()
  return { pushid, userid, callid }
}

/** What a call has to say: in the log there is the pattern of its address alone. */
