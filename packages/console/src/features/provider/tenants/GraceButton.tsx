import { longestGraceDays } from '@signet/rules/tenants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { deletionSettingsQuery, useGraceChange } from './deletions.queries.ts'

interface GraceDialogProps {
  readonly graceDays: number
  readonly onClose: () => void
}

const isDays = (typed: string): boolean =>
  /^\d{1,2}$/.test(typed.trim()) && Number(typed) <= longestGraceDays

const GraceDialog = ({ graceDays, onClose }: GraceDialogProps) => {
  const text = useText('serviceProvider')
  const change = useGraceChange()
  const [days, setDays] = useState(String(graceDays))
  const run = async (): Promise<void> => {
    await change.mutateAsync(Number(days))
    showMessage(text('serviceProvider:deletions.grace.saved'))
  }
  return (
    <ConfirmAction
      title={text('serviceProvider:deletions.grace.title')}
      confirmLabel={text('common:actions.save')}
      isIncomplete={!isDays(days)}
      onConfirm={run}
      onClose={onClose}
    >
      <TextInput
        type="number"
        label={text('serviceProvider:deletions.grace.label')}
        hint={text('serviceProvider:deletions.grace.hint')}
        value={days}
        onChange={setDays}
      />
    </ConfirmAction>
  )
}

/** Opens the grace period, for those who may change it. */
export const GraceButton = () => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['TENANTS', 'EDIT'])
  const { data } = useQuery(deletionSettingsQuery)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)} isDisabled={data === undefined}>
        {text('serviceProvider:deletions.grace.action')}
      </Button>
      {isOpen && data !== undefined && (
        <GraceDialog graceDays={data.graceDays} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
