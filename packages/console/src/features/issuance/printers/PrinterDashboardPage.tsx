import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { printerKinds } from '@signet/rules/printers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { FilterChips } from '../../../kit/FilterChips.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { ToolPage } from '../../../kit/frames.tsx'
import { useListState } from '../../../kit/list-state.ts'
import { NoRows } from '../../../kit/NoRows.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { SearchBox } from '../../../kit/SearchBox.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { ForecastSupplies } from './ForecastSupplies.tsx'
import { dashboardQuery, type Tile } from './fleet.queries.ts'
import { OptInSwitch } from './OptInSwitch.tsx'
import { PrinterStateTag, SimulatedTag } from './PrinterState.tsx'
import { printerPath } from './printer-paths.ts'

const PrinterTile = ({ printer }: { readonly printer: Tile }) => {
  const text = useText('issuancePortal')
  const { id, name, location, cleaningDue, supplies } = printer
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2, minWidth: 0 }}>
      <Stack spacing={1.5}>
        <Box>
          <Link
            component={RouterLink}
            to={`${printerPath(id)}/care`}
            variant="body1"
            sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {name}
          </Link>
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {location === '' ? printer.makeAndModel : location}
          </Typography>
        </Box>
        <Stack direction="row" useFlexGap sx={{ gap: 0.75, flexWrap: 'wrap' }}>
          <PrinterStateTag {...printer} />
          <SimulatedTag {...printer} />
          {cleaningDue && (
            <Tag label={text('issuancePortal:fleet.cleaningDue')} severity="WARNING" />
          )}
        </Stack>
        <ForecastSupplies supplies={supplies} />
      </Stack>
    </Paper>
  )
}

const grid = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
}

const Tiles = ({ tiles }: { readonly tiles: readonly Tile[] }) => (
  <Box component="ul" sx={grid}>
    {tiles.map((printer) => (
      <PrinterTile key={printer.id} printer={printer} />
    ))}
  </Box>
)

/** Every printer as a tile: how it stands, what it lacks soon, whether it is to be cleaned. */
const PrinterDashboardPage = () => {
  const text = useText('issuancePortal')
  const state = useListState(null)
  const query = useQuery({ ...dashboardQuery(state.request), placeholderData: keepPreviousData })
  const kinds = {
    key: 'kind',
    label: text('issuancePortal:printers.kind'),
    options: optionsOf(printerKinds, (value) => text(`issuancePortal:printers.kinds.${value}`)),
  }
  const empty = {
    title: text('issuancePortal:printers.empty'),
    text: text('issuancePortal:printers.emptyText'),
  }
  return (
    <ToolPage title={text('common:pages.printerDashboard')}>
      <Stack direction="row" sx={{ mb: 2, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <SearchBox
          label={text('issuancePortal:printers.search')}
          value={state.request.search}
          onSearch={state.search}
        />
        <FilterChips filters={[kinds]} chosen={state.request.filters} onChoose={state.filter} />
      </Stack>
      <QueryView query={query}>
        {(tiles) =>
          tiles.length === 0 ? <NoRows state={state} empty={empty} /> : <Tiles tiles={tiles} />
        }
      </QueryView>
      <OptInSwitch />
    </ToolPage>
  )
}

export default PrinterDashboardPage
