import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  canBeSubject,
  type Definition,
  definitions,
  forgetDefinitions,
  holdDefinition,
} from '../../identity/user-attributes/index.ts'
import { maySetCredentials } from './imported-clients.ts'
import * as repository from './oidc-applications.repository.ts'

/* By which attribute an application knows users (`sub`): as another server did before. */

/** What users are known by unless told otherwise. */
const internal = { id: 'sub', name: 'The user’s internal id' }

/** What an application can know users by. */
export const listSubjectChoices = async (ctx: Context) => [
  internal,
  ...(await definitions(ctx)).filter(canBeSubject).map(({ id, name }) => ({ id, name })),
]

const fault = (message: string) =>
  new ApiError('invalid_parameters', { fields: [{ path: 'body.subjectAttribute', message }] })

const messageFor = ({ group, unique }: Definition): string => {
  if (group !== 'EXTRA') return 'cannot be a subject'
  return unique ? 'is an attribute that users can edit' : 'is not unique'
}

const held = async (ctx: Context, id: string): Promise<Definition> => {
  try {
    return await holdDefinition(ctx, id)
  } catch (error) {
    if (error instanceof ApiError) throw fault('is no attribute of users')
    throw error
  }
}

interface Choice {
  readonly before: string | null
  readonly wanted: string | null
}

/**
 * Another subject is another account at the application, for each user.
 * @throws access_denied, invalid_parameters for an attribute by which users cannot be told apart
 */
export const expectSubject = async (ctx: Context, { before, wanted }: Choice): Promise<void> => {
  if (before === wanted) return
  if (!maySetCredentials(ctx)) throw new ApiError('access_denied')
  if (wanted === null) return
  const definition = await held(ctx, wanted)
  if (!canBeSubject(definition)) throw fault(messageFor(definition))
  if (wanted === 'email' && (await repository.isMailShared(ctx.db, ctx.tenant.id))) {
    throw fault('is shared: several users have the same verified email address')
  }
}

type Stored = repository.StoredApplication
const subjectOf = ({ protection }: Pick<Stored, 'protection'>): string | null =>
  protection.subjectAttribute ?? null

/** Ends what told the application the former subjects; in the transaction of the change. */
export const noteSubject = async (ctx: Context, before: Stored, after: Stored): Promise<void> => {
  const [from, to] = [subjectOf(before), subjectOf(after)]
  if (from === to) return
  const users = await repository.endGrants(ctx.db, ctx.tenant.id, after.client_id)
  audit(ctx, 'APPLICATION_SUBJECT_CHANGED', {
    subject: { entity: 'APPLICATIONS', id: after.client_id, name: after.name },
    attributes: { from: from ?? internal.id, to: to ?? internal.id, users },
  })
}

/** A change after which other attributes may be subjects: here immediately, elsewhere within a second. */
export const withSubjects = async <T>(ctx: Context, work: () => Promise<T>): Promise<T> => {
  const done = await work()
  forgetDefinitions(ctx)
  return done
}
