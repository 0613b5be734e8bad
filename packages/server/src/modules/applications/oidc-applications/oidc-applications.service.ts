import type {
  OidcApplication,
  OidcApplicationChange,
} from '@signet/contract/applications/oidc-applications'
import { usualTokenAlgorithm } from '@signet/rules/applications'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { usesSecret } from './client-metadata.ts'
import { checkUserCodes, deviceTermsOf, usualDeviceTerms } from './device-terms.ts'
import {
  expectImportable,
  type Imported,
  refusingTakenIds,
  secretHash,
} from './imported-clients.ts'
import * as repository from './oidc-applications.repository.ts'
import {
  checkFrontChannel,
  checkLoginUri,
  checkMethod,
  isPublicType,
  loweredBy,
  protectionColumn,
  protectionOf,
  usualProtection,
} from './protection.ts'
import { isRedirectUri } from './redirect-uris.ts'
import { servedApis } from './served-apis.ts'
import { ensureKey, withItsKey } from './signing-key.ts'
import { expectSubject, noteSubject, withSubjects } from './subjects.ts'

type Stored = repository.StoredApplication
type Wire = z.input<typeof OidcApplication>
type Wanted = z.output<typeof OidcApplicationChange>

const present = (row: Stored): Wire => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  description: row.description,
  applicationType: row.application_type,
  enabled: row.enabled,
  redirectUris: row.redirect_uris,
  postLogoutRedirectUris: row.post_logout_redirect_uris,
  grantTypes: row.grant_types,
  scopes: OidcScopes.filter((scope) => row.scopes.includes(scope)),
  tokenEndpointAuthMethod: row.auth_method,
  idTokenSigningAlgorithm: row.id_token_algorithm,
  jwks: row.jwks,
  jwksUri: row.jwks_uri,
  requireConsent: row.require_consent,
  accessTokenTtlSeconds: row.access_token_ttl_seconds,
  refreshTokenTtlSeconds: row.refresh_token_ttl_seconds,
  accessTokenFormat: row.access_token_format,
  logoUri: row.logo_uri,
  initiateLoginUri: row.initiate_login_uri,
  templateId: row.template_id,
  ...protectionOf(row),
  ...deviceTermsOf(row),
  hasClientSecret: row.secret_hash !== null,
  selfRegistered: row.registration_hash !== null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const OidcScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  'groups',
  'offline_access',
] as const

/** The fields that came; absent ones keep their value. */
const given = (body: Wanted): Partial<Complete> & Pick<Complete, 'name' | 'applicationType'> => ({
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  name: body.name,
  applicationType: body.applicationType,
})

const usualGrants: Readonly<Record<Stored['application_type'], Complete['grantTypes']>> = {
  OIDC_WEB: ['authorization_code', 'refresh_token'],
  OIDC_SPA: ['authorization_code', 'refresh_token'],
  OIDC_NATIVE: ['authorization_code', 'refresh_token'],
  OIDC_SERVER: ['client_credentials'],
  OIDC_DEVICE: ['device_code', 'refresh_token'],
}

/** What an application of a type is unless told otherwise. */
const defaultsOf = ({
  applicationType: type,
  fapi,
}: Wanted): Omit<Complete, 'name' | 'applicationType'> => ({
  description: '',
  enabled: true,
  redirectUris: [],
  postLogoutRedirectUris: [],
  grantTypes: usualGrants[type],
  scopes: type === 'OIDC_SERVER' ? [] : ['openid', 'profile', 'email', 'offline_access'],
  tokenEndpointAuthMethod: isPublicType(type) ? 'none' : 'client_secret_basic',
  // FAPI 2.0 Security Profile, section 5.4.1, has no RS256.
  idTokenSigningAlgorithm: fapi === true ? 'ES256' : usualTokenAlgorithm(type),
  jwks: null,
  jwksUri: null,
  requireConsent: false,
  accessTokenTtlSeconds: 3600,
  refreshTokenTtlSeconds: 30 * 86_400,
  accessTokenFormat: type === 'OIDC_SERVER' ? 'jwt' : 'opaque',
  logoUri: null,
  initiateLoginUri: null,
  templateId: null,
  ...usualProtection,
  ...usualDeviceTerms,
})

/** All fields of an application that an administrator sets. */
type Complete = Omit<
  z.output<typeof OidcApplication>,
  'id' | 'clientId' | 'hasClientSecret' | 'selfRegistered' | 'createdAt' | 'updatedAt'
>

const columnsOf = (wanted: Complete) => ({
  name: wanted.name,
  name_key: wanted.name.toLowerCase(),
  description: wanted.description,
  application_type: wanted.applicationType,
  enabled: wanted.enabled,
  redirect_uris: JSON.stringify(wanted.redirectUris),
  post_logout_redirect_uris: JSON.stringify(wanted.postLogoutRedirectUris),
  grant_types: JSON.stringify(wanted.grantTypes),
  scopes: JSON.stringify(wanted.scopes),
  auth_method: wanted.tokenEndpointAuthMethod,
  id_token_algorithm: wanted.idTokenSigningAlgorithm,
  jwks: wanted.jwks === null ? null : JSON.stringify(wanted.jwks),
  jwks_uri: wanted.jwksUri,
  require_consent: wanted.requireConsent,
  access_token_ttl_seconds: wanted.accessTokenTtlSeconds,
  refresh_token_ttl_seconds: wanted.refreshTokenTtlSeconds,
  access_token_format: wanted.accessTokenFormat,
  logo_uri: wanted.logoUri,
  initiate_login_uri: wanted.initiateLoginUri,
  template_id: wanted.templateId,
  protection: protectionColumn(wanted),
  device: JSON.stringify({
    userCodeCharacterSet: wanted.userCodeCharacterSet,
    userCodeLength: wanted.userCodeLength,
    deviceCodeTtlSeconds: wanted.deviceCodeTtlSeconds,
  }),
})

/** @throws invalid_redirect_uri naming the first that is not accepted */
const checkUris = (
  { applicationType, redirectUris, postLogoutRedirectUris, grantTypes }: Complete,
  http: 'ANY' | 'LOOPBACK',
): void => {
  const native = applicationType === 'OIDC_NATIVE' || applicationType === 'OIDC_DEVICE'
  const bad = [...redirectUris, ...postLogoutRedirectUris].find(
    (uri) => !isRedirectUri(uri, { native, http }),
  )
  if (bad !== undefined) throw new ApiError('invalid_redirect_uri', { parameters: { uri: bad } })
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0) {
    throw new ApiError('invalid_redirect_uri', {
      fields: [{ path: 'body.redirectUris', message: 'at least one is needed' }],
    })
  }
}

/** @throws invalid_redirect_uri, invalid_parameters */
const check = (wanted: Complete, http: 'ANY' | 'LOOPBACK' = 'ANY'): void => {
  checkUris(wanted, http)
  checkMethod(wanted)
  checkFrontChannel(wanted)
  checkLoginUri(wanted)
  checkUserCodes(wanted)
}

/** Loaded with the first application that is saved, as the library is not needed before. */
const checkForLibrary = async (row: Stored): Promise<void> =>
  (await import('./client-check.ts')).checkClient(row)

const newSecret = (ctx: Context): { secret: string; hash: string } => {
  const secret = ctx.platform.ids.random(32).toString('base64url')
  return { secret, hash: secretHash(secret) }
}

const subjectOf = (row: Stored) => ({ entity: 'APPLICATIONS', id: row.client_id, name: row.name })

const shown = (row: Stored): Record<string, unknown> => {
  const { createdAt: _created, updatedAt: _updated, ...fields } = present(row)
  return fields
}

/** Read by those who watch for weak settings: a protection that is switched off is named. */
const lowering = (row: Stored) => {
  const lowered = loweredBy(present(row))
  return lowered.length === 0 ? {} : { attributes: { lowered } }
}

const found = async (ctx: Context, id: string): Promise<Stored> =>
  foundOr('not_found')(await repository.find(ctx.db, ctx.tenant.id, id))

export const listAll = async (ctx: Context): Promise<Wire[]> =>
  (await repository.list(ctx.db, ctx.tenant.id)).map(present)

export const read = async (ctx: Context, id: string) => {
  const row = await found(ctx, id)
  return versioned(present(row), row.version)
}

/** SHA-256 of the token by which an application that registers itself is its own; absent: none. */
interface Registering {
  readonly registrationHash?: string
  readonly imported?: Imported
}

const insert = (ctx: Context, body: Wanted, { registrationHash, imported = {} }: Registering) =>
  withItsKey(ctx, async (ctx) => {
    const usual: Complete = { ...defaultsOf(body), ...given(body) }
    const exchangeAudiences = await servedApis(ctx, usual.exchangeAudiences, [])
    const wanted = { ...usual, exchangeAudiences }
    check(wanted, registrationHash === undefined ? 'ANY' : 'LOOPBACK')
    await ensureKey(ctx, wanted.idTokenSigningAlgorithm)
    expectImportable(ctx, imported, wanted.tokenEndpointAuthMethod)
    await expectSubject(ctx, { before: null, wanted: wanted.subjectAttribute })
    const { clientId, clientSecret: brought } = imported
    const isMade = brought === undefined && usesSecret(wanted.tokenEndpointAuthMethod)
    const made = isMade ? newSecret(ctx) : null
    const hash = brought === undefined ? (made?.hash ?? null) : secretHash(brought)
    const now = ctx.platform.clock.now()
    const row = await repository.insert(ctx.db, {
      ...columnsOf(wanted),
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      client_id: clientId ?? ctx.platform.ids.random(16).toString('hex'),
      secret_hash: hash,
      registration_hash: registrationHash ?? null,
      created_at: now,
      updated_at: now,
    })
    if (row === undefined) throw new ApiError('application_exists')
    await checkForLibrary(row)
    audit(ctx, 'APPLICATION_CREATED', {
      subject: subjectOf(row),
      after: shown(row),
      ...lowering(row),
    })
    return { application: present(row), clientSecret: made?.secret ?? null }
  })

/** @throws application_exists, access_denied, invalid_redirect_uri, invalid_parameters */
export const create = (ctx: Context, body: Wanted, registering: Registering = {}) =>
  withSubjects(ctx, () => refusingTakenIds(() => insert(ctx, body, registering)))

const completed = (row: Stored, body: Wanted): Complete => {
  const {
    id: _id,
    clientId: _client,
    hasClientSecret: _has,
    selfRegistered: _self,
    createdAt: _c,
    updatedAt: _u,
    ...now
  } = present(row)
  return { ...now, ...given(body) }
}

const refusingTakenNames = unique({
  oidc_applications_tenant_id_name_key_key: 'application_exists',
})

const put = (ctx: Context, id: string, body: Wanted) =>
  withItsKey(ctx, async (ctx) => {
    const before = await found(ctx, id)
    expectVersion(ctx, before.version)
    const whole = completed(before, body)
    const served = protectionOf(before).exchangeAudiences
    const exchangeAudiences = await servedApis(ctx, whole.exchangeAudiences, served)
    const wanted = { ...whole, exchangeAudiences }
    check(wanted, before.registration_hash === null ? 'ANY' : 'LOOPBACK')
    const set = { ...columnsOf(wanted), updated_at: ctx.platform.clock.now() }
    await expectSubject(ctx, {
      before: protectionOf(before).subjectAttribute,
      wanted: wanted.subjectAttribute,
    })
    await ensureKey(ctx, wanted.idTokenSigningAlgorithm)
    const kept = usesSecret(wanted.tokenEndpointAuthMethod) ? {} : { secret_hash: null }
    const after = await repository.update(ctx.db, {
      tenantId: ctx.tenant.id,
      id,
      version: before.version,
      set: { ...set, ...kept },
    })
    if (after === undefined) throw new ApiError('precondition_failed')
    await checkForLibrary(after)
    await noteSubject(ctx, before, after)
    audit(ctx, 'APPLICATION_UPDATED', {
      subject: subjectOf(after),
      before: shown(before),
      after: shown(after),
      ...lowering(after),
    })
    return versioned(present(after), after.version)
  })

/** @throws as `create`, and not_found, precondition_failed */
export const change = (ctx: Context, id: string, body: Wanted) =>
  withSubjects(ctx, () => refusingTakenNames(() => put(ctx, id, body)))

export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await found(ctx, id)
    expectVersion(ctx, row.version)
    await repository.remove(ctx.db, ctx.tenant.id, id)
    audit(ctx, 'APPLICATION_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })

/** @throws not_found, invalid_parameters without use for one, precondition_failed when just changed */
export const generateSecret = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const row = await found(ctx, id)
    if (!usesSecret(row.auth_method)) {
      throw new ApiError('invalid_parameters', {
        fields: [{ path: 'body.id', message: 'proves itself without a secret' }],
      })
    }
    const made = newSecret(ctx)
    const set = { secret_hash: made.hash, updated_at: ctx.platform.clock.now() }
    const place = { tenantId: ctx.tenant.id, id, version: row.version }
    const after = await repository.update(ctx.db, { ...place, set })
    if (after === undefined) throw new ApiError('precondition_failed')
    audit(ctx, 'APPLICATION_SECRET_GENERATED', { subject: subjectOf(row) })
    return { clientSecret: made.secret }
  })
