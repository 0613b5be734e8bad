import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../kit/context.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'
import { createSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { openLastMonth } from './archive.ts'
import { insertAttributes } from './attributes.ts'
import { insertAuthenticators } from './authenticators.ts'
import { insertBelongings } from './belongings.ts'
import { performBulkOperations } from './bulk.ts'
import { createCardOffice, officeUrl, operator } from './card-office.ts'
import { insertCards } from './cards.ts'
import { accounts, insertDirectory } from './directory.ts'
import { insertEntitlements } from './entitlements.ts'
import { insertFlows } from './flows.ts'
import { insertHistory } from './history.ts'
import { insertIdentityProviders } from './identity-providers.ts'
import { insertMails } from './mails.ts'
import { insertPassthrough } from './passthrough.ts'
import { insertPortal } from './portal.ts'
import { registerPrograms } from './programs.ts'
import { insertProviderWork } from './provider.ts'
import { insertReports } from './reports.ts'
import { createReseller, resellerAdministrator, resellerUrl } from './reseller.ts'
import { insertRisk } from './risk.ts'
import { insertStanding } from './standing.ts'
import { insertTokens, tokenSecret } from './tokens.ts'
import { insertWebhook } from './webhooks.ts'

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
  const { application, clientSecret } = await oidcApplications.create(ctx, {
    name: 'Sample application',
    description: 'examples/openid-client',
    applicationType: 'OIDC_WEB',
    redirectUris: ['http://localhost:8090/callback'],
    initiateLoginUri: 'http://localhost:8090/signin',
    asksOrganization: true,
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
  await oidcApplications.create(ctx, {
    name: 'Nightly reports',
    applicationType: 'OIDC_SERVER',
    scopes: [],
  })
  await oidcApplications.create(ctx, {
    name: 'Grafana',
    description: 'Figures of the service',
    templateId: 'grafana',
    applicationType: 'OIDC_WEB',
    redirectUris: ['https://grafana.acme.example/login/generic_oauth'],
    initiateLoginUri: 'https://grafana.acme.example/login/generic_oauth',
    // Seen among the weak settings.
    pkceOptional: true,
  })
  await registerPrograms(ctx)
  await createSamlApplication(ctx, {
    name: 'Travel expenses',
    description: 'Signs in by SAML',
    entityId: 'https://travel.example.com/saml',
    assertionConsumers: [{ index: 0, url: 'https://travel.example.com/saml/acs' }],
    nameIdFormat: 'email',
    idpInitiated: true,
    attributes: [
      {
        name: 'department',
        friendlyName: '',
        nameFormat: 'basic',
        source: 'GROUPS',
        value: '',
        filter: null,
      },
    ],
  })
}

const insertAll = async (ctx: Context): Promise<void> => {
  const hash = await ctx.platform.hashes.hash(password, ctx.tenant.id)
  const attributesOf = await insertAttributes(ctx)
  const users = await ctx.transaction(async (ctx) => {
    const folk = await insertDirectory(ctx, { passwordHash: hash, attributesOf })
    await insertTokens(ctx, folk)
    await insertHistory(ctx, folk)
    return folk
  })
  await insertBelongings(ctx, users)
  await insertStanding(ctx, users)
  await insertAuthenticators(ctx, users)
  await insertFlows(ctx)
  await insertIdentityProviders(ctx)
  await registerSample(ctx)
  await registerOthers(ctx)
  await insertWebhook(ctx)
  await insertPassthrough(ctx)
  await insertRisk(ctx, users)
  await insertEntitlements(ctx)
  await insertMails(ctx)
  await insertPortal(ctx, users.get('ada') ?? '')
  await createCardOffice(ctx, hash)
  await createReseller(ctx, hash)
  await insertProviderWork(ctx)
  await insertCards(ctx)
  const [{ userId: name } = { userId: '' }] = accounts
  await openLastMonth(ctx)
  await performBulkOperations(ctx, { id: users.get(name) ?? '', name })
  await insertReports(ctx, users.get(name) ?? '')
}

/** Who may be tried, and as what. */
const accountsToTry = (ctx: Context): readonly (readonly [string, string])[] => [
  ...accounts.map(
    ({ userId, role, alsoAs }) =>
      [userId, alsoAs ?? role.toLowerCase().replaceAll('_', ' ')] as const,
  ),
  ['amelia.andersson', 'user with most other authenticators'],
  [operator.userId, `administrator of a tenant that only issues cards: ${officeUrl(ctx)}`],
  [
    resellerAdministrator.userId,
    `administrator of a service provider with five customers: ${resellerUrl(ctx)}`,
  ],
]

/** The demonstration, loaded once into an empty database. Returns what to print each time. */
export const loadDemo = async (ctx: Context): Promise<readonly string[]> => {
  if (!(await isLoaded(ctx))) await insertAll(ctx)
  return [
    `Accounts to try, all with the password ${password}:`,
    ...accountsToTry(ctx).map(([userId, what]) => `  ${userId.padEnd(16)}  ${what}`),
    `For their second factor, add this secret to an authenticator app: ${tokenSecret}`,
    "amelia.andersson's hardware token uses the same TOTP secret.",
    `Emails are captured at ${ctx.tenant.publicUrl}/dev/outbox`,
    'Sample application: npm run sample (asks anna which organization she wants to use)',
  ]
}
