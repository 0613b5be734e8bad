import type { Context } from '../../kit/context.ts'
import { createApiApplication } from '../../modules/applications/api-applications/index.ts'
import { createRadiusAgent } from '../../modules/applications/radius-agents/index.ts'
import { createRadiusApplication } from '../../modules/applications/radius-applications/index.ts'
import { createSyslogApplication } from '../../modules/operations/syslog-applications/index.ts'

const shared = { enabled: true, addresses: [], tokenTtlSeconds: 3600 } as const

/** A role that came with the tenant and permits less than everything. */
const someRole = async ({ db, tenant }: Context): Promise<string> => {
  const { id } = await db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('role_type', '=', 'ADMIN')
    .where('super_administrator', '=', false)
    .orderBy('name_key')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** A way in from home, and the agent near it. */
const registerNetwork = async (ctx: Context): Promise<void> => {
  const { agent } = await createRadiusAgent(ctx, {
    name: 'Branch network',
    description: 'In the computer room',
    enabled: true,
  })
  await createRadiusApplication(ctx, {
    name: 'Branch VPN',
    description: 'Way in from home',
    allowedAddresses: ['192.0.2.128/28'],
    agentIds: [agent.id],
  })
}

/** Programs that call in their own name, and a collector that is switched off. */
export const registerPrograms = async (ctx: Context): Promise<void> => {
  await createApiApplication(ctx, 'ADMIN_API', {
    ...shared,
    name: 'Personnel system',
    description: 'Adds people on their first day',
    roleId: await someRole(ctx),
    addresses: ['192.0.2.0/24'],
  })
  await createApiApplication(ctx, 'AUTH_API', {
    ...shared,
    name: 'Telephone bank',
    description: 'Asks callers for a code',
  })
  await createApiApplication(ctx, 'IDG', {
    ...shared,
    name: 'Warehouse gateway',
    description: 'Before the old stock system',
  })
  await createApiApplication(ctx, 'ADFS', {
    ...shared,
    name: 'Office federation',
    description: 'The second factor behind the sign-in of the domain',
    authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP',
  })
  await registerNetwork(ctx)
  await createApiApplication(ctx, 'SIEM', {
    ...shared,
    name: 'Security monitoring',
    description: 'Fetches the audit events',
  })
  await createSyslogApplication(ctx, {
    name: 'Log collector',
    description: 'In the data centre',
    enabled: false,
    host: 'logs.acme.example',
    port: 6514,
    security: 'TLS',
    caCertificates: null,
    facility: 13,
    events: ['*'],
    detail: 'ENVELOPE',
  })
}
