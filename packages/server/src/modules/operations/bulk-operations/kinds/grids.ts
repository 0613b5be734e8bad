import { gridSets } from '../../../authenticators/grids/index.ts'
import { type BulkWork, failed, faultOf, type ValueRow, type Verdict } from '../bulk-work.ts'
import { gridInventory } from './target-grids.ts'
import { deletionOf, findHeld, keysOfHeld, nameOfHeld, verdictOnHeld } from './target-held.ts'

const switching = { needs: ['GRIDS', 'EDIT'], inventory: gridInventory } as const

const states = ['ACTIVE', 'INACTIVE', 'CANCELED', 'UNASSIGNED'] as const
const stateIn = ({ values }: ValueRow): (typeof states)[number] | undefined =>
  states.find((state) => state === values.state?.toUpperCase())

/** Switches cards on or off, cancels them for good, or takes unused ones back. */
export const setGridState: BulkWork = {
  kind: 'setgridstate',
  touches: ['grids'],
  nameOf: nameOfHeld,
  keysOf: keysOfHeld,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findHeld(ctx, rows, switching)
    const verdicts: Verdict[] = [...refused]
    const changes: ReturnType<typeof gridSets.changed>[] = []
    for (const target of targets) {
      const { row, held } = target
      const wanted = stateIn(row)
      if (wanted === undefined || held.state === wanted) {
        verdicts.push(verdictOnHeld(gridInventory, target, 'SKIP'))
        continue
      }
      try {
        changes.push(gridSets.changed(ctx, held, wanted))
        verdicts.push(verdictOnHeld(gridInventory, target, 'UPDATE'))
      } catch (error) {
        verdicts.push(failed(row, String(held.serial), { ...faultOf(error), column: 'state' }))
      }
    }
    if (!dryRun) await gridSets.change(ctx, changes)
    return verdicts
  },
}

export const deleteGrids = deletionOf({
  kind: 'deletegrids',
  touches: ['grids'],
  needs: ['GRIDS', 'REMOVE'],
  inventory: gridInventory,
  remove: gridSets.remove,
})
