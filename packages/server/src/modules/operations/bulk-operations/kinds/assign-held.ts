import type { Context } from '../../../../kit/context.ts'
import { gridSets } from '../../../authenticators/grids/index.ts'
import { assignmentSets } from '../../../authenticators/hardware-tokens/index.ts'
import { type BulkWork, failed, faultOf, type ValueRow, type Verdict } from '../bulk-work.ts'
import { gridInventory } from './target-grids.ts'
import {
  type Asked,
  findHeld,
  type Held,
  keysOfSerial,
  nameOfSerial,
  verdictOnHeld,
} from './target-held.ts'
import { tokenInventory } from './target-tokens.ts'
import { findTargets, type Target } from './target-users.ts'

interface Assignment<T extends Held, Given> extends Asked<T>, Pick<BulkWork, 'kind' | 'touches'> {
  /** Judges each of them beside those before it: throws why it is not given. */
  readonly judging: (
    ctx: Context,
    asked: { readonly owners: readonly string[]; readonly ids: readonly string[] },
  ) => Promise<(held: T, person: Target) => Promise<Given>>
  readonly give: (ctx: Context, given: readonly Given[]) => Promise<unknown>
  /** The column that a fault of giving is about. */
  readonly columnOf: (code: string) => string
}

/** A row as one that names its token or card alone: the id is a user's. */
const withoutUser = ({ row: { line, values } }: Target): ValueRow => ({
  line,
  values: { serialNumber: values.serialNumber },
})

/** Gives tokens or cards that nobody has to people. */
const assignmentOf = <T extends Held, Given>({
  kind,
  touches,
  judging,
  give,
  columnOf,
  ...asked
}: Assignment<T, Given>): BulkWork => ({
  kind,
  touches,
  nameOf: nameOfSerial,
  keysOf: keysOfSerial,
  columnOfKey: () => 'serialNumber',
  perform: async (ctx, rows, { dryRun }) => {
    const { needs, inventory } = asked
    const people = await findTargets(ctx, rows, { needs, onSelf: true, onSame: true })
    const { targets, refused } = await findHeld(ctx, people.targets.map(withoutUser), asked)
    const owners = [...new Set(people.targets.map(({ user }) => user.id))]
    const judge = await judging(ctx, { owners, ids: targets.map(({ held }) => held.id) })
    const persons = new Map(people.targets.map((target) => [target.row.line, target]))
    const verdicts: Verdict[] = [...people.refused, ...refused]
    const given: Given[] = []
    for (const target of targets) {
      const { row, held } = target
      const person = persons.get(row.line)
      if (person === undefined) continue
      try {
        given.push(await judge(held, person))
        verdicts.push(verdictOnHeld(inventory, target, 'UPDATE'))
      } catch (error) {
        const fault = faultOf(error)
        verdicts.push(
          failed(row, inventory.serialOf(held), { ...fault, column: columnOf(fault.code) }),
        )
      }
    }
    if (!dryRun) await give(ctx, given)
    return verdicts
  },
})

/** With a code or two each, tokens work at once. */
export const assignTokens = assignmentOf({
  kind: 'assigntokens',
  touches: ['tokens'],
  needs: ['TOKENS', 'EDIT'],
  inventory: tokenInventory,
  judging: async (ctx, asked) => {
    const judge = await assignmentSets.judge(ctx, asked)
    return (token, { row: { values }, user }) => {
      const { response, nextResponse } = values
      return judge({ token, user, response, nextResponse })
    }
  },
  give: assignmentSets.give,
  columnOf: (code) => {
    if (code === 'invalid_user_response') return 'response'
    return code === 'token_limit_reached' ? 'userId' : 'serialNumber'
  },
})

export const assignGrids = assignmentOf({
  kind: 'assigngrids',
  touches: ['grids'],
  needs: ['GRIDS', 'EDIT'],
  inventory: gridInventory,
  judging: async (ctx, { owners }) => {
    const judge = await gridSets.judge(ctx, owners)
    return async (card, { user }) => judge(card, user)
  },
  give: gridSets.give,
  columnOf: (code) => (code === 'grid_limit_reached' ? 'userId' : 'serialNumber'),
})
