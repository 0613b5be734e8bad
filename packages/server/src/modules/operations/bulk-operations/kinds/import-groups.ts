import { NewGroup } from '@signet/contract/identity/groups'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../../kit/context.ts'
import { groupSets, groupsInSight, seesGroup } from '../../../identity/groups/index.ts'
import {
  type BulkWork,
  failed,
  faultOf,
  isVerdict,
  type Performing,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'

type Group = Awaited<ReturnType<typeof groupSets.find>>[number]

const nameOf = ({ values }: ValueRow): string => values.name ?? ''

interface Wanted {
  readonly row: ValueRow
  readonly group: z.output<typeof NewGroup>
  /** Its name as names are compared. */
  readonly key: string
}

const judged = (row: ValueRow): Wanted | Verdict => {
  const { name, description = null, externalId = null } = row.values
  const parsed = NewGroup.safeParse({ name, description, externalId })
  if (parsed.success) return { row, group: parsed.data, key: foldName(parsed.data.name) }
  const [issue] = parsed.error.issues
  const column = String(issue?.path[0] ?? 'name')
  return failed(row, nameOf(row), {
    code: 'invalid_parameters',
    column,
    message: issue?.message ?? null,
  })
}

interface Known {
  readonly groups: ReadonlyMap<string, Group>
  readonly externalOwners: ReadonlyMap<string, string>
}

const readKnown = async (ctx: Context, wanted: readonly Wanted[]): Promise<Known> => {
  const groups = await groupSets.find(ctx, { names: wanted.map(({ key }) => key) })
  const external = wanted.flatMap(({ group }) => group.externalId ?? [])
  return {
    groups: new Map(groups.map((group) => [group.name_key, group])),
    externalOwners: await groupSets.externalOwners(ctx, external),
  }
}

type Changed = NonNullable<ReturnType<typeof groupSets.changed>>
type Decision =
  | { readonly kind: 'create'; readonly wanted: Wanted }
  | { readonly kind: 'change'; readonly wanted: Wanted; readonly changed: Changed }
  | { readonly kind: 'verdict'; readonly verdict: Verdict }

const refused = ({ row }: Wanted, fault: RowFault): Decision => ({
  kind: 'verdict',
  verdict: failed(row, nameOf(row), fault),
})

/** What a row says of a group that is there; empty cells leave it as it is. */
const changeOf = ({ row, group }: Wanted) => ({
  name: group.name,
  ...(row.values.description === undefined ? {} : { description: group.description }),
  ...(row.values.externalId === undefined ? {} : { externalId: group.externalId }),
})

const decideExisting = (
  ctx: Context,
  wanted: Wanted,
  { group, existing }: { readonly group: Group; readonly existing: Performing['existing'] },
): Decision => {
  const { line } = wanted.row
  const skip = { line, name: group.name, action: 'SKIP', subjectId: group.id } as const
  // A group that the actor does not know of is told as one whose name is taken.
  if (existing === 'ERROR' || !seesGroup(ctx, group.id)) {
    return refused(wanted, { code: 'group_exists', column: 'name' })
  }
  if (existing === 'SKIP') return { kind: 'verdict', verdict: skip }
  if (!mayDo(ctx, ['GROUPS', 'EDIT'])) return refused(wanted, { code: 'access_denied' })
  try {
    const changed = groupSets.changed(group, changeOf(wanted))
    return changed === null
      ? { kind: 'verdict', verdict: skip }
      : { kind: 'change', wanted, changed }
  } catch (error) {
    return refused(wanted, faultOf(error))
  }
}

const decide = (
  ctx: Context,
  wanted: Wanted,
  { known, existing }: { readonly known: Known; readonly existing: Performing['existing'] },
): Decision => {
  const group = known.groups.get(wanted.key)
  const owner = known.externalOwners.get(wanted.group.externalId ?? '')
  if (owner !== undefined && owner !== group?.id) {
    return refused(wanted, { code: 'group_exists', column: 'externalId' })
  }
  if (group !== undefined) return decideExisting(ctx, wanted, { group, existing })
  if (!mayDo(ctx, ['GROUPS', 'ADD'])) return refused(wanted, { code: 'access_denied' })
  if (groupsInSight(ctx) !== 'ALL') return refused(wanted, { code: 'rights_not_held' })
  return { kind: 'create', wanted }
}

const write = async (ctx: Context, decisions: readonly Decision[]) => {
  const created = decisions.flatMap((each) => (each.kind === 'create' ? [each.wanted] : []))
  const made = await groupSets.insert(
    ctx,
    created.map(({ group }) => group),
  )
  await groupSets.change(
    ctx,
    decisions.flatMap((each) => (each.kind === 'change' ? [each.changed] : [])),
  )
  return new Map(created.map(({ row }, at) => [row.line, made[at]?.id ?? null]))
}

const verdictOf = (decision: Decision, made: ReadonlyMap<number, string | null>): Verdict => {
  if (decision.kind === 'verdict') return decision.verdict
  const { row, group } = decision.wanted
  const { line } = row
  return decision.kind === 'create'
    ? { line, name: group.name, action: 'CREATE', subjectId: made.get(line) ?? null }
    : { line, name: group.name, action: 'UPDATE', subjectId: decision.changed.group.id }
}

/** Creates groups, or changes those of the same name. */
export const importGroups: BulkWork = {
  kind: 'importgroups',
  touches: ['groups'],
  nameOf,
  keysOf: ({ values: { name, externalId } }) => [
    ...(name === undefined ? [] : [`n:${foldName(name)}`]),
    ...(externalId === undefined ? [] : [`x:${externalId}`]),
  ],
  columnOfKey: (_row, key) => (key.startsWith('x:') ? 'externalId' : 'name'),
  perform: async (ctx, rows, { dryRun, existing }) => {
    const all = rows.map(judged)
    const wanted = all.filter((each): each is Wanted => !isVerdict(each))
    const known = await readKnown(ctx, wanted)
    const decisions = wanted.map((each) => decide(ctx, each, { known, existing }))
    const made = dryRun ? new Map<number, null>() : await write(ctx, decisions)
    return [...all.filter(isVerdict), ...decisions.map((each) => verdictOf(each, made))]
  },
}
