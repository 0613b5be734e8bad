import BarChart from '@mui/icons-material/BarChartOutlined'
import TableChart from '@mui/icons-material/TableChartOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { signInsQuery } from './dashboard.queries.ts'
import type { ReportRange } from './dashboard-range.ts'
import { chartHeight, SignInBars } from './SignInBars.tsx'
import { SignInTable } from './SignInTable.tsx'

/** Sign-ins by outcome over time, drawn or as a table. */
export const SignInChart = ({ range }: { readonly range: ReportRange }) => {
  const text = useText('dashboard')
  const query = useQuery(signInsQuery(range))
  const [isTable, setIsTable] = useState(false)
  const other = text(isTable ? 'dashboard:overview.asChart' : 'dashboard:overview.asTable')
  return (
    <Section
      title={text('dashboard:overview.chart')}
      description={text('dashboard:overview.chartText')}
      actions={
        <Tooltip title={other} describeChild={false}>
          <IconButton onClick={() => setIsTable(!isTable)}>
            {isTable ? <BarChart fontSize="small" /> : <TableChart fontSize="small" />}
          </IconButton>
        </Tooltip>
      }
    >
      <QueryView query={query} skeleton={<FactsSkeleton rows={8} />}>
        {({ total, results }) =>
          isTable ? (
            <SignInTable range={range} buckets={results} />
          ) : (
            <Box
              component="figure"
              aria-label={text('dashboard:overview.chartDescription', total)}
              sx={{ m: 0, minHeight: chartHeight }}
            >
              <SignInBars range={range} buckets={results} />
            </Box>
          )
        }
      </QueryView>
    </Section>
  )
}
