import { createHash } from 'node:crypto'
import type { Context } from '../../kit/context.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'

/** One that people open from the portal. */
export const buildApplication = async (ctx: Context): Promise<string> => {
  const { application } = await oidcApplications.create(ctx, {
    name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
    applicationType: 'OIDC_WEB',
    redirectUris: [`${ctx.tenant.publicUrl}/cb`],
    initiateLoginUri: 'https://rp.example.test/login',
  })
  return application.id
}

/** A sign-up that waits for its link to be used, with the token of that link. */
export const buildSignUp = async (ctx: Context) => {
  const signUpToken = ctx.platform.ids.random(16).toString('base64url')
  const id = ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('sign_ups')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      token_hash: createHash('sha256').update(signUpToken).digest(),
      email: `${id}@example.test`,
      first_name: null,
      last_name: null,
      locale: 'en',
      terms_url: null,
      known: false,
      created_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute()
  return { id, signUpToken }
}
