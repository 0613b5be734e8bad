import { applicationSignInAuthenticators } from '@signet/contract/access/application-sign-in'
import { isSignInProgramType } from '@signet/rules/applications'
import { oneOf } from '@signet/rules/membership'
import type { AuthenticationMethodId } from '@signet/rules/sign-in'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { findApiApplication, rightsOfProgram } from '../../applications/api-applications/index.ts'
import { findOidcApplication } from '../../applications/oidc-applications/index.ts'
import { findRadiusApplication } from '../../applications/radius-applications/index.ts'
import { findSamlApplication } from '../../applications/saml-applications/index.ts'
import { settings } from '../../settings/families/index.ts'
import { carriedByRadius } from '../radius-sign-in/index.ts'
import type { Carried } from './walks.ts'

type Person = NonNullable<Parameters<typeof settings.entrustSt>[1]>

/** Where people sign in by itself, without a session of the portals. */
interface OwnSignIn {
  readonly id: string
  readonly method: AuthenticationMethodId | null
  /** What it can carry of the sign-in of these people. */
  readonly carriedOf: (ctx: Context, person: Person) => Promise<Carried>
}

/** What is entered: by a session of the portals, or by a sign-in of its own. */
export interface Entrance {
  /** An application that is opened from a session; null where the session is all that is wanted. */
  readonly application: string | null
  readonly program?: OwnSignIn | null
}

/** A session of the portals, and no more. */
export const portal: Entrance = { application: null }

/** A program that acts by its secret, and what it may do. */
export interface Program {
  readonly id: string
  readonly name: string
  readonly roleId: string | null
  /** Null for one whose role says what it may do. */
  readonly rights: ReturnType<typeof rightsOfProgram>
}

interface Target {
  /** Null for one that no one signs in to: it is disabled, or acts for itself. */
  readonly entrance: Entrance | null
  /** Null for what has no rights of its own. */
  readonly program: Program | null
}

const isAsked = oneOf(applicationSignInAuthenticators)

/** Programs ask by the calls of the authentication API. */
const byCalls: Carried = {
  firsts: (kinds) => kinds.filter(isAsked),
  seconds: (_first, allowed) => allowed.filter(isAsked),
}

const opened = ({ id, enabled }: { readonly id: string; readonly enabled: boolean }): Target => ({
  entrance: enabled ? { application: id } : null,
  program: null,
})

const openedFrom = async (ctx: Context, id: string): Promise<Target | null> => {
  const oidc = await findOidcApplication(ctx.db, ctx.tenant.id, id)
  if (oidc !== undefined) return opened(oidc)
  const saml = await findSamlApplication(ctx, id)
  return saml === undefined ? null : opened(saml)
}

const byRadius = async (ctx: Context, id: string): Promise<Target | null> => {
  const row = await findRadiusApplication(ctx, id)
  if (row === undefined) return null
  if (!row.enabled) return { entrance: null, program: null }
  const carriedOf = async (ctx: Context, person: Person): Promise<Carried> => {
    const { mutualChallenge } = await settings.entrustSt(ctx, person)
    return carriedByRadius(row.settings, { isSilent: !mutualChallenge })
  }
  const program = { id, method: row.settings.authenticationMethod, carriedOf }
  return { entrance: { application: null, program }, program: null }
}

const byProgram = async (ctx: Context, id: string): Promise<Target | null> => {
  const row = await findApiApplication(ctx, id)
  if (row === undefined) return null
  if (!row.enabled) return { entrance: null, program: null }
  const { application_type: type, name, role_id: roleId, authentication_method: method } = row
  const program = { id, name, roleId, rights: rightsOfProgram(type) }
  const carriedOf = async (): Promise<Carried> => byCalls
  const entrance = isSignInProgramType(type)
    ? { application: null, program: { id, method, carriedOf } }
    : null
  return { entrance, program }
}

/** How an application of any kind is entered, and by whom its rights are used. @throws not_found */
export const targetOf = async (ctx: Context, id: string): Promise<Target> => {
  const target =
    (await openedFrom(ctx, id)) ?? (await byRadius(ctx, id)) ?? (await byProgram(ctx, id))
  if (target === null) throw new ApiError('not_found')
  return target
}
