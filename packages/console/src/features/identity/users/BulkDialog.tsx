import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import type { Selection } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import { type BulkRun, startBulk } from '../../../pickers/bulk/bulk-runs.ts'
import { useBulkResult } from '../../../pickers/bulk/use-bulk-result.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { type BulkDeed, countOf, isAboutGroup, takenBy, workOf } from './bulk-deeds.ts'

interface BulkDialogProps {
  readonly deed: BulkDeed
  readonly selection: Selection
  readonly onBegun: (run: BulkRun) => void
  readonly onClose: () => void
}

/** The words of a deed on so many. */
const useWords = (deed: BulkDeed) => {
  const text = useText('members')
  if (isAboutGroup(deed)) {
    return {
      title: (count: number) => text(`members:many.${deed}.title`, { count }),
      action: text(`members:many.${deed}.action`),
      note: () => text(`members:many.${deed}.text`),
      done: (count: number) => text(`members:many.${deed}.done`, { count }),
    }
  }
  return {
    title: (count: number) => text(`members:users.${deed}.titleMany`, { count }),
    action: text(`members:users.${deed}.action`),
    note: () => text(`members:users.${deed}.textMany`),
    done: (count: number) => text(`members:users.${deed}.doneMany`, { count }),
  }
}

/** Asks before something is done to many users, and into which group. */
export const BulkDialog = ({ deed, selection, onBegun, onClose }: BulkDialogProps) => {
  const text = useText('members')
  const words = useWords(deed)
  const { follow } = useBulkResult()
  const [group, setGroup] = useState<Named | null>(null)
  const isIncomplete = isAboutGroup(deed) && group === null
  const run = async (): Promise<void> => {
    const { kind, values } = workOf(deed, group?.id ?? '')
    const begun = await startBulk(kind, { ...takenBy(selection), values })
    onBegun(begun)
    // Where it cannot be followed, it stands among the operations.
    follow(begun, words.done).catch(() => undefined)
  }
  return (
    <ConfirmAction
      title={words.title(countOf(selection))}
      confirmLabel={words.action}
      isIncomplete={isIncomplete}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{words.note()}</span>
        {isAboutGroup(deed) && (
          <GroupPicker
            label={text('members:users.filters.group')}
            value={group === null ? [] : [group]}
            onChange={(chosen) => setGroup(chosen.at(-1) ?? null)}
          />
        )}
      </Stack>
    </ConfirmAction>
  )
}
