import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { EntityType } from '@signet/rules/permissions'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { MatrixRow } from './MatrixRow.tsx'
import { moveInMatrix } from './matrix-keys.ts'
import { actions, flagsOf, type Permission, type SectionName, sections } from './permission-grid.ts'

interface MatrixProps<E extends EntityType> {
  readonly value: readonly Permission<E>[]
  /** The entity types that can be permitted. */
  readonly entities: readonly E[]
  /** Of a role limited to groups: what belongs to none is viewed only. */
  readonly isLimited?: boolean
  /** Absent: nothing can be changed. */
  readonly onChange?: (permissions: readonly Permission<E>[]) => void
}

const look = {
  tableLayout: 'fixed',
  '& th, & td': {
    px: { xs: 0.25, sm: 1 },
    py: 0,
    height: 36,
    fontSize: { xs: '0.75rem', sm: '0.8125rem' },
  },
  '& thead th': { position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper' },
  '& .MuiCheckbox-root': { p: 0.5 },
} as const
const boxColumn = { width: { xs: 42, sm: 84 }, textAlign: 'center' } as const
/** On a phone the words stand upright: in no language do five of them fit side by side. */
const upright = {
  display: 'inline-block',
  py: { xs: 0.75, sm: 0 },
  writingMode: { xs: 'vertical-rl', sm: 'horizontal-tb' },
  transform: { xs: 'rotate(180deg)', sm: 'none' },
  whiteSpace: 'nowrap',
} as const

const Head = () => {
  const text = useText('members')
  return (
    <TableHead>
      <TableRow>
        <TableCell component="th" scope="col">
          {text('members:roles.matrix.entity')}
        </TableCell>
        {([...actions, 'all'] as const).map((action) => (
          <TableCell key={action} component="th" scope="col" sx={boxColumn}>
            <Box component="span" sx={upright}>
              {text(`members:roles.actions.${action}`)}
            </Box>
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
  )
}

interface Shown<E extends EntityType> {
  readonly section: SectionName
  readonly entities: readonly E[]
}

/** The rows that fit what was typed, under their headings. */
const useShown = <E extends EntityType>({ value, entities }: MatrixProps<E>) => {
  const text = useText('members')
  const [typed, setTyped] = useState('')
  const [isShort, setIsShort] = useState(false)
  const words = typed.trim().toLocaleLowerCase()
  const fits = (entity: E): boolean =>
    text(`members:roles.entities.${entity}`).toLocaleLowerCase().includes(words) &&
    (!isShort || flagsOf(value, entity).view)
  const shown = Object.keys(sections).flatMap((name): readonly Shown<E>[] => {
    const section = isSection(name) ? name : 'people'
    const inside: readonly string[] = sections[section]
    const fitting = entities
      .filter((entity) => inside.includes(entity) && fits(entity))
      .toSorted((one, other) => inside.indexOf(one) - inside.indexOf(other))
    return fitting.length === 0 ? [] : [{ section, entities: fitting }]
  })
  return { shown, typed, setTyped, isShort, setIsShort }
}

const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

const filters = { display: 'flex', gap: 2, alignItems: 'flex-end', flexWrap: 'wrap', mb: 1 }

type Found = ReturnType<typeof useShown>

const Filters = ({ typed, setTyped, isShort, setIsShort }: Found) => {
  const text = useText('members')
  return (
    <Box sx={filters}>
      <Box sx={{ flex: '1 1 220px', maxWidth: 340 }}>
        <TextInput label={text('members:roles.matrix.search')} value={typed} onChange={setTyped} />
      </Box>
      <ToggleInput
        label={text('members:roles.matrix.onlyPermitted')}
        value={isShort}
        onChange={setIsShort}
      />
    </Box>
  )
}

/** Which actions a role permits on which kinds of things; arrow keys go from box to box. */
export const PermissionMatrix = <E extends EntityType>(props: MatrixProps<E>) => {
  const text = useText('members')
  const found = useShown(props)
  const { shown } = found
  const order = shown.flatMap(({ entities }) => entities)
  return (
    <Box sx={{ mt: 2 }}>
      <Filters {...found} />
      <Table sx={look} onKeyDown={moveInMatrix} aria-label={text('members:roles.matrix.label')}>
        <Head />
        {shown.map(({ section, entities }) => (
          <TableBody key={section}>
            <TableRow>
              <TableCell component="th" colSpan={6} scope="rowgroup" sx={{ fontWeight: 620 }}>
                {text(`members:roles.sections.${section}`)}
              </TableCell>
            </TableRow>
            {entities.map((entity) => (
              <MatrixRow
                key={entity}
                entity={entity}
                row={order.indexOf(entity)}
                value={props.value}
                isLimited={props.isLimited ?? false}
                onChange={props.onChange}
              />
            ))}
          </TableBody>
        ))}
      </Table>
      {shown.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ py: 2 }} role="status">
          {text('common:list.noMatch')}
        </Typography>
      )}
    </Box>
  )
}
