import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { type Program, useProgramChanges } from './api-applications.queries.ts'

const hours = [0, 1, 24, 168] as const

interface RotateSecretDialogProps {
  readonly program: Program
  readonly onMade: (secret: string) => void
  readonly onClose: () => void
}

/** Asks how long the former secret is taken beside the new one. */
export const RotateSecretDialog = ({ program, onMade, onClose }: RotateSecretDialogProps) => {
  const text = useText('resource')
  const { rotate } = useProgramChanges()
  const [overlap, setOverlap] = useState('24')
  const make = async (): Promise<void> => {
    const made = await rotate.mutateAsync({ program, overlapHours: Number(overlap) })
    onMade(made.sharedSecret)
  }
  return (
    <ConfirmAction
      title={text('resource:apiApplications.secret.action')}
      confirmLabel={text('resource:applications.secret.regenerate')}
      isDestructive
      onConfirm={make}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('resource:apiApplications.secret.rotateText', { name: program.name })}</span>
        <SelectInput
          label={text('resource:apiApplications.secret.overlap')}
          value={overlap}
          onChange={setOverlap}
          options={hours.map((count) => ({
            value: String(count),
            label: text('resource:webhooks.rotate.hours', { count }),
          }))}
        />
      </Stack>
    </ConfirmAction>
  )
}
