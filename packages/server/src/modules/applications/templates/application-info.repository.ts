import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type NameSearch, nameHolds } from '../../../platform/db/name-search.ts'

/** As many as a list shows. */
const mostShown = 1000

interface Info {
  readonly id: string
  readonly name: string
  readonly applicationType: string
  readonly templateId: string
  readonly enabled: boolean
  readonly logo: string | null
  readonly selfRegistered: boolean
}

/** Applications of every kind, by name. */
export const listInfo = async (
  { db, tenant }: Context,
  wanted: NameSearch,
): Promise<readonly Info[]> => {
  const { rows } = await sql<Info>`
    select id, name, application_type as "applicationType", template_id as "templateId", enabled, logo,
      self_registered as "selfRegistered" from (
      select id, name, name_key, application_type,
          coalesce(template_id, application_type) as template_id, enabled, logo_uri as logo,
          registration_hash is not null as self_registered
        from oidc_applications where tenant_id = ${tenant.id}::uuid
      union all
      select id, name, name_key, application_type, application_type, enabled, null, false
        from api_applications where tenant_id = ${tenant.id}::uuid
      union all
      select id, name, name_key, 'SYSLOG', 'SYSLOG', enabled, null, false
        from syslog_applications where tenant_id = ${tenant.id}::uuid
      union all
      select id, name, name_key, 'RADIUS', 'RADIUS', enabled, null, false
        from radius_applications where tenant_id = ${tenant.id}::uuid
      union all
      select id, name, name_key, 'SAML', 'SAML', enabled, logo_uri, false
        from saml_applications where tenant_id = ${tenant.id}::uuid
    ) a where ${nameHolds(wanted)}
    order by name_key, id limit ${wanted.limit ?? mostShown}`.execute(db)
  return rows
}
