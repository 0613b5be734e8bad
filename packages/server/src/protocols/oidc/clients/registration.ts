import { ClientMetadata } from '@signet/contract/access/client-registration'
import { z } from 'zod'
import { hasBadText } from '../../../kit/body.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callerAt } from '../../../kit/limits.ts'
import { takeOne } from '../../../modules/access/hourly-budgets/index.ts'
import { resourceRules } from '../../../modules/access/resource-rules/index.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import {
  type Metadata,
  metadataOf,
  type Policy,
  type Registered,
  registrations,
  Unregistrable,
} from '../../../modules/applications/self-registrations/index.ts'
import { mountPath } from '../mount-path.ts'

/* Applications that register by themselves (RFC 7591), and what they may do afterwards (RFC 7592). */

export const registrationPath = '/register'

interface RegistrationAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | null
}

interface Asking {
  readonly method: string
  /** Null where an application is to be made. */
  readonly clientId: string | null
  /** Of the header (RFC 6750, section 2.1). */
  readonly token: string | null
  /** As it came. */
  readonly body: string
}

const refused = (status: number, error: string, description: string): RegistrationAnswer => ({
  status,
  body: { error, error_description: description },
})

/** As of a path that nobody knows. */
const nothingHere = refused(404, 'invalid_request', 'unrecognized route')

const withoutToken: RegistrationAnswer = {
  ...refused(401, 'invalid_token', 'the token is missing, or not the right one'),
  headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
}

const clientUri = ({ tenant }: Context, { client_id: id }: StoredApplication): string =>
  `${tenant.publicUrl}${mountPath}${registrationPath}/${encodeURIComponent(id)}`

const shown = (ctx: Context, application: StoredApplication, token: string) => ({
  ...metadataOf(application),
  registration_access_token: token,
  registration_client_uri: clientUri(ctx, application),
})

const shownOnce = (ctx: Context, { application, token, secret }: Registered) => ({
  ...shown(ctx, application, token),
  ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
})

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return hasBadText(value) ? null : value
  } catch {
    return null
  }
}

/** @throws Unregistrable */
const metadataIn = (body: unknown): Metadata => {
  const read = ClientMetadata.safeParse(body)
  if (read.success) return read.data
  const { path = [], message } = read.error.issues[0] ?? { message: 'not a JSON object' }
  const isAddress = path[0] === 'redirect_uris'
  const code = isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  throw new Unregistrable(code, [path.join('.'), message].filter((part) => part !== '').join(': '))
}

const faultOf = ({ code, details }: ApiError): RegistrationAnswer | null => {
  if (code === 'invalid_redirect_uri') {
    return refused(400, code, 'an address cannot be used, or one is missing')
  }
  if (code !== 'invalid_parameters') return null
  const told = (details.fields ?? []).map(({ message }) => message).join('; ')
  return refused(400, 'invalid_client_metadata', told)
}

/** Faults of the metadata in the words of RFC 7591, section 3.2.2. */
const orRefused = async (work: () => Promise<RegistrationAnswer>): Promise<RegistrationAnswer> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unregistrable) return refused(400, error.code, error.message)
    const fault = error instanceof ApiError ? faultOf(error) : null
    if (fault === null) throw error
    return fault
  }
}

/** Of one address within an hour. */
const perHour = 20

/** @throws too_many_requests */
const countFor = async (ctx: Context): Promise<void> => {
  const name = callerAt(ctx.request.address)
  if (await takeOne(ctx, { purpose: 'client-registrations address', name, perHour })) return
  throw new ApiError('too_many_requests')
}

/** RFC 7591, section 3. */
const create = async (ctx: Context, policy: Policy, asking: Asking) => {
  if (!(await registrations.mayRegister(ctx, asking.token))) return withoutToken
  await countFor(ctx)
  const metadata = metadataIn(parsed(asking.body))
  const made = await registrations.register(ctx, policy, metadata)
  return { status: 201, body: shownOnce(ctx, made) }
}

const Anew = z.object({ client_id: z.string(), client_secret: z.string().optional() })
const ofServer = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
]

/** RFC 7592, section 2.2: of this application, and nothing that is the service's to say. */
const isFit = (body: unknown, application: StoredApplication): boolean => {
  const named = Anew.safeParse(body)
  if (!named.success || ofServer.some((name) => Object.hasOwn(Object(body), name))) return false
  const { client_id: id, client_secret: secret } = named.data
  return (
    id === application.client_id &&
    (secret === undefined || registrations.hasSecret(application, secret))
  )
}

const update = async (
  ctx: Context,
  application: StoredApplication,
  { policy, body }: { readonly policy: Policy; readonly body: unknown },
): Promise<RegistrationAnswer> => {
  if (!isFit(body, application)) {
    return refused(400, 'invalid_request', 'client_id, client_secret or a field of the service')
  }
  const changed = await registrations.change(ctx, application, {
    policy,
    metadata: metadataIn(body),
  })
  return changed === null ? withoutToken : { status: 200, body: shownOnce(ctx, changed) }
}

/** With the rules about it, all or nothing. */
const remove = (ctx: Context, application: StoredApplication): Promise<RegistrationAnswer> =>
  ctx.transaction(async (ctx) => {
    await registrations.remove(ctx, application)
    await resourceRules.removeOf(ctx, application.id)
    return { status: 204, body: null }
  })

/** RFC 7592, section 2. */
const manage = async (
  ctx: Context,
  policy: Policy,
  { method, clientId, token, body }: Asking & { readonly clientId: string },
): Promise<RegistrationAnswer> => {
  const application = await registrations.ownRegistration(ctx, { clientId, token })
  if (application === null || token === null) return withoutToken
  if (method === 'GET') return { status: 200, body: shown(ctx, application, token) }
  if (method === 'PUT') return update(ctx, application, { policy, body: parsed(body) })
  return method === 'DELETE' ? remove(ctx, application) : nothingHere
}

/** @throws too_many_requests */
export const answerRegistration = async (
  ctx: Context,
  asking: Asking,
): Promise<RegistrationAnswer> => {
  const policy = await registrations.openPolicy(ctx)
  if (policy === null) return nothingHere
  const { clientId } = asking
  return orRefused(() =>
    clientId === null ? create(ctx, policy, asking) : manage(ctx, policy, { ...asking, clientId }),
  )
}
