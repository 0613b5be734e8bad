import type {
  readPreferredAuthenticator,
  readSelfVerification,
  SelfSettings,
  SelfUser,
} from '@signet/contract/access/self'
import type { AnswerOf } from '@signet/contract/kit/endpoint'
import { isAuthenticatorShown, isAuthenticatorType } from '@signet/rules/authenticators'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { listLockouts } from '../../authenticators/attempts/index.ts'
import { fido } from '../../authenticators/fido/index.ts'
import { grids } from '../../authenticators/grids/index.ts'
import { tempAccessCodes } from '../../authenticators/temp-access-codes/index.ts'
import { tokens } from '../../authenticators/tokens/index.ts'
import { listRolesOf, presentRole } from '../../identity/roles/index.ts'
import { definitions } from '../../identity/user-attributes/index.ts'
import { type FoundUser, presentUser, self } from '../../identity/users/index.ts'
import { settings } from '../../settings/families/index.ts'
import { takesActivations } from '../../settings/sdp/index.ts'
import { mustRegister, mustVerify } from '../registration/index.ts'
import { showsTab, showsTenants } from './portal-tabs.policy.ts'
import { readValues } from './self-values.repository.ts'

type WireSelf = z.input<typeof SelfUser>
type Change = Parameters<typeof self.update>[1]

/** What the user may see of the tenant's own attributes. */
const ownAttributes = async (ctx: Context, { attributes }: FoundUser) => {
  const known = await definitions(ctx)
  const shown = known.filter(({ group, userVisible }) => group === 'EXTRA' && userVisible)
  return {
    userAttributes: shown.map((each) => ({ ...each, choices: [...each.choices] })),
    userAttributeValues: shown.flatMap(({ id }) => {
      const value = attributes[id]
      return value === undefined ? [] : [{ userAttributeId: id, value }]
    }),
  }
}

const isUnproven = ({ email, email_verified }: FoundUser): boolean =>
  email !== null && !email_verified

/** @see mustVerify, for a row that was read. */
const owesProof = (ctx: Context, user: FoundUser): Promise<boolean> =>
  mustVerify(ctx, {
    id: user.id,
    verificationRequired: user.verification_required,
    unproven: isUnproven(user),
  })

const present = async (ctx: Context, user: FoundUser): Promise<Versioned<WireSelf>> =>
  versioned(
    {
      ...presentUser(user, await listLockouts(ctx, user.id)),
      ...(await ownAttributes(ctx, user)),
      verificationRequired: await owesProof(ctx, user),
      registrationRequired: await mustRegister(ctx, user),
      tokens: await tokens.listOf(ctx, user.id),
      fidoTokens: await fido.listOf(ctx, user.id),
      grids: (await grids.listOf(ctx, user.id)).map(({ id, serial }) => ({
        id,
        name: String(serial),
      })),
      smartCredentials: [],
      tempAccessCode: await tempAccessCodes.find(ctx, user.id),
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

/** Of all tabs, those that this person sees; call it with settings that were just read. */
const shownTabs = (ctx: Context) => ({
  showApplications: showsTab(ctx, 'APPLICATIONS'),
  showAuthenticators: showsTab(ctx, 'AUTHENTICATORS'),
  showDevices: showsTab(ctx, 'DEVICES'),
  showMyActivities: showsTab(ctx, 'MY_ACTIVITIES'),
  showProfile: showsTab(ctx, 'PROFILE'),
  showTenants: showsTenants(ctx),
})

export const readSettings = async (ctx: Context): Promise<z.input<typeof SelfSettings>> => {
  const portal = await settings.userPortal(ctx)
  const { id } = signedInUser(ctx)
  const { selfService } = await settings.authenticatorProvisioning(ctx, id)
  const { selfAssignment } = await settings.hardwareOath(ctx, id)
  const { defaultTab } = portal.userTabConfiguration
  return {
    asyncEnabled: true,
    authenticators: [
      'PASSWORD',
      ...selfService,
      ...(selfAssignment ? (['OATH_PHYSICAL_TOKEN'] as const) : []),
    ],
    sdpEnabled: await takesActivations(ctx),
    userTabConfiguration: { defaultTab, ...shownTabs(ctx) },
    externalOtpAllowed: ctx.tenant.authenticationAccount,
    userGuideUrl: portal.userGuideUrl,
    googleAuthenticatorOverride: portal.googleAuthenticatorOverride,
  }
}

export const readVerification = async (
  ctx: Context,
): Promise<AnswerOf<typeof readSelfVerification>> => {
  const user = await self.read(ctx)
  return {
    verificationRequired: await owesProof(ctx, user),
    attributes: isUnproven(user) ? ['email'] : [],
  }
}

export const readPreference = async (
  ctx: Context,
): Promise<AnswerOf<typeof readPreferredAuthenticator>> => {
  const { preferredAuthenticator: kept } = (await readValues(ctx)).entries
  const isShown = isAuthenticatorType(kept) && isAuthenticatorShown(kept, ctx.tenant)
  return { authenticator: isShown ? kept : null }
}
