import { isolationHours } from '@signet/rules/isolation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { settingsQuery, useScheduleChange } from './isolation.queries.ts'

interface ScheduleDialogProps {
  readonly enabled: boolean
  readonly intervalHours: number
  readonly onClose: () => void
}

const isHours = (typed: string): boolean =>
  /^\d{1,3}$/.test(typed.trim()) &&
  Number(typed) >= isolationHours.least &&
  Number(typed) <= isolationHours.most

const ScheduleDialog = ({ onClose, ...before }: ScheduleDialogProps) => {
  const text = useText('serviceProvider')
  const change = useScheduleChange()
  const [enabled, setEnabled] = useState(before.enabled)
  const [hours, setHours] = useState(String(before.intervalHours))
  const run = async (): Promise<void> => {
    await change.mutateAsync({ enabled, intervalHours: Number(hours) })
    showMessage(text('serviceProvider:isolation.schedule.saved'))
  }
  return (
    <ConfirmAction
      title={text('serviceProvider:isolation.schedule.title')}
      confirmLabel={text('common:actions.save')}
      isIncomplete={!isHours(hours)}
      onConfirm={run}
      onClose={onClose}
    >
      <ToggleInput
        label={text('serviceProvider:isolation.schedule.enabled')}
        value={enabled}
        onChange={setEnabled}
      />
      <TextInput
        type="number"
        label={text('serviceProvider:isolation.schedule.hours')}
        hint={text('serviceProvider:isolation.schedule.hint')}
        value={hours}
        onChange={setHours}
      />
    </ConfirmAction>
  )
}

/** Opens the schedule of the tests. */
export const ScheduleButton = () => {
  const text = useText('serviceProvider')
  const { data } = useQuery(settingsQuery)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)} isDisabled={data === undefined}>
        {text('serviceProvider:isolation.schedule.action')}
      </Button>
      {isOpen && data !== undefined && (
        <ScheduleDialog {...data} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
