import type { GrantedAction } from '@signet/rules/permissions'
import { type Selectable, sql } from 'kysely'
import type { ApplicationActor, Rights } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { SessionRow } from '../../../platform/db/schema/tenancy.ts'
import { rightsOfStanding, roles as roleRights, standingOf } from '../roles/index.ts'
import { rightsUnderGrant, type SupportGrant } from './support-rights.ts'

type Session = Pick<
  Selectable<SessionRow>,
  | 'id'
  | 'kind'
  | 'key_thumbprint'
  | 'authenticated_at'
  | 'step_up_expires_at'
  | 'token_expires_at'
  | 'expires_at'
  | 'revoked_at'
>

export interface Principal {
  readonly session: Session
  /** Null for the session of an application, or of a user who is gone. */
  readonly user: {
    readonly id: string
    readonly userId: string
    readonly state: 'ACTIVE' | 'INACTIVE' | 'REGISTERING'
    readonly locked: boolean
    readonly registrationRequired: boolean
    readonly verificationRequired: boolean
    /** Has an address that was not proven. */
    readonly unproven: boolean
  } | null
  /** Null for the session of a user, or of an application that is gone. */
  readonly application: {
    readonly id: string
    readonly name: string
    readonly applicationType: ApplicationActor['applicationType']
    readonly enabled: boolean
    /** Where it may call from; empty: anywhere. */
    readonly addresses: readonly string[]
  } | null
  /**
   * The grant under which a provider helps; null for any other session, and once it has ended or the
   * administrator may no longer enter.
   */
  readonly support: SupportGrant | null
  readonly rights: Rights
}

interface Row extends Session {
  readonly is_provider: boolean
  readonly account: string | null
  readonly account_name: string
  readonly account_state: 'ACTIVE' | 'INACTIVE' | 'REGISTERING'
  readonly account_locked: boolean
  readonly registration_required: boolean
  readonly verification_required: boolean
  readonly unproven: boolean
  readonly roles: string | null
  readonly application: string | null
  readonly application_name: string
  readonly application_type: ApplicationActor['applicationType']
  readonly application_enabled: boolean
  readonly application_addresses: readonly string[]
  /** Of a client of a service provider; null for all others. */
  readonly client_permissions: Record<string, GrantedAction[]> | null
  readonly support: SupportGrant | null
}

interface Asked {
  readonly tenantId: string
  readonly sessionId: string
}

/** The statement of each request. */
export const principalQuery = prepared((db, p: Parameter<Asked>) =>
  sql<Row>`
    select s.id, s.kind, s.key_thumbprint, s.authenticated_at, s.step_up_expires_at, s.token_expires_at,
      s.expires_at, s.revoked_at, t.is_provider, u.id as account, u.user_id as account_name,
      u.state as account_state, u.locked as account_locked, u.registration_required,
      u.verification_required, u.email is not null and not u.email_verified as unproven,
      case when s.user_id is null
        then (select r.id::text || ':' || r.version from roles r
          where r.tenant_id = s.tenant_id and r.id = coalesce(a.role_id, g.role_id))
        else ${standingOf(p('tenantId'), 's.user_id')} end as roles,
      coalesce(a.id, c.id) as application, coalesce(a.name, c.name) as application_name,
      case when c.id is null then a.application_type else 'PROVIDER_API' end as application_type,
      coalesce(a.enabled, c.enabled) as application_enabled,
      coalesce(a.addresses, c.addresses) as application_addresses,
      c.permissions as client_permissions,
      case when g.id is not null then jsonb_build_object('id', g.id, 'provider', g.provider_name,
        'rights', g.rights, 'permissions', g.permissions) end as support
    from sessions s
      join tenants t on t.tenant_id = s.tenant_id
      left join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      left join api_applications a on s.user_id is null and a.tenant_id = s.tenant_id
        and a.id = s.application_id
      left join provider_clients c on s.user_id is null and c.tenant_id = s.tenant_id
        and c.id = s.application_id
      left join support_grants g on s.kind = 'support' and g.tenant_id = s.tenant_id
        and g.id = s.application_id and g.granted_at is not null and g.ended_at is null
        and support_administrator_stands(s.id)
    where s.tenant_id = ${p('tenantId')}::uuid and s.id = ${p('sessionId')}::uuid`.compile(db),
)

const userOf = (row: Row): Principal['user'] =>
  row.account === null
    ? null
    : {
        id: row.account,
        userId: row.account_name,
        state: row.account_state,
        locked: row.account_locked,
        registrationRequired: row.registration_required,
        verificationRequired: row.verification_required,
        unproven: row.unproven,
      }

const applicationOf = (row: Row): Principal['application'] =>
  row.application === null
    ? null
    : {
        id: row.application,
        name: row.application_name,
        applicationType: row.application_type,
        enabled: row.application_enabled,
        addresses: row.application_addresses,
      }

/** The calls that are open to these say so; they see whoever there is and may do nothing else. */
const withoutRole: Rights = {
  superAdministrator: false,
  permissions: {},
  groupScope: 'ALL',
  roleIds: [],
}

/**
 * Who a session belongs to: its row, the user's state and which roles in which version, in one
 * statement on each request, so that a change holds at once on every node.
 */
export const readPrincipal = async (
  db: TenantDb,
  tenantId: string,
  sessionId: string,
): Promise<Principal | null> => {
  const { rows } = await db.executeQuery(principalQuery({ tenantId, sessionId }))
  const [row] = rows
  if (row === undefined) return null
  const { is_provider: isProvider, roles, support } = row
  const application = applicationOf(row)
  const facts = { session: row, user: userOf(row), application, support }
  if (row.client_permissions !== null) {
    return { ...facts, rights: roleRights.rightsOfGrants(row.client_permissions, isProvider) }
  }
  const isRoleless = application !== null && application.applicationType !== 'ADMIN_API'
  const ofRoles = isRoleless
    ? withoutRole
    : await rightsOfStanding(db, { tenantId, isProvider, roles })
  return { ...facts, rights: support === null ? ofRoles : rightsUnderGrant(support, ofRoles) }
}
