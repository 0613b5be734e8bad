import { userSets } from '../../../identity/users/index.ts'
import { type BulkWork, failed, faultBy, type RowFault, type Verdict } from '../bulk-work.ts'
import {
  type Group,
  groupsIn,
  groupsOf,
  type KnownGroups,
  readGroups,
  unknownGroup,
} from './named-groups.ts'
import { findTargets, keysOfTarget, nameOfTarget, type Target, verdictOn } from './target-users.ts'

type Move = Parameters<typeof userSets.move>[1][number]

const faultFor = async (target: Target, known: KnownGroups): Promise<RowFault | null> => {
  const { row } = target
  if (groupsIn(row).size === 0) return { code: 'bulk_value_missing', column: 'group' }
  const unknown = unknownGroup(row, known)
  if (unknown !== null) return unknown
  const groups = groupsOf(row, known)
  const fault = await faultBy(() => userSets.refuseDirectoryLinks(target.user, groups))
  return fault === null ? null : { ...fault, column: 'group' }
}

/** Memberships that there are, and those that rows of the batch bring. */
class Memberships {
  readonly #known: Set<string>
  readonly moves: Move[] = []

  constructor(targets: readonly Target[]) {
    this.#known = new Set(
      targets.flatMap(({ user }) => user.groups.map(({ id }) => `${user.id} ${id}`)),
    )
  }

  /** Whether that brings any that was not there. */
  add({ user }: Target, groups: readonly Group[]): boolean {
    const fresh = groups.filter(({ id }) => !this.#known.has(`${user.id} ${id}`))
    for (const group of fresh) {
      this.#known.add(`${user.id} ${group.id}`)
      this.moves.push({ user, to: group, joins: true })
    }
    return fresh.length > 0
  }
}

/** Puts people into groups; those they are in already stay. */
export const importUserGroups: BulkWork = {
  kind: 'importusergroups',
  touches: ['groups'],
  nameOf: nameOfTarget,
  keysOf: (row) =>
    keysOfTarget(row).flatMap((user) =>
      [...groupsIn(row).keys()].map((group) => `${user} ${group}`),
    ),
  columnOfKey: () => 'group',
  perform: async (ctx, rows, { dryRun }) => {
    const asked = { needs: ['USERS', 'EDIT'], onSame: true } as const
    const { targets, refused } = await findTargets(ctx, rows, asked)
    const known = await readGroups(
      ctx,
      targets.map(({ row }) => row),
    )
    const memberships = new Memberships(targets)
    const verdicts: Verdict[] = [...refused]
    for (const target of targets) {
      const fault = await faultFor(target, known)
      if (fault !== null) verdicts.push(failed(target.row, target.user.user_id, fault))
      else {
        const isNew = memberships.add(target, groupsOf(target.row, known))
        verdicts.push(verdictOn(target, isNew ? 'UPDATE' : 'SKIP'))
      }
    }
    if (!dryRun) await userSets.move(ctx, memberships.moves)
    return verdicts
  },
}
