import type { registrationFamily } from '@signet/contract/settings/registration'
import type { Context } from '../../../kit/context.ts'
import { type Reading, settings } from '../../settings/families/index.ts'

type Settings = (typeof registrationFamily)['defaults']

/** Whether who registers has to enrol a second factor, whichever it is. */
export const asksForSecondFactor = (wanted: Settings): boolean =>
  wanted.registrationEnabled &&
  [wanted.google, wanted.entrustSoftToken, wanted.fido].includes('REQUIRED')

interface Registering {
  readonly id: string
  readonly registration_required: boolean
  readonly registration_asked_at: Date | null
}

/** When a registration has to be finished; null without a limit, or when none is asked for. */
export const registrationDueAt = (
  { registrationEnabled, registrationPeriod }: Settings,
  {
    registration_required,
    registration_asked_at,
  }: Pick<Registering, 'registration_required' | 'registration_asked_at'>,
): Date | null => {
  if (!registrationEnabled || !registration_required) return null
  if (registrationPeriod === null || registration_asked_at === null) return null
  return new Date(registration_asked_at.getTime() + registrationPeriod)
}

/** Whether somebody did not register in time; told after a right first factor only. */
export const isRegistrationOver = async (ctx: Context, person: Registering): Promise<boolean> => {
  if (!person.registration_required) return false
  const dueAt = registrationDueAt(await settings.registration(ctx, person.id), person)
  return dueAt !== null && dueAt <= ctx.platform.clock.now()
}

interface Owing {
  readonly id: string
  readonly registrationRequired: boolean
  readonly verificationRequired: boolean
  /** Has an address that was not proven. */
  readonly unproven: boolean
}

/**
 * Whether somebody has to prove their address: who is marked for it, or everybody where the tenant
 * or a policy of their groups wants it so.
 */
export const mustVerify = async (
  ctx: Reading,
  { id, verificationRequired, unproven }: Omit<Owing, 'registrationRequired'>,
): Promise<boolean> =>
  verificationRequired || (unproven && (await settings.verification(ctx, id)).verificationEnabled)

/** Whether somebody has to register, or to prove their address, before anything else. */
export const isDue = async (ctx: Reading, person: Owing): Promise<boolean> =>
  (person.registrationRequired &&
    (await settings.registration(ctx, person.id)).registrationEnabled) ||
  mustVerify(ctx, person)
