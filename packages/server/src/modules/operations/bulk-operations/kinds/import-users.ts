import { type Context, mayDo } from '../../../../kit/context.ts'
import { passwordSets } from '../../../authenticators/passwords/index.ts'
import type { JudgedValues } from '../../../identity/user-attributes/index.ts'
import { type FoundUser, userSets } from '../../../identity/users/index.ts'
import { roomForUsers } from '../../../tenancy/entitlements/index.ts'
import { endSessionsOf } from '../../../tenancy/sessions/index.ts'
import {
  type BulkWork,
  failed,
  faultBy,
  isVerdict,
  type Performing,
  type Prepared,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { hashedRows } from './hashed-rows.ts'
import {
  columnOfUserKey,
  fieldsOf,
  type ImportedUser,
  importedUser,
  judgedRow,
  keysOfUser,
  nameOfUser,
} from './imported-user.ts'
import { judgedValues, type KnownAttributes, readAttributes } from './own-values.ts'

interface Created {
  readonly kind: 'create'
  readonly id: string
  readonly imported: ImportedUser
  readonly judged: JudgedValues | null
}

interface Changed {
  readonly kind: 'change'
  readonly imported: ImportedUser
  readonly user: FoundUser
  readonly changed: ReturnType<typeof userSets.changed>
  readonly judged: JudgedValues | null
  /** Applications know the user by another value from now on. */
  readonly isRenamed: boolean
}

type Decision = Created | Changed | { readonly kind: 'verdict'; readonly verdict: Verdict }

interface Known {
  readonly owners: ReadonlyMap<string, string>
  readonly externalOwners: ReadonlyMap<string, string>
  readonly users: ReadonlyMap<string, FoundUser>
  readonly attributes: KnownAttributes
}

const readKnown = async (ctx: Context, imported: readonly ImportedUser[]): Promise<Known> => {
  const keys = imported.flatMap((each) => each.keys)
  const external = imported.flatMap(({ user }) => user.externalId ?? [])
  const owners = await userSets.owners(ctx, keys)
  const ids = imported.flatMap(({ key }) => owners.get(key) ?? [])
  return {
    owners,
    externalOwners: await userSets.externalOwners(ctx, external),
    users: await userSets.find(ctx, [...new Set(ids)]),
    attributes: await readAttributes(
      ctx,
      imported.map(({ row }) => row),
    ),
  }
}

const verdict = (of: Verdict): Decision => ({ kind: 'verdict', verdict: of })

/** The column whose value is another user's; null when none is. */
const takenColumn = (
  { user, key, keys }: ImportedUser,
  known: Known,
  self: string | null,
): string | null => {
  const isOther = (owner: string | undefined): boolean => owner !== undefined && owner !== self
  if (isOther(known.owners.get(key))) return 'userId'
  if (keys.some((each) => isOther(known.owners.get(each)))) return 'userAliases'
  return isOther(known.externalOwners.get(user.externalId ?? '')) ? 'externalId' : null
}

const changeOf = ({ row, user }: ImportedUser) => {
  const given = fieldsOf(row)
  const { type: _type, state: _state, password: _, passwordChangeRequired: __, ...fields } = user
  return Object.fromEntries(Object.entries(fields).filter(([name]) => given.has(name)))
}

interface Existing {
  readonly user: FoundUser
  readonly existing: Performing['existing']
  readonly attributes: KnownAttributes
}

const decideExisting = async (
  ctx: Context,
  imported: ImportedUser,
  { user, existing, attributes }: Existing,
): Promise<Decision> => {
  const { row } = imported
  const name = user.user_id
  const skip = { line: row.line, name, action: 'SKIP', subjectId: user.id } as const
  if (existing === 'SKIP') return verdict(skip)
  if (existing === 'ERROR') {
    return verdict(failed(row, name, { code: 'user_exists', column: 'userId' }))
  }
  if (!mayDo(ctx, ['USERS', 'EDIT'])) return verdict(failed(row, name, { code: 'access_denied' }))
  const change = changeOf(imported)
  const changed = userSets.changed(user, change, ctx.tenant.defaultLocale)
  const own = judgedValues(attributes, { row, self: user.id }, (judging) =>
    userSets.changedAttributes(ctx, { ...judging, user, change }),
  )
  if ('fault' in own) return verdict(failed(row, name, own.fault))
  const { judged } = own
  const { fields, columns } = changed
  const known = attributes.definitions
  const subjects = userSets.changedSubjects({ known, judged, user, fields, after: columns })
  const fault = await faultBy(async () => {
    if (fields.includes('userId')) userSets.expectUserId(imported.user.userId)
    userSets.expectMayIdentify(ctx, subjects)
    await userSets.expectAuthorityOver(ctx, user)
    userSets.refuseRestricted(ctx, user, changed.fields)
    if (row.hash !== undefined) userSets.refuseRestricted(ctx, user, ['userId'])
  })
  if (fault !== null) return verdict(failed(row, name, fault))
  const isSame = changed.fields.length === 0 && row.hash === undefined && judged === null
  const isRenamed = subjects.length > 0
  return isSame ? verdict(skip) : { kind: 'change', imported, user, changed, judged, isRenamed }
}

/** A new user is in no group, so whoever is limited to groups creates none. */
const isLimited = ({ actor }: Context): boolean =>
  (actor.kind === 'user' || actor.kind === 'application') && actor.groupScope !== 'ALL'

const decideNew = async (
  ctx: Context,
  imported: ImportedUser,
  attributes: KnownAttributes,
): Promise<Decision> => {
  const { row, user: wanted } = imported
  if (!mayDo(ctx, ['USERS', 'ADD']) || isLimited(ctx)) {
    return verdict(failed(row, wanted.userId, { code: 'access_denied' }))
  }
  const fault = await faultBy(() => userSets.expectUserId(wanted.userId))
  if (fault !== null) return verdict(failed(row, wanted.userId, fault))
  const own = judgedValues(attributes, { row, self: null }, (judging) =>
    userSets.newAttributes(judging, wanted),
  )
  if ('fault' in own) return verdict(failed(row, wanted.userId, own.fault))
  const [subject] = userSets.givenSubjects({
    known: attributes.definitions,
    judged: own.judged,
    emailVerified: wanted.emailVerified === true,
  })
  if (subject !== undefined && !userSets.mayIdentify(ctx)) {
    return verdict(failed(row, wanted.userId, { code: 'rights_not_held', column: subject }))
  }
  return { kind: 'create', id: ctx.platform.ids.uuid(), imported, ...own }
}

const decide = (
  ctx: Context,
  imported: ImportedUser,
  { known, existing }: { readonly known: Known; readonly existing: Performing['existing'] },
): Decision | Promise<Decision> => {
  const { row, user: wanted, key } = imported
  const owner = known.owners.get(key) ?? null
  const column = takenColumn(imported, known, owner)
  if (column !== null) {
    return verdict(failed(row, wanted.userId, { code: 'user_exists', column }))
  }
  if (owner !== null) {
    const user = known.users.get(owner)
    // A user whom the actor does not see is told as one whose name is taken.
    const { attributes } = known
    if (user !== undefined) return decideExisting(ctx, imported, { user, existing, attributes })
    return verdict(failed(row, wanted.userId, { code: 'user_exists', column: 'userId' }))
  }
  return decideNew(ctx, imported, known.attributes)
}

const forcesChange = ({ row }: ImportedUser): boolean =>
  row.values.passwordChangeRequired !== 'false' &&
  (row.values.password !== undefined || row.values.passwordChangeRequired === 'true')

const hashesOf = (all: readonly { readonly id: string; readonly imported: ImportedUser }[]) =>
  all.flatMap(({ id, imported }) => {
    const { hash } = imported.row
    return hash === undefined ? [] : [{ userId: id, hash, forceChange: forcesChange(imported) }]
  })

const write = async (ctx: Context, decisions: readonly Decision[]): Promise<void> => {
  const created = decisions.filter((each) => each.kind === 'create')
  const changed = decisions.filter((each) => each.kind === 'change')
  await userSets.insert(
    ctx,
    created.map(({ id, imported, judged }) => ({
      ...imported.user,
      id,
      ...(judged === null ? {} : { attributes: judged }),
    })),
  )
  await passwordSets.insert(ctx, hashesOf(created))
  if (changed.length === 0) return
  await userSets.change(
    ctx,
    changed.filter((each) => each.changed.fields.length > 0 || each.judged !== null),
  )
  const hashes = hashesOf(changed.map(({ user, imported }) => ({ id: user.id, imported })))
  await passwordSets.replace(ctx, hashes)
  const ids = hashes.map(({ userId }) => userId)
  await endSessionsOf(ctx, ids)
}

/** The first new users up to the allotment; the rows of the others say why there is no room for them. */
const withinAllotment = async (
  ctx: Context,
  decisions: readonly Decision[],
  { dryRun, wouldCreate }: Performing,
): Promise<readonly Decision[]> => {
  if (!decisions.some(({ kind }) => kind === 'create')) return decisions
  const room = await roomForUsers(ctx, { held: !dryRun })
  if (room.left === Number.POSITIVE_INFINITY) return decisions
  let left = room.left - (dryRun ? wouldCreate : 0)
  return decisions.map((decision) => {
    if (decision.kind !== 'create') return decision
    left -= 1
    if (left >= 0) return decision
    const { row, user } = decision.imported
    return verdict(failed(row, user.userId, { code: room.refusal }))
  })
}

const verdictOf = (decision: Decision): Verdict => {
  if (decision.kind === 'verdict') return decision.verdict
  const { row, user: wanted } = decision.imported
  const { line } = row
  return decision.kind === 'create'
    ? { line, name: wanted.userId, action: 'CREATE', subjectId: decision.id }
    : { line, name: decision.user.user_id, action: 'UPDATE', subjectId: decision.user.id }
}

const isRow = (each: Prepared): each is ValueRow => !isVerdict(each)

export const importUsers: BulkWork = {
  kind: 'importusers',
  touches: ['users'],
  overlaps: true,
  nameOf: nameOfUser,
  keysOf: keysOfUser,
  columnOfKey: columnOfUserKey,
  prepare: async (ctx, rows, { dryRun }) => {
    const judged: Prepared[] = []
    for (const row of rows) judged.push(await judgedRow(ctx, row))
    const refused = judged.filter(isVerdict)
    const sound = judged.filter(isRow)
    return [...refused, ...(await hashedRows(ctx, sound, { nameOf: nameOfUser, dryRun }))]
  },
  perform: async (ctx, rows, how) => {
    const { dryRun, existing } = how
    const imported = rows.map(importedUser)
    const known = await readKnown(ctx, imported)
    const judged: Decision[] = []
    for (const each of imported) judged.push(await decide(ctx, each, { known, existing }))
    const decisions = await withinAllotment(ctx, judged, how)
    if (!dryRun) await write(ctx, decisions)
    return decisions.map(verdictOf)
  },
}
