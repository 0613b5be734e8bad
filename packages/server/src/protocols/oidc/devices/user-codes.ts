import type { UserCodeQuestion } from '@signet/contract/access/user-codes'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callerAt } from '../../../kit/limits.ts'
import {
  giveBack,
  type HourlyBudget,
  takeOne,
} from '../../../modules/access/hourly-budgets/index.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import { saveConsent } from '../access/consents.repository.ts'
import { findApplication } from '../clients/clients.ts'
import { mountPath } from '../mount-path.ts'
import { words } from '../ordinary.ts'
import { decideWaiting, findWaiting, type WaitingDevice } from './device-codes.repository.ts'
import { plainUserCode, shownUserCode, userCodeKey } from './device-codes.ts'
import { DeviceFacts } from './device-facts.ts'
import { deviceTickets } from './device-tickets.ts'
import { outcomePage } from './short-device.ts'

/* People confirm a device by its user code (RFC 8628, section 3.3): signed in, and knowing what asks. */

/**
 * Wrong codes within an hour. Of 20^8 codes, with 1,000 devices waiting at once, the tenant's
 * budget finds one in 5,000 hours of nothing but guessing (RFC 8628, section 5.1).
 */
const budgetsOf = (userId: string): readonly HourlyBudget[] => [
  { purpose: 'user-codes person', name: userId, perHour: 10 },
  { purpose: 'user-codes tenant', name: '', perHour: 200 },
]

/** Counted before the code is looked for, so that guesses at the same time count each. */
const countGuess = async (ctx: Context, userId: string): Promise<void> => {
  for (const budget of budgetsOf(userId)) {
    if (!(await takeOne(ctx, budget))) throw new ApiError('too_many_requests')
  }
}

interface Asking {
  readonly device: WaitingDevice
  readonly application: StoredApplication
  readonly plain: string
}

/** @throws user_code_invalid, too_many_requests */
const askingBy = async (ctx: Context, typed: string): Promise<Asking> => {
  const { id } = signedInUser(ctx)
  const plain = plainUserCode(typed)
  await countGuess(ctx, id)
  const device = await findWaiting(ctx, await userCodeKey(ctx, plain))
  const clientId = device?.payload.clientId
  const application =
    typeof clientId === 'string' ? await findApplication(ctx, clientId) : undefined
  if (device === undefined || application === undefined) throw new ApiError('user_code_invalid')
  for (const budget of budgetsOf(id)) await giveBack(ctx, budget)
  return { device, application, plain }
}

const paramsOf = ({ payload }: WaitingDevice): Readonly<Record<string, unknown>> =>
  typeof payload.params === 'object' && payload.params !== null ? { ...payload.params } : {}

const scopesOf = (device: WaitingDevice): string[] =>
  words(paramsOf(device).scope).filter((scope) => scope !== '')

/** Which device waits for this code, and from where it asks. */
export const look = async (
  ctx: Context,
  typed: string,
): Promise<z.input<typeof UserCodeQuestion>> => {
  const { device, application, plain } = await askingBy(ctx, typed)
  const { at, address, browser } = DeviceFacts.parse(device.payload.deviceInfo)
  const isNear = address !== null && callerAt(address) === callerAt(ctx.request.address)
  return {
    userCode: shownUserCode(plain),
    applicationName: application.name,
    applicationLogo: application.logo_uri,
    selfRegistered: application.registration_hash !== null,
    scopes: scopesOf(device),
    requested: { requestDate: new Date(at), address, browser },
    country: ctx.platform.places.countryOf(address),
    isNear,
  }
}

const confirm = async (ctx: Context, { device, application }: Asking): Promise<string> => {
  const user = signedInUser(ctx)
  if (application.require_consent) {
    const scopes = scopesOf(device)
    await saveConsent(ctx, { userId: user.id, clientId: application.client_id, scopes })
  }
  const ticket = await deviceTickets.seal(ctx, {
    session: user.sessionId,
    deviceCode: device.id.toString('hex'),
    params: paramsOf(device),
  })
  return `${mountPath}/device?ticket=${ticket}`
}

/** What the device is told that somebody refused (RFC 6749, section 4.1.2.1). */
const refusal = { error: 'access_denied', errorDescription: 'the user refused' }

/** @throws user_code_invalid for one that somebody has decided about */
export const decide = async (
  ctx: Context,
  { userCode, allow }: { readonly userCode: string; readonly allow: boolean },
): Promise<{ redirect: string }> => {
  const asking = await askingBy(ctx, userCode)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    const { device, application } = asking
    if (!(await decideWaiting(ctx, device.id, allow ? { inFlight: true } : refusal))) {
      throw new ApiError('user_code_invalid')
    }
    audit(ctx, 'APPLICATION_DEVICE_DECIDED', {
      subject: { entity: 'APPLICATIONS', id: application.client_id, name: application.name },
      outcome: allow ? 'SUCCESS' : 'DENIED',
      attributes: {
        scopes: scopesOf(device),
        askedFrom: DeviceFacts.parse(device.payload.deviceInfo).address,
      },
    })
    return { redirect: allow ? await confirm(ctx, asking) : outcomePage('denied') }
  })
}
