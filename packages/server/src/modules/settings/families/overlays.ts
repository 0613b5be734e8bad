import { z } from 'zod'
import { statement } from '../../../kit/statement.ts'
import type { ReadFamily, Reading } from './families.repository.ts'

/** The name under which the active group policies stand beside the families. */
export const overlaysName = 'grouppolicy'

/** Settings of the people of some groups, by family: they lie over the tenant's. */
const Overlay = z.object({
  name: z.string(),
  groupIds: z.array(z.string()),
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type Overlay = z.output<typeof Overlay>

const Stored = z.object({ policies: z.array(Overlay) })
const parsed = new WeakMap<ReadFamily, readonly Overlay[]>()

/** The active policies, the first to be asked first. */
export const overlaysOf = (row: ReadFamily | undefined): readonly Overlay[] => {
  if (row === undefined) return []
  const known = parsed.get(row)
  if (known !== undefined) return known
  const read = Stored.safeParse(row.value)
  const overlays = read.success ? read.data.policies : []
  parsed.set(row, overlays)
  return overlays
}

interface Person {
  /** False for the key of a stranger. */
  readonly known: boolean
  readonly groups: readonly string[]
  readonly administrator: boolean
}

const findPerson = statement<{ readonly tenant: string; readonly person: string }, Person>(`
  select exists (select 1 from users u
      where u.tenant_id = :tenant::uuid and u.id = :person::uuid) as known,
    array(select g.group_id::text from user_groups g
      where g.tenant_id = :tenant::uuid and g.user_id = :person::uuid) as groups,
    exists (select 1 from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = :tenant::uuid and ur.user_id = :person::uuid
        and r.role_type <> 'USER') as administrator`)

/** Reads under way: several families are asked for the same person at a time. */
const underWay = new WeakMap<Reading, Map<string, Promise<Person>>>()

const personOf = (ctx: Reading, id: string): Promise<Person> => {
  const reads = underWay.get(ctx) ?? new Map<string, Promise<Person>>()
  underWay.set(ctx, reads)
  const present = reads.get(id)
  if (present !== undefined) return present
  const read = ctx.db
    .executeQuery(findPerson({ tenant: ctx.tenant.id, person: id }))
    .then(({ rows }) => rows[0] ?? { known: false, groups: [], administrator: false })
    .finally(() => reads.delete(id))
  reads.set(id, read)
  return read
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

/**
 * One of the policies or none, always the same for a key: strangers would otherwise be told from
 * people by the number of their tries.
 */
const overlayOfStranger = (overlays: readonly Overlay[], key: string): Overlay | undefined =>
  overlays[Number.parseInt(key.slice(0, 8), 16) % (overlays.length + 1)]

/** A user's id, or the key of a stranger; of people by the hundred the groups they are in. */
export type Somebody =
  | string
  | { readonly groups: readonly { readonly id: string }[]; readonly administrator?: boolean }

interface Wanted {
  readonly row: ReadFamily | undefined
  readonly family: string
  readonly person: Somebody
}

const overlayOfGroups = (
  overlays: readonly Overlay[],
  groups: readonly string[],
): Overlay | undefined =>
  overlays.find(({ groupIds }) => groupIds.some((id) => groups.includes(id)))

/** Whether sign-ins take them for an administrator; strangers are none, nor people by the hundred of whom it is not said. */
export const isAdministrator = async (ctx: Reading, person: Somebody): Promise<boolean> => {
  if (typeof person !== 'string') return person.administrator === true
  return uuid.test(person) && (await personOf(ctx, person)).administrator
}

/** What lies over the tenant's family for this person; no query where no policy holds the family. */
export const overlayFor = async (
  ctx: Reading,
  { row, family, person }: Wanted,
): Promise<Overlay | undefined> => {
  const overlays = overlaysOf(row).filter(({ settings }) => settings[family] !== undefined)
  if (overlays.length === 0) return undefined
  if (typeof person !== 'string') {
    return overlayOfGroups(
      overlays,
      person.groups.map(({ id }) => id),
    )
  }
  if (!uuid.test(person)) return undefined
  const { known, groups } = await personOf(ctx, person)
  return known ? overlayOfGroups(overlays, groups) : overlayOfStranger(overlays, person)
}
