import type { Migration } from '../migration.ts'

const rule = (resourceId: string): string =>
  JSON.stringify({
    description: '',
    resourceId,
    enabled: true,
    groupIds: [],
    strict: false,
    factors: [],
    mediumFrom: 30,
    highFrom: 70,
    lowRisk: 'ALLOW',
    mediumRisk: 'STEP_UP',
    highRisk: 'DENY',
  })

const insert = (name: string, resourceId: string): string => `
  insert into access_definitions (tenant_id, id, kind, name, name_key, definition, updated_at)
  select tenant_id, gen_random_uuid(), 'RESOURCE_RULE', '${name}', lower('${name}'),
    '${rule(resourceId)}'::jsonb, now() from tenants`

/** The two rules that a tenant begins with, for those that there are; an outcome is an action. */
export const migration: Migration = {
  statements: [
    insert('User Portal - All Users', 'USER_PORTAL'),
    insert('Administration Portal - Administrators', 'ADMIN_PORTAL'),
  ],
}
