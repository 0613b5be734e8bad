import { hash } from 'node:crypto'
import { type CompiledQuery, sql } from 'kysely'
import { type Parameter, prepared } from '../../kit/prepared.ts'
import type { TenantDb } from '../../platform/db/database.ts'
import { isShutOut } from './claims/account-claims.ts'
import { type AccountRow, accountColumns } from './claims/accounts.repository.ts'

export type Payload = Record<string, unknown>

export interface StoredToken {
  readonly kind: string
  readonly clientId: string | null
  readonly payload: Payload
  readonly consumedAt: Date | null
  /** The sealed answer to the refresh that consumed it. */
  readonly answer: Buffer | null
  readonly grant: { readonly id: string; readonly payload: Payload } | null
  readonly account: AccountRow | null
}

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Tokens with their grant, session and user. */
const selectTokens = (db: TenantDb) =>
  db
    .selectFrom('oidc_tokens as t')
    .leftJoin('oidc_grants as g', (join) =>
      join.onRef('g.tenant_id', '=', 't.tenant_id').onRef('g.id', '=', 't.grant_id'),
    )
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.id', '=', 'g.session_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 't.tenant_id').onRef('u.id', '=', 't.user_id'),
    )
    .select(['t.kind', 't.client_id', 't.grant_id', 't.payload', 't.consumed_at', 't.answer'])
    .select('g.payload as grant')
    .select(accountColumns)

type TokenRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectTokens>['executeTakeFirst']>>
>

const storedOf = (row: TokenRow): StoredToken => ({
  kind: row.kind,
  clientId: row.client_id,
  payload: row.payload,
  consumedAt: row.consumed_at,
  answer: row.answer,
  grant:
    row.grant_id === null || row.grant === null ? null : { id: row.grant_id, payload: row.grant },
  account: row.id === null ? null : { ...row, id: row.id },
})

interface WantedToken {
  readonly tenantId: string
  readonly id: Buffer
  readonly now: Date
}

const liveToken = prepared((db, p: Parameter<WantedToken>) =>
  selectTokens(db)
    .where('t.tenant_id', '=', p('tenantId'))
    .where('t.id', '=', p('id'))
    .where('t.expires_at', '>', p('now'))
    .where((eb) =>
      eb.or([
        eb('s.id', 'is', null),
        eb('s.revoked_at', 'is', null),
        eb.and([eb('s.revoked_everywhere', '=', false), eb('t.outlives_session', '=', true)]),
      ]),
    )
    .compile(),
)

/** A sign-in that an application asks for: that nobody has answered is all that it tells. */
const isUnanswered = ({ kind, payload }: TokenRow): boolean =>
  kind === 'BackchannelAuthenticationRequest' && !('grantId' in payload) && !('error' in payload)

/**
 * A live token with its grant and its user in one statement. Dead: past its end, or its session
 * signed out (unless it may outlive that one) or signed out everywhere, or its user may not sign in,
 * even where nobody has ended anything of theirs. What waits for an answer dies of its age alone.
 */
export const findToken = async (db: TenantDb, wanted: WantedToken): Promise<StoredToken | null> => {
  const [row] = (await db.executeQuery(liveToken(wanted))).rows
  if (row === undefined) return null
  if (row.id !== null && isShutOut(row) && !isUnanswered(row)) return null
  return storedOf(row)
}

interface TokenWrite {
  readonly tenantId: string
  readonly id: Buffer
  readonly payload: Payload
  readonly expiresAt: Date
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const scopesOf = ({ scope }: Payload): string[] =>
  typeof scope === 'string' ? scope.split(' ') : []

/**
 * Signing out of the browser that confirmed a device leaves the device signed in, as people expect
 * of a television; signing out everywhere does not. So it is with what an application has asked for.
 */
const isOfDevice = ({ kind, gty }: Payload): boolean =>
  kind === 'DeviceCode' ||
  kind === 'BackchannelAuthenticationRequest' ||
  /^(?:device_code|ciba)\b/.test(textOf(gty) ?? '')

interface TokenValues {
  readonly tenantId: string
  readonly id: Buffer
  readonly kind: string
  readonly grantId: string | null
  readonly clientId: string | null
  readonly userId: string | null
  readonly outlivesSession: boolean
  readonly payload: string
  readonly expiresAt: Date
}

const tokenInsert = prepared((db, p: Parameter<TokenValues>) =>
  db
    .insertInto('oidc_tokens')
    .values({
      tenant_id: p('tenantId'),
      id: p('id'),
      kind: p('kind'),
      grant_id: p('grantId'),
      client_id: p('clientId'),
      user_id: p('userId'),
      outlives_session: p('outlivesSession'),
      payload: p('payload'),
      expires_at: p('expiresAt'),
      consumed_at: null,
      answer: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet({
        grant_id: p('grantId'),
        user_id: p('userId'),
        payload: p('payload'),
        expires_at: p('expiresAt'),
      }),
    )
    .compile(),
)

export const insertToken = ({ tenantId, id, payload, expiresAt }: TokenWrite): CompiledQuery => {
  // The token's own value stays out of what is stored.
  const { jti: _jti, ...stored } = payload
  return tokenInsert({
    tenantId,
    id,
    kind: textOf(payload.kind) ?? '',
    grantId: textOf(payload.grantId),
    clientId: textOf(payload.clientId),
    userId: textOf(payload.accountId),
    outlivesSession: scopesOf(payload).includes('offline_access') || isOfDevice(payload),
    payload: JSON.stringify(stored),
    expiresAt,
  })
}

interface Consumption {
  readonly tenantId: string
  readonly id: Buffer
  readonly now: Date
  readonly answer: Buffer | null
}

/** Fails the whole flush when another request has consumed the token. */
export const consumeToken = prepared((db, p: Parameter<Consumption>) =>
  sql`with consumed as (
    update oidc_tokens set consumed_at = ${p('now')}, answer = ${p('answer')}
    where tenant_id = ${p('tenantId')} and id = ${p('id')} and consumed_at is null returning 1
  ) select oidc_require((select count(*) from consumed))`.compile(db),
)

interface Noted {
  readonly tenantId: string
  readonly id: Buffer
  readonly payload: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Notes that something was used; fails the whole flush when it was noted before and still counts. */
export const noteOnce = prepared((db, p: Parameter<Noted>) =>
  sql`with noted as (
    insert into oidc_tokens as t (tenant_id, id, kind, outlives_session, payload, expires_at)
    values (${p('tenantId')}, ${p('id')}, 'ReplayDetection', false, ${p('payload')}, ${p('expiresAt')})
    on conflict (tenant_id, id) do update
      set payload = excluded.payload, expires_at = excluded.expires_at
      where t.expires_at <= ${p('now')} returning 1
  ) select oidc_require((select count(*) from noted))`.compile(db),
)

export const deleteToken = (db: TenantDb, tenantId: string, id: Buffer): CompiledQuery =>
  db.deleteFrom('oidc_tokens').where('tenant_id', '=', tenantId).where('id', '=', id).compile()

export const deleteTokensOfGrant = (
  db: TenantDb,
  tenantId: string,
  grantId: string,
): CompiledQuery =>
  db
    .deleteFrom('oidc_tokens')
    .where('tenant_id', '=', tenantId)
    .where('grant_id', '=', grantId)
    .compile()
