import Checkbox from '@mui/material/Checkbox'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { type EntityType, type Need, undividedTypes } from '@signet/rules/permissions'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import {
  type Action,
  actions,
  changed,
  flagsOf,
  grantedBy,
  type Permission,
} from './permission-grid.ts'

interface RowProps<E extends EntityType> {
  readonly entity: E
  /** Counted over the whole matrix. */
  readonly row: number
  readonly value: readonly Permission<E>[]
  readonly isLimited: boolean
  readonly onChange: ((permissions: readonly Permission<E>[]) => void) | undefined
}

/** Nobody gives what they do not hold. */
const useHolds = (entity: EntityType) => {
  const may = useMay()
  return (action: Action | 'all'): boolean =>
    action === 'all'
      ? actions.every((each) => may([entity, grantedBy[each]]))
      : may([entity, grantedBy[action]] satisfies Need)
}

/** What belongs to no group is only viewed by a role limited to groups. */
const isOutOfReach = (entity: EntityType, action: Action | 'all'): boolean =>
  action !== 'view' && undividedTypes.some((each) => each === entity)

/** The first box of the matrix is where Tab enters it; arrow keys lead on. */
const placeOf = (row: number, column: number) => ({
  tabIndex: row === 0 && column === 0 ? 0 : -1,
  'data-row': row,
  'data-column': column,
})

/** What a role permits on one entity type. */
export const MatrixRow = <E extends EntityType>(props: RowProps<E>) => {
  const { entity, row, value, isLimited, onChange } = props
  const text = useText('members')
  const holds = useHolds(entity)
  const flags = flagsOf(value, entity)
  const name = text(`members:roles.entities.${entity}`)
  const isWhole = actions.every((action) => flags[action])
  return (
    <TableRow hover>
      <TableCell
        component="th"
        scope="row"
        sx={{ fontWeight: 400, overflowWrap: 'break-word', hyphens: 'auto' }}
      >
        {name}
      </TableCell>
      {([...actions, 'all'] as const).map((action, column) => (
        <TableCell key={action} sx={{ textAlign: 'center' }}>
          <Checkbox
            size="small"
            checked={action === 'all' ? isWhole : flags[action]}
            indeterminate={action === 'all' && !isWhole && flags.view}
            disabled={
              onChange === undefined ||
              !holds(action) ||
              (isLimited && isOutOfReach(entity, action))
            }
            onChange={(_, isOn) => onChange?.(changed(value, { entityType: entity, action, isOn }))}
            slotProps={{
              input: {
                ...placeOf(row, column),
                'aria-label': `${name}: ${text(`members:roles.actions.${action}`)}`,
              },
            }}
          />
        </TableCell>
      ))}
    </TableRow>
  )
}
