import { gridSets } from '../../../authenticators/grids/index.ts'
import { type BulkWork, failed, faultOf, type Verdict } from '../bulk-work.ts'
import { byLine, keysOfSerial, nameOfSerial, withoutUser } from './assign-tokens.ts'
import { type GridTarget, gridInventory, verdictOnGrid } from './target-grids.ts'
import { findHeld } from './target-held.ts'
import { findTargets } from './target-users.ts'

type Given = Parameters<typeof gridSets.give>[1][number]

const assigning = { needs: ['GRIDS', 'EDIT'], inventory: gridInventory } as const

const refusal = ({ row, held }: GridTarget, thrown: unknown): Verdict => {
  const fault = faultOf(thrown)
  const column = fault.code === 'grid_limit_reached' ? 'userId' : 'serialNumber'
  return failed(row, String(held.serial), { ...fault, column })
}

/** Gives cards that nobody has to people. */
export const assignGrids: BulkWork = {
  kind: 'assigngrids',
  touches: ['grids'],
  nameOf: nameOfSerial,
  keysOf: keysOfSerial,
  columnOfKey: () => 'serialNumber',
  perform: async (ctx, rows, { dryRun }) => {
    const asked = { needs: assigning.needs, onSelf: true, onSame: true } as const
    const people = await findTargets(ctx, rows, asked)
    const { targets, refused } = await findHeld(ctx, people.targets.map(withoutUser), assigning)
    const judge = await gridSets.judge(ctx, [...new Set(people.targets.map(({ user }) => user.id))])
    const persons = byLine(people.targets)
    const verdicts: Verdict[] = [...people.refused, ...refused]
    const given: Given[] = []
    for (const target of targets) {
      const person = persons.get(target.row.line)
      if (person === undefined) continue
      try {
        given.push(await judge(target.held, person.user))
        verdicts.push(verdictOnGrid(target, 'UPDATE'))
      } catch (error) {
        verdicts.push(refusal(target, error))
      }
    }
    if (!dryRun) await gridSets.give(ctx, given)
    return verdicts
  },
}
