import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../kit/ConfirmAction.tsx'
import { useText } from '../lib/i18n.ts'
import { SelectInput } from '../ui/SelectInput.tsx'

const hours = [0, 1, 24, 168] as const

interface OverlapDialogProps {
  readonly title: string
  readonly confirmLabel: string
  readonly text: string
  readonly overlapLabel: string
  readonly isDestructive?: boolean
  readonly onConfirm: (overlapHours: number) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before a new secret how long the former one is taken beside it. */
export const OverlapDialog = (props: OverlapDialogProps) => {
  const { text: told, overlapLabel, onConfirm, ...dialog } = props
  const text = useText('resource')
  const [overlap, setOverlap] = useState('24')
  return (
    <ConfirmAction {...dialog} onConfirm={() => onConfirm(Number(overlap))}>
      <Stack spacing={2}>
        <span>{told}</span>
        <SelectInput
          label={overlapLabel}
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
