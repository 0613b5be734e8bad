import { registrable, type SelfRegistration } from '@signet/contract/access/self'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { fido } from '../../authenticators/fido/index.ts'
import { grids } from '../../authenticators/grids/index.ts'
import { kba } from '../../authenticators/kba/index.ts'
import { readStatus } from '../../authenticators/passwords/index.ts'
import { tokens } from '../../authenticators/tokens/index.ts'
import { type FoundUser, self } from '../../identity/users/index.ts'
import { settings, unregistrable } from '../../settings/families/index.ts'
import { isRegistrationOver, registrationDueAt } from './registration.policy.ts'

type Registrable = (typeof registrable)[number]

const isActive = ({ state }: { readonly state: string }): boolean => state === 'ACTIVE'
/** A card that was never asked is as good. */
const isUsable = ({ state }: { readonly state: string }): boolean =>
  state === 'ACTIVE' || state === 'PENDING'
const isHardware = ({ type }: { readonly type: string }): boolean => type === 'OATH_PHYSICAL_TOKEN'

/** Whether somebody has answered as many questions as are wanted. */
const hasQuestions = async (ctx: Context, id: string): Promise<boolean> => {
  const { minimumNumberOfQuestions, userQuestions } = await kba.readStatus(ctx, id)
  return userQuestions.length >= minimumNumberOfQuestions
}

/** What of it somebody has; any authenticator app is as good as the soft token. */
const presentOf = async (
  ctx: Context,
  id: string,
): Promise<Readonly<Record<Registrable, boolean>>> => {
  const password = await readStatus(ctx, id)
  const active = (await tokens.listOf(ctx, id)).filter(isActive)
  const hasApp = active.some((token) => !isHardware(token))
  const hasPasskey = (await fido.listOf(ctx, id)).some(isActive)
  return {
    password: password.present,
    google: hasApp,
    entrustSoftToken: hasApp,
    fido: hasPasskey,
    grid: (await grids.presentAll(ctx, id)).some(isUsable),
    hardwareToken: active.some(isHardware),
    kba: await hasQuestions(ctx, id),
  }
}

/** Whether somebody has yet to register; nobody has where the tenant asks for nothing. */
export const mustRegister = async (ctx: Context, user: FoundUser): Promise<boolean> => {
  const { registrationEnabled } = await settings.registration(ctx, user.id)
  return registrationEnabled && user.registration_required
}

const present = async (
  ctx: Context,
  user: FoundUser,
): Promise<z.input<typeof SelfRegistration>> => {
  const wanted = await settings.registration(ctx, user.id)
  const registrationRequired = await mustRegister(ctx, user)
  const there = await presentOf(ctx, user.id)
  const unoffered: readonly Registrable[] = await unregistrable(ctx, { person: user.id })
  const isMissing = (kind: Registrable): boolean =>
    wanted[kind] === 'REQUIRED' && !there[kind] && !unoffered.includes(kind)
  return {
    ...wanted,
    registrationRequired,
    registrationDueAt: registrationDueAt(wanted, user)?.toISOString() ?? null,
    missing: registrable.filter(isMissing),
  }
}

export const readRegistration = async (ctx: Context) => present(ctx, await self.read(ctx))

/** @throws registration_incomplete, registration_expired */
export const completeRegistration = async (ctx: Context) => {
  const user = await self.read(ctx)
  const standing = await present(ctx, user)
  if (!user.registration_required) return standing
  if (await isRegistrationOver(ctx, user)) throw new ApiError('registration_expired')
  if (standing.registrationEnabled && standing.missing.length > 0) {
    throw new ApiError('registration_incomplete')
  }
  await ctx.transaction(async (ctx) => {
    const { id, name } = signedInUser(ctx)
    if (await self.endRegistration(ctx)) {
      audit(ctx, 'USER_REGISTERED', { subject: { entity: 'USERS', id, name } })
    }
  })
  return { ...standing, registrationRequired: false, registrationDueAt: null }
}
