import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Definition, JudgedValues } from '../user-attributes/index.ts'
import type { FoundUser } from './users.repository.ts'

interface Written {
  readonly known: readonly Definition[]
  /** Own attributes; null when their values stay. */
  readonly judged: JudgedValues | null
}

interface Changed extends Written {
  readonly user: Pick<FoundUser, 'email_verified'>
  /** Fields whose value differs. */
  readonly fields: readonly string[]
  readonly after: { readonly email_verified?: boolean | undefined }
}

const ownSubjects = ({ judged }: Written): readonly string[] =>
  (judged?.changed ?? []).filter(({ isSubject }) => isSubject).map(({ name }) => name)

const isSubject = ({ known }: Written, id: string): boolean =>
  known.some((each) => each.id === id && each.isSubject)

/**
 * The subjects that a change gives a user another value of. Only a verified mail address is a value.
 */
export const changedSubjects = (changed: Changed): readonly string[] => {
  const { fields, user, after } = changed
  const isMail = fields.includes('email') || fields.includes('emailVerified')
  const counts = user.email_verified || after.email_verified === true
  return [
    ...(fields.includes('userId') && isSubject(changed, 'userid') ? ['userId'] : []),
    ...(isMail && counts && isSubject(changed, 'email') ? ['email'] : []),
    ...ownSubjects(changed),
  ]
}

/** The subjects that a new user is given beyond the name that they are created by. */
export const givenSubjects = (
  written: Written & { readonly emailVerified: boolean },
): readonly string[] => [
  ...(written.emailVerified && isSubject(written, 'email') ? ['email'] : []),
  ...ownSubjects(written),
]

/**
 * A user who is given the subject of another is that other at the application, with all that they have
 * there: only super administrators do that.
 */
export const mayIdentify = ({ actor }: Context): boolean =>
  actor.kind === 'system' || (actor.kind !== 'anonymous' && actor.superAdministrator)

/** @throws rights_not_held */
export const expectMayIdentify = (ctx: Context, subjects: readonly string[]): void => {
  if (subjects.length === 0 || mayIdentify(ctx)) return
  throw new ApiError('rights_not_held', {
    fields: subjects.map((name) => ({
      path: `body.${name}`,
      message: 'identifies users at applications: only super administrators change it',
    })),
  })
}

/** No user turns into another one by themselves. @throws user_edit_restricted */
export const refuseOwnSubject = (subjects: readonly string[]): void => {
  if (subjects.length === 0) return
  throw new ApiError('user_edit_restricted', {
    fields: subjects.map((name) => ({ path: `body.${name}`, message: 'is not changed here' })),
  })
}
