import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../../kit/context.ts'
import { settingsOf } from '../clients/client-settings.ts'
import type { Payload } from '../tokens.repository.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { isMember, type OrganizationChoice, organizationsOf } from './organizations.repository.ts'

/* The organization for which somebody signs in to an application. */

const { Check, Prompt } = interactionPolicy

const organizationIn = (grant: Payload | undefined): string | null =>
  typeof grant?.organization === 'string' ? grant.organization : null

/** For which organization a grant was given; null for none. Its grant has been read. */
export const organizationOfGrant = (grantId: string | undefined): string | null =>
  grantId === undefined ? null : organizationIn(unitOfWork().grants.get(grantId))

/** What this session chose at this application before. */
const chosenBefore = async ({ oidc }: KoaContextWithOIDC): Promise<string | null> => {
  const { client, session, provider } = oidc
  const known = client === undefined ? undefined : session?.grantIdFor(client.clientId)
  if (known === undefined) return null
  await provider.Grant.find(known)
  return organizationOfGrant(known)
}

const chooseFor = async (koa: KoaContextWithOIDC, userId: string): Promise<OrganizationChoice> => {
  const { ctx, picked } = unitOfWork()
  const { client, params } = koa.oidc
  const wanted = params?.orgId
  if (typeof wanted === 'string') {
    const isOwn = await isMember(ctx, userId, wanted)
    return isOwn ? { kind: 'chosen', id: wanted } : { kind: 'foreign' }
  }
  if (client === undefined || !settingsOf(client).asksOrganization) return { kind: 'none' }
  for (const id of [picked, await chosenBefore(koa)]) {
    if (id !== null && (await isMember(ctx, userId, id))) return { kind: 'chosen', id }
  }
  const from = await organizationsOf(ctx, userId)
  const [only, ...others] = from
  if (only === undefined) return { kind: 'none' }
  return others.length === 0 ? { kind: 'chosen', id: only.id } : { kind: 'open', from }
}

/** The organization of the sign-in that a request makes, found out once. */
export const organizationOf = async (koa: KoaContextWithOIDC): Promise<OrganizationChoice> => {
  const unit = unitOfWork()
  const userId = koa.oidc.session?.accountId
  if (userId === undefined) return { kind: 'none' }
  unit.organization ??= chooseFor(koa, userId)
  return unit.organization
}

/** What the request has chosen so far; null for nothing. */
export const chosenOrganization = async (): Promise<string | null> => {
  const choice = await unitOfWork().organization
  return choice?.kind === 'chosen' ? choice.id : null
}

/** Whoever is in several is asked for which of them they sign in. */
export const organizationPrompt = () =>
  new Prompt(
    { name: 'organization' },
    new Check(
      'organization_needed',
      'an organization has to be chosen',
      'interaction_required',
      async (koa) => {
        const { kind } = await organizationOf(koa)
        if (kind === 'foreign') throw new errors.AccessDenied('this organization cannot be chosen')
        return kind === 'open'
      },
      async (koa) => {
        const choice = await organizationOf(koa)
        return choice.kind === 'open' ? { organizations: choice.from } : {}
      },
    ),
  )

/** Whoever has left it meanwhile is in none. */
export const organizationClaim = async (
  ctx: Context,
  userId: string,
  organization: string | null,
): Promise<{ readonly org_id?: string }> =>
  organization !== null && (await isMember(ctx, userId, organization))
    ? { org_id: organization }
    : {}

const Picked = /^\/(?:authorize|device)\/[\w.-]+\?(?:.*&)?organization=([0-9a-f-]{36})(?:&|$)/

/** What somebody has just chosen on the page that asks. */
export const pickedIn = (path: string): string | null => Picked.exec(path)?.[1] ?? null
