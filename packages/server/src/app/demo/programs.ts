import type { Context } from '../../kit/context.ts'
import { createApiApplication } from '../../modules/applications/api-applications/index.ts'
import { createRadiusAgent } from '../../modules/applications/radius-agents/index.ts'
import { createRadiusApplication } from '../../modules/applications/radius-applications/index.ts'
import { createSyslogApplication } from '../../modules/operations/syslog-applications/index.ts'

const shared = { enabled: true, addresses: [], tokenTtlSeconds: 3600 } as const

const programs = [
  { type: 'AUTH_API', name: 'Telephone bank', description: 'Asks callers for a code' },
  { type: 'IDG', name: 'Warehouse gateway', description: 'Before the old stock system' },
  { type: 'DESKTOP', name: 'Reception desktops', description: 'Ask people who sign in there' },
  { type: 'SIEM', name: 'Security monitoring', description: 'Fetches the audit events' },
] as const

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
  for (const { type, ...head } of programs) {
    await createApiApplication(ctx, type, { ...shared, ...head })
  }
  await registerNetwork(ctx)
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
