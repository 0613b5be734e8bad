import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { oneOf } from '@signet/rules/membership'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { FirstStepsCard } from '../../../pickers/first-steps/FirstStepsCard.tsx'
import { ActionCounts } from './ActionCounts.tsx'
import { Alerts } from './Alerts.tsx'
import { CountryCounts } from './CountryCounts.tsx'
import { firstRange, type RangeName, rangeAt, rangeNames } from './dashboard-range.ts'
import { FailureCounts } from './FailureCounts.tsx'
import { Figures } from './Figures.tsx'
import { SignInChart } from './SignInChart.tsx'
import { UserStates } from './UserStates.tsx'

const choice = {
  px: 1.5,
  py: 0.5,
  textTransform: 'none',
  '&:not(.Mui-selected)': { color: 'text.primary' },
}
const minuteMs = 60_000

/** The time, to the minute: a page left open moves on with it. */
const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

const isRange = oneOf(rangeNames)
const parameter = 'range'

const RangeChoice = ({ chosen }: { readonly chosen: RangeName }) => {
  const text = useText('dashboard')
  const [, setParameters] = useSearchParams()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={chosen}
      aria-label={text('dashboard:overview.range')}
      onChange={(_, next: unknown) => {
        if (isRange(next)) setParameters({ [parameter]: next })
      }}
    >
      {rangeNames.map((name) => (
        <ToggleButton key={name} value={name} sx={choice}>
          {text(`dashboard:overview.ranges.${name}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

const halves = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
}

/** How the tenant is doing: who signs in, who fails, what happens. */
const DashboardPage = () => {
  const text = useText('dashboard')
  const [parameters] = useSearchParams()
  const wanted = parameters.get(parameter)
  const name = isRange(wanted) ? wanted : firstRange
  const range = rangeAt(name, useNow())
  return (
    <ToolPage title={text('common:pages.dashboard')} actions={<RangeChoice chosen={name} />}>
      <FirstStepsCard />
      <Figures range={range} />
      <Alerts range={range} />
      <SignInChart range={range} />
      <CountryCounts range={range} />
      <Box sx={halves}>
        <FailureCounts range={range} />
        <Box>
          <UserStates range={range} />
          <ActionCounts range={range} />
        </Box>
      </Box>
    </ToolPage>
  )
}

export default DashboardPage
