import {
  AssignedGridPageRequest,
  UnassignedGridPageRequest,
} from '@signet/contract/authenticators/grid-lists'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { JobKind } from '../../../kit/jobs.ts'
import { keysetList } from '../../../kit/lists.ts'
import { settings } from '../../settings/families/index.ts'
import { presentGrid } from './grids.present.ts'
import { gridInSight, gridsOf } from './grids.repository.ts'

type Assigned = z.output<typeof AssignedGridPageRequest>
type Unassigned = z.output<typeof UnassignedGridPageRequest>

type Wanted = Assigned & Unassigned & { readonly isAssigned: boolean }

const list = keysetList({
  name: 'grids',
  keys: [['serial', 'integer']],
  rows: (ctx, { isAssigned, serialFrom = '0', userId, state, groupId }: Wanted) =>
    gridsOf(ctx)
      .where('g.user_id', isAssigned ? 'is not' : 'is', null)
      .where(gridInSight(ctx))
      .where('g.serial', '>=', Number(serialFrom))
      .$if(userId !== undefined, (query) => query.where('g.user_id', '=', userId ?? ''))
      .$if(state !== undefined, (query) => query.where('g.state', '=', state ?? 'ACTIVE'))
      .$if(groupId !== undefined, (query) =>
        query.where(
          sql<boolean>`exists (select 1 from grid_groups x where x.tenant_id = g.tenant_id
            and x.grid_id = g.id and x.group_id = ${groupId}::uuid)`,
        ),
      ),
  present: async (ctx, rows) => {
    await settings.grid(ctx)
    return rows.map((card) => presentGrid(ctx, card))
  },
})

/** Cards of the users whom the actor manages. */
export const listAssigned = (ctx: Context, wanted: Assigned) =>
  list(ctx, { ...wanted, isAssigned: true })

/** Unassigned cards of the groups the actor is limited to. */
export const listUnassigned = (ctx: Context, wanted: Unassigned) =>
  list(ctx, { ...wanted, isAssigned: false })

export const assignedGridJob: JobKind<Assigned> = {
  name: 'grids-assigned',
  request: AssignedGridPageRequest,
  needs: ['GRIDS', 'VIEW'],
  run: listAssigned,
}

export const unassignedGridJob: JobKind<Unassigned> = {
  name: 'grids-unassigned',
  request: UnassignedGridPageRequest,
  needs: ['GRIDS', 'VIEW'],
  run: listUnassigned,
}
