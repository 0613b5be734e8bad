import { registrationFamily } from '@signet/contract/settings/registration'
import type { Context } from '../../kit/context.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'
import { settingsOf } from '../../modules/settings/families/index.ts'

const hourMillis = 3_600_000
const lifeMillis = 24 * hourMillis

type Asked = Partial<Parameters<typeof oidcApplications.create>[1]>

interface Opened extends Asked {
  readonly name: string
  readonly isLiked?: true
}

const applications: readonly Opened[] = [
  {
    name: 'Expenses',
    description: 'Claim what you have paid for the company',
    isLiked: true,
    asksOrganization: true,
  },
  { name: 'Intranet', description: 'News, forms and the canteen’s menu', requireConsent: true },
  {
    name: 'Time clock',
    description: 'Come and go, from one place at a time',
    sessionsPerUser: 1,
    whenSessionsFull: 'REFUSE',
  },
  { name: 'Travel desk', description: 'Trains, flights and rooms', sessionsPerUser: 3 },
  { name: 'Wiki', description: 'What everybody should be able to look up', isLiked: true },
]

/** Applications that are opened from the portal, two of them favourites of `userId`. */
const registerApplications = async (ctx: Context, userId: string): Promise<void> => {
  for (const { name, isLiked = false, ...asked } of applications) {
    const origin = `https://${name.toLowerCase().replaceAll(' ', '-')}.acme.example`
    const { application } = await oidcApplications.create(ctx, {
      name,
      applicationType: 'OIDC_SPA',
      redirectUris: [`${origin}/callback`],
      initiateLoginUri: `${origin}/login`,
      ...asked,
    })
    if (!isLiked) continue
    await ctx.db
      .insertInto('favorite_applications')
      .values({ tenant_id: ctx.tenant.id, user_id: userId, application_id: application.id })
      .execute()
  }
}

const waiting = [
  { email: 'noor.haddad@acme.example', first_name: 'Noor', last_name: 'Haddad', hoursAgo: 2 },
  { email: 'j.larsen@acme.example', first_name: null, last_name: null, hoursAgo: 19 },
] as const

/** People who have asked for an account and not used their link. */
const insertSignUps = async (ctx: Context): Promise<void> => {
  const now = ctx.platform.clock.now().getTime()
  for (const { hoursAgo, ...person } of waiting) {
    const created_at = new Date(now - hoursAgo * hourMillis)
    await ctx.db
      .insertInto('sign_ups')
      .values({
        ...person,
        tenant_id: ctx.tenant.id,
        id: ctx.platform.ids.uuid(),
        token_hash: ctx.platform.ids.random(32),
        locale: 'en',
        terms_url: null,
        known: false,
        created_at,
        expires_at: new Date(created_at.getTime() + lifeMillis),
      })
      .execute()
  }
}

/** What people open and how they join. */
export const insertPortal = async (ctx: Context, userId: string): Promise<void> => {
  await registerApplications(ctx, userId)
  await insertSignUps(ctx)
  const body = { selfRegistration: true, signUpDomains: ['acme.example'] }
  await settingsOf(registrationFamily).update(ctx, { body })
}
