import { isDeepStrictEqual } from 'node:util'
import type { OidcInteraction } from '@signet/contract/access/oidc-interactions'
import { abort } from '@signet/rules/abort'
import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { authorizationDetailsTypes } from '../../../modules/applications/oidc-applications/index.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'
import { askedApis } from './asked-apis.ts'

/* Rich authorization requests (RFC 9396): what people agree to in detail, for this one time. */

/** By tenant, at most 1 s stale. */
const known = tenantCache<Promise<readonly string[]>>()

/** The types that some application of the tenant may ask for. */
export const detailsTypes = (ctx: Context): Promise<readonly string[]> => {
  const { id: tenantId } = ctx.tenant
  const { database } = ctx.platform
  const present = known.find(database, tenantId)
  if (present !== undefined) return present
  const moment = database.moment()
  const reading = authorizationDetailsTypes(ctx)
  known.keep(tenantId, { tenantId, moment, value: reading })
  reading.catch(() => known.forget(tenantId))
  return reading
}

const Plain = z.union([z.string().max(500, abort), z.number(), z.boolean(), z.null()])
const Values = z.union([Plain, z.array(Plain).max(20, abort)])
const Inner = z.record(z.string().max(100, abort), Values)

/** What a page can show: fields with values, lists of values, or one more level of fields. */
const AuthorizationDetail = z
  .object({
    type: z.string().max(200, abort),
    locations: z.array(z.string().max(500, abort)).max(20, abort).optional(),
  })
  .catchall(z.union([Values, Inner, z.array(Inner).max(20, abort)]))
type AuthorizationDetail = z.output<typeof AuthorizationDetail>

/** As the library types them: checked when they came. */
interface Carrying {
  readonly rar?: readonly { readonly type: string }[] | undefined
}

/** In characters, of all details of a request: more is read by nobody. */
const longest = 6000
const most = 10
/** Of all details together. */
const mostLocations = 50

const Details = z.array(AuthorizationDetail).max(most, abort)

/** The details that a request asks for. */
export const detailsIn = (text: unknown): readonly AuthorizationDetail[] => {
  if (typeof text !== 'string') return []
  const read = Details.safeParse(JSON.parse(text))
  return read.success ? read.data : []
}

const refuse = (why: string): never => {
  throw new errors.InvalidAuthorizationDetails(why)
}

/** Where people read what they agree to before it is granted. */
const readable = new Set(['authorization', 'pushed_authorization_request', 'resume', 'token'])

type Types = NonNullable<
  NonNullable<NonNullable<Configuration['features']>['richAuthorizationRequests']>['types']
>
type Validate = Types[string]['validate']

/** @throws InvalidAuthorizationDetails (RFC 9396, section 5) */
const validate: Validate = async (koa, detail, client) => {
  const { route, params } = koa.oidc
  if (!readable.has(route)) refuse('authorization_details are not taken here')
  const text = String(params?.authorization_details ?? '')
  const all = text.length > longest ? null : Details.safeParse(JSON.parse(text))
  if (all?.success !== true) {
    return refuse(`at most ${most} details of ${longest} characters, two levels deep`)
  }
  const identifiers = all.data.flatMap((each) => each.locations ?? [])
  if (identifiers.length > mostLocations) refuse(`at most ${mostLocations} locations`)
  const locations = AuthorizationDetail.parse(detail).locations ?? []
  const apis = await askedApis({ clientId: client.clientId, identifiers })
  for (const identifier of locations) {
    if (apis.get(identifier)?.for_people !== true)
      refuse('locations name an API that is not for this client')
  }
}

const asked = ({ oidc }: KoaContextWithOIDC): readonly AuthorizationDetail[] | null =>
  oidc.params?.authorization_details === undefined
    ? null
    : detailsIn(oidc.params.authorization_details)

/** The feature for a tenant; people are asked each time (`rar_prompt` of the library). */
export const richAuthorization = (types: readonly string[]) => ({
  enabled: true as const,
  types: Object.fromEntries(types.map((type) => [type, { validate }])),
  authorizationDetailsForGrantSource: async (koa: KoaContextWithOIDC) => [...(asked(koa) ?? [])],
  /** RFC 9396, section 6: all that was granted, or those that are named of it. */
  authorizationDetailsForAccessToken: async (
    koa: KoaContextWithOIDC,
    _token: unknown,
    source?: Carrying,
  ) => {
    const granted = source?.rar ?? []
    const wanted = asked(koa) ?? granted
    const isGranted = wanted.every((one) => granted.some((each) => isDeepStrictEqual(each, one)))
    if (!isGranted) refuse('not what was granted')
    return [...wanted]
  },
  authorizationDetailsForIntrospection: async (_koa: KoaContextWithOIDC, token: Carrying) => [
    ...(token.rar ?? []),
  ],
})

/** A detail as people read it: its fields by name, inner ones by both names. */
type ShownDetail = z.input<typeof OidcInteraction>['details'][number]
type Field = ShownDetail['fields'][number]

const fieldsOf = (name: string, value: unknown): Field[] => {
  if (Array.isArray(value)) {
    const isFlat = value.every((each) => typeof each !== 'object' || each === null)
    return isFlat
      ? [{ name, values: value.map(String) }]
      : value.flatMap((each) => fieldsOf(name, each))
  }
  if (typeof value !== 'object' || value === null) return [{ name, values: [String(value)] }]
  return Object.entries(value).flatMap(([inner, each]) => fieldsOf(`${name}.${inner}`, each))
}

export const shownDetails = (text: unknown): ShownDetail[] =>
  detailsIn(text).map(({ type, ...fields }) => ({
    type,
    fields: Object.entries(fields).flatMap(([name, value]) => fieldsOf(name, value)),
  }))
