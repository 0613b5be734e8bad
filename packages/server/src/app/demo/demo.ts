import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../kit/context.ts'
import { createOidcApplication } from '../../modules/applications/oidc-applications/index.ts'
import { createTenant } from '../tenant-creation.ts'
import { accounts, insertDirectory } from './directory.ts'
import { insertHistory } from './history.ts'
import { insertTokens, tokenSecret } from './tokens.ts'

/** Known on purpose: the demonstration listens on loopback only. */
const password = 'correct-Horse-42-staple'

const isLoaded = async (ctx: Context): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Registers the sample application of `examples/` and leaves its secret where that reads it. */
const registerSample = async (ctx: Context): Promise<void> => {
  const { application, clientSecret } = await createOidcApplication(ctx, {
    name: 'Sample application',
    description: 'examples/openid-client',
    applicationType: 'OIDC_WEB',
    redirectUris: ['http://localhost:8090/callback'],
    postLogoutRedirectUris: ['http://localhost:8090/'],
  })
  const { dataDir } = ctx.platform.config
  await mkdir(dataDir, { recursive: true })
  const registration = {
    issuer: `${ctx.tenant.publicUrl}/api/oidc`,
    clientId: application.clientId,
    clientSecret,
  }
  await writeFile(join(dataDir, 'openid-client.json'), `${JSON.stringify(registration)}\n`, {
    mode: 0o600,
  })
}

const registerOthers = async (ctx: Context): Promise<void> => {
  await createOidcApplication(ctx, {
    name: 'Intranet',
    applicationType: 'OIDC_SPA',
    redirectUris: ['https://intranet.acme.example/callback'],
    requireConsent: true,
  })
  await createOidcApplication(ctx, {
    name: 'Nightly reports',
    applicationType: 'OIDC_SERVER',
    scopes: [],
  })
}

const createCardOffice = async (ctx: Context): Promise<void> => {
  const { port } = new URL(ctx.tenant.publicUrl)
  await createTenant(ctx.platform, {
    companyName: 'Acme Card Office',
    publicUrl: `http://cards.localhost:${port}`,
    authenticationAccount: false,
    issuanceAccount: true,
    isProvider: false,
    parentTenantId: ctx.tenant.id,
  })
}

/** The demonstration, loaded once into an empty database. Returns what to print each time. */
export const loadDemo = async (ctx: Context): Promise<readonly string[]> => {
  if (!(await isLoaded(ctx))) {
    const hash = await ctx.platform.hashes.hash(password)
    await ctx.transaction(async (ctx) => {
      const users = await insertDirectory(ctx, hash)
      await insertTokens(ctx, users)
      await insertHistory(ctx, users)
    })
    await registerSample(ctx)
    await registerOthers(ctx)
    await createCardOffice(ctx)
  }
  return [
    `Accounts to try, all with the password ${password}:`,
    ...accounts.map(
      ({ userId, role }) => `  ${userId.padEnd(6)} ${role.toLowerCase().replaceAll('_', ' ')}`,
    ),
    `Add this secret to an authenticator app for their second factor: ${tokenSecret}`,
    'Mail they would get: /dev/outbox. Sample application: node examples/openid-client/main.ts',
  ]
}
