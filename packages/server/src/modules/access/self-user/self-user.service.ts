import type {
  readPreferredAuthenticator,
  readSelfVerification,
  SelfRegistration,
  SelfSettings,
  SelfUser,
} from '@signet/contract/access/self'
import type { AnswerOf } from '@signet/contract/kit/endpoint'
import { isAuthenticatorType } from '@signet/rules/authenticators'
import { defaultUserTab } from '@signet/rules/users'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { listLockouts } from '../../authenticators/attempts/index.ts'
import { fido } from '../../authenticators/fido/index.ts'
import { tokens } from '../../authenticators/tokens/index.ts'
import { listRolesOf, presentRole } from '../../identity/roles/index.ts'
import { type FoundUser, presentUser, self } from '../../identity/users/index.ts'
import { readValues } from './self-values.repository.ts'

type WireSelf = z.input<typeof SelfUser>
type Change = Parameters<typeof self.update>[1]

const present = async (ctx: Context, user: FoundUser): Promise<Versioned<WireSelf>> =>
  versioned(
    {
      ...presentUser(user, await listLockouts(ctx, user.id)),
      tokens: await tokens.listOf(ctx, user.id),
      fidoTokens: await fido.listOf(ctx, user.id),
      groups: [],
      grids: [],
      smartCredentials: [],
      tempAccessCode: null,
      otpCreateTime: null,
    },
    user.version,
  )

export const readSelf = async (ctx: Context) => present(ctx, await self.read(ctx))

export const updateSelf = async (ctx: Context, change: Change) =>
  present(ctx, await self.update(ctx, change))

export const listOwnRoles = async (ctx: Context) => {
  const roles = await listRolesOf(ctx, signedInUser(ctx).id)
  return roles.map((role) => presentRole(role, ctx.tenant.isProvider))
}

export const readSettings = ({ tenant }: Context): z.input<typeof SelfSettings> => ({
  asyncEnabled: true,
  authenticators: ['PASSWORD', 'ENTRUST_SOFT_TOKEN', 'GOOGLE_AUTHENTICATOR', 'FIDO'],
  sdpEnabled: false,
  userTabConfiguration: {
    defaultTab: defaultUserTab,
    showApplications: true,
    showAuthenticators: true,
    showDevices: true,
    showMyActivities: true,
    showProfile: true,
    showTenants: tenant.isProvider,
  },
  externalOtpAllowed: false,
  userGuideUrl: null,
  googleAuthenticatorOverride: {},
})

export const readVerification = async (
  ctx: Context,
): Promise<AnswerOf<typeof readSelfVerification>> => {
  const user = await self.read(ctx)
  const isUnproven = user.email !== null && !user.email_verified
  return {
    verificationRequired: user.verification_required,
    attributes: isUnproven ? ['email'] : [],
  }
}

export const readRegistration = async (ctx: Context): Promise<z.input<typeof SelfRegistration>> => {
  const user = await self.read(ctx)
  const isDue = user.registration_required || user.state === 'REGISTERING'
  return {
    registrationEnabled: true,
    registrationPeriod: null,
    registrationRequired: isDue,
    entrustSoftToken: 'OPTIONAL',
    fido: 'OPTIONAL',
    google: 'OPTIONAL',
    grid: 'OPTIONAL',
    hardwareToken: 'OPTIONAL',
    kba: 'OPTIONAL',
    password: 'OPTIONAL',
  }
}

export const readPreference = async (
  ctx: Context,
): Promise<AnswerOf<typeof readPreferredAuthenticator>> => {
  const { preferredAuthenticator: kept } = (await readValues(ctx)).entries
  return { authenticator: typeof kept === 'string' && isAuthenticatorType(kept) ? kept : null }
}
