import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { useNavigate } from 'react-router'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import type { ReportRange } from './dashboard-range.ts'
import { type Bucket, bucketLink, outcomes, useBucketName } from './sign-in-buckets.ts'

export const chartHeight = 280

const useColours = () => {
  const { vars, palette } = useTheme()
  const { primary, error, warning } = vars?.palette ?? palette
  return { success: primary.main, failure: error.main, denied: warning.main }
}

interface SignInBarsProps {
  readonly range: ReportRange
  readonly buckets: readonly Bucket[]
}

/** Outcomes stacked in a bar for each bucket; a part leads to its entries. */
export const SignInBars = ({ range, buckets }: SignInBarsProps) => {
  const words = useAuditWords()
  const navigate = useNavigate()
  const nameOf = useBucketName(range)
  const colours = useColours()
  const series = outcomes.map(({ key, outcome }) => ({
    id: outcome,
    data: buckets.map((bucket) => bucket[key]),
    label: words.outcome(outcome),
    color: colours[key],
    stack: 'sign-ins',
  }))
  const starts = buckets.map(({ start }) => start)
  const open = (outcome: string, at: number): void => {
    const start = starts[at]
    if (start !== undefined) void navigate(bucketLink(start, range, outcome))
  }
  return (
    <BarChart
      height={chartHeight}
      series={series}
      xAxis={[{ scaleType: 'band', data: starts, valueFormatter: nameOf }]}
      yAxis={[{ width: 44, disableLine: true, disableTicks: true, tickMinStep: 1 }]}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      borderRadius={3}
      onItemClick={(_, { seriesId, dataIndex }) => open(String(seriesId), dataIndex)}
      slotProps={{ legend: { position: { vertical: 'top', horizontal: 'start' } } }}
      sx={{ '& .MuiBarElement-root': { cursor: 'pointer' } }}
    />
  )
}
