import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../../lib/chunk.ts'
import { useText } from '../../../lib/i18n.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { Section } from '../../../ui/Page.tsx'
import { type CountryRow, CountryTable } from './CountryTable.tsx'
import { countriesQuery } from './dashboard.queries.ts'
import type { ReportRange } from './dashboard-range.ts'
import type { Counts } from './sign-in-buckets.ts'
import type { CountryMark } from './WorldMap.tsx'

interface CountryOutcomes extends Counts {
  readonly country: string
}

const WorldMap = lazy(() => loadChunk(() => import('./WorldMap.tsx')))

const halves = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
}
/** As the map will be, so that nothing below it moves. */
const place = { aspectRatio: '974 / 430' }

/** Each country with its name and the way to its entries. */
const useCountryRows = ({
  from,
  until,
}: ReportRange): ((counts: CountryOutcomes) => CountryRow) => {
  const nameOf = useCountryName()
  return (counts) => ({
    ...counts,
    label: nameOf(counts.country),
    to: (outcome) => {
      const range = { from, until, action: 'AUTHENTICATION', country: counts.country }
      return reportLink(outcome === undefined ? range : { ...range, outcome })
    },
  })
}

const markOf = ({ country, label, success, failure, denied, to }: CountryRow): CountryMark => ({
  country,
  label,
  value: success + failure + denied,
  to: to(),
})

/** Where people sign in from; nothing where no country was ever told. */
export const CountryCounts = ({ range }: { readonly range: ReportRange }) => {
  const text = useText('dashboard')
  const rowOf = useCountryRows(range)
  const { data } = useQuery(countriesQuery(range))
  if (data === undefined || data.results.length === 0) return null
  const rows = data.results.map(rowOf)
  return (
    <Section
      title={text('dashboard:overview.countries')}
      description={text('dashboard:overview.countriesText')}
    >
      {!data.known && (
        <Typography variant="body2" sx={{ mb: 2 }}>
          {text('dashboard:overview.countriesStopped')}
        </Typography>
      )}
      <Box sx={halves}>
        <Box sx={place}>
          <Suspense>
            <WorldMap marks={rows.map(markOf)} />
          </Suspense>
        </Box>
        <Box>
          <CountryTable rows={rows} />
        </Box>
      </Box>
    </Section>
  )
}
