import type { registrationFamily } from '@signet/contract/settings/registration'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { blocked, settings } from '../../settings/families/index.ts'

type Settings = (typeof registrationFamily)['defaults']

/** Whether people make accounts here, and not at a service that the tenant has named. */
const isOffered = (ctx: Context, { selfRegistration, onboardingUrl }: Settings): boolean =>
  selfRegistration && onboardingUrl === null && ctx.tenant.authenticationAccount

/** @throws address_blocked */
export const expectOpenDoor = (ctx: Context): void => {
  if (blocked.address(ctx)) throw new ApiError('address_blocked')
}

/** The settings of a tenant where people sign up. @throws sign_up_unavailable */
export const offered = async (ctx: Context): Promise<Settings> => {
  const wanted = await settings.registration(ctx)
  if (!isOffered(ctx, wanted)) throw new ApiError('sign_up_unavailable')
  return wanted
}

/** What the sign-in page knows of it; null where nobody signs up by themselves. */
export const shownSignUp = async (ctx: Context) => {
  const wanted = await settings.registration(ctx)
  if (!isOffered(ctx, wanted)) return null
  return { termsUrl: wanted.signUpTermsUrl, domains: [...wanted.signUpDomains] }
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

interface Wish {
  readonly email: string
  readonly termsAccepted: boolean
}

/** @throws sign_up_domain_refused, sign_up_terms_missing */
export const expectAllowed = (
  { signUpDomains, signUpTermsUrl }: Settings,
  { email, termsAccepted }: Wish,
): void => {
  if (signUpDomains.length > 0 && !signUpDomains.includes(domainOf(email))) {
    throw new ApiError('sign_up_domain_refused')
  }
  if (signUpTermsUrl !== null && !termsAccepted) throw new ApiError('sign_up_terms_missing')
}
