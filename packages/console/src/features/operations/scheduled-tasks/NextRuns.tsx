import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CallError } from '../../../lib/call-error.ts'
import { useDates } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { fieldFailure } from '../../../lib/show-failure.ts'
import { faultText } from '../../../lib/validation-texts.ts'
import { nextRunsQuery, type Schedule } from './scheduled-tasks.queries.ts'
import type { Fields } from './task-form.ts'

const settleMs = 300
const list = { m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem', lineHeight: 1.7 }
const head = { fontSize: '0.8125rem', fontWeight: 550, mb: 0.5 }

/** What is typed, a moment after the last key. */
const useSettled = ({ cron, timeZone }: Schedule): Schedule => {
  const [settled, setSettled] = useState({ cron, timeZone })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ cron, timeZone }), settleMs)
    return () => clearTimeout(timer)
  }, [cron, timeZone])
  return settled
}

/** What is wrong with the schedule, or why the service does not say. */
const useFaultOf = () => {
  const text = useText('dashboard')
  return (error: unknown): string => {
    const [fault] = error instanceof CallError ? error.faults : []
    if (fault === undefined) return fieldFailure(error) ?? ''
    const field = fault.path.endsWith('timeZone') ? 'timeZone' : 'cron'
    return faultText(fault.message, text(`dashboard:tasks.fields.${field}`))
  }
}

/** When the schedule at hand would run: by the clocks of its zone, with their offset then. */
export const NextRuns = () => {
  const text = useText('dashboard')
  const [cron, timeZone, enabled] = useWatch<Fields, ['cron', 'timeZone', 'enabled']>({
    name: ['cron', 'timeZone', 'enabled'],
  })
  const schedule = useSettled({ cron, timeZone })
  const { data, error } = useQuery(nextRunsQuery(schedule))
  const { date } = useDates(schedule.timeZone)
  const faultOf = useFaultOf()
  return (
    <Box role="status" sx={{ minHeight: 130 }}>
      <Box sx={head}>{text('dashboard:tasks.next.title')}</Box>
      {error !== null && <Box sx={{ ...list, color: 'error.main' }}>{faultOf(error)}</Box>}
      {error === null && (
        <Box component="ol" sx={list}>
          {data?.results.map((at) => (
            <li key={at}>{date(at)}</li>
          ))}
        </Box>
      )}
      {!enabled && <Box sx={{ ...list, mt: 0.5 }}>{text('dashboard:tasks.next.none')}</Box>}
    </Box>
  )
}
