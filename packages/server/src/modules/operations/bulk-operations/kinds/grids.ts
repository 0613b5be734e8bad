import { gridSets } from '../../../authenticators/grids/index.ts'
import { type BulkWork, failed, faultOf, type ValueRow, type Verdict } from '../bulk-work.ts'
import { gridInventory, verdictOnGrid } from './target-grids.ts'
import { findHeld, keysOfHeld, nameOfHeld } from './target-held.ts'

const switching = { needs: ['GRIDS', 'EDIT'], inventory: gridInventory } as const
const deleting = { needs: ['GRIDS', 'REMOVE'], inventory: gridInventory } as const

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
        verdicts.push(verdictOnGrid(target, 'SKIP'))
        continue
      }
      try {
        changes.push(gridSets.changed(ctx, held, wanted))
        verdicts.push(verdictOnGrid(target, 'UPDATE'))
      } catch (error) {
        verdicts.push(failed(row, String(held.serial), { ...faultOf(error), column: 'state' }))
      }
    }
    if (!dryRun) await gridSets.change(ctx, changes)
    return verdicts
  },
}

/** Deletes cards. */
export const deleteGrids: BulkWork = {
  kind: 'deletegrids',
  touches: ['grids'],
  nameOf: nameOfHeld,
  keysOf: keysOfHeld,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findHeld(ctx, rows, deleting)
    if (!dryRun) {
      await gridSets.remove(
        ctx,
        targets.map(({ held }) => held),
      )
    }
    return [...refused, ...targets.map((target) => verdictOnGrid(target, 'DELETE'))]
  },
}
