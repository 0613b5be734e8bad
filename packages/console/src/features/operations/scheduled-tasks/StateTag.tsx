import type { Severity } from '@signet/rules/severity'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { stateOf, type Task, type TaskState } from './scheduled-tasks.queries.ts'

export const taskStates = ['ACTIVE', 'FAILING', 'PAUSED', 'OFF'] as const

const severities: Readonly<Record<TaskState, Severity>> = {
  ACTIVE: 'OK',
  FAILING: 'WARNING',
  PAUSED: 'ERROR',
  OFF: 'UNKNOWN',
}

/** How a task stands. */
export const StateTag = ({ task }: { readonly task: Task }) => {
  const text = useText('dashboard')
  const state = stateOf(task)
  return <Tag label={text(`dashboard:tasks.states.${state}`)} severity={severities[state]} />
}
