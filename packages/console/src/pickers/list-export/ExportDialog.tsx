import Stack from '@mui/material/Stack'
import { listExportHours } from '@signet/rules/list-exports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import type { ListState } from '../../kit/list-state.ts'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { SelectInput } from '../../ui/SelectInput.tsx'
import { ToggleInput } from '../../ui/ToggleInput.tsx'
import type { ExportFacts } from './export-facts.ts'
import { askForExport, followExport, type ListExportFact, saveExport } from './list-exports.ts'

interface ExportDialogProps {
  readonly facts: ExportFacts
  readonly state: ListState
  readonly onClose: () => void
}

type Columns = 'SHOWN' | 'ALL'

const shownFields = ({ fields }: ExportFacts, hidden: ReadonlySet<string>): string[] => [
  ...new Set(Object.entries(fields).flatMap(([key, names]) => (hidden.has(key) ? [] : names))),
]

const page = '/exports'

/** Follows an export wherever the visitor goes meanwhile, and says when it is ready. */
const useFollowing = () => {
  const text = useText('dashboard')
  const client = useQueryClient()
  const exports = { label: text('dashboard:exports.open'), to: page }
  const save = (made: ListExportFact): void => {
    saveExport(made).catch(() =>
      showMessage(text('dashboard:exports.notSaved'), { icon: 'warning', action: exports }),
    )
  }
  return async (asked: ListExportFact): Promise<void> => {
    const list = text(`dashboard:exports.lists.${asked.list}`)
    const made = await followExport(asked)
    void client.invalidateQueries({ queryKey: ['list-exports'] })
    if (made.state === 'READY') {
      const action = { label: text('dashboard:exports.download'), run: () => save(made) }
      showMessage(text('dashboard:exports.ready', { list, count: made.rows }), { action })
    } else {
      showMessage(text('dashboard:exports.failed', { list }), { icon: 'warning', action: exports })
    }
  }
}

interface Wishes {
  readonly columns: Columns
  readonly byteOrderMark: boolean
}

/** What the list shows, as the service is asked for it. */
const asked = async (
  facts: ExportFacts,
  { request, hidden }: ListState,
  { columns, byteOrderMark }: Wishes,
) => {
  const { list, params, body, ids } = facts
  return {
    list,
    byteOrderMark,
    ...(params === undefined ? {} : { params: { ...params } }),
    ...(body === undefined ? {} : { request: { ...body(request) } }),
    ...(ids === undefined ? {} : { ids: [...(await ids(request))] }),
    ...(columns === 'ALL' ? {} : { columns: shownFields(facts, hidden) }),
  }
}

interface WishesProps {
  readonly wishes: Wishes
  readonly onChange: (wishes: Wishes) => void
}

const WishFields = ({ wishes, onChange }: WishesProps) => {
  const text = useText('dashboard')
  const options = [
    { value: 'SHOWN', label: text('dashboard:exports.shown') },
    { value: 'ALL', label: text('dashboard:exports.all') },
  ]
  return (
    <>
      <SelectInput
        label={text('dashboard:exports.columns')}
        value={wishes.columns}
        onChange={(value) => onChange({ ...wishes, columns: value === 'ALL' ? 'ALL' : 'SHOWN' })}
        options={options}
      />
      <ToggleInput
        label={text('dashboard:exports.mark')}
        hint={text('dashboard:exports.markHint')}
        value={wishes.byteOrderMark}
        onChange={(byteOrderMark) => onChange({ ...wishes, byteOrderMark })}
      />
    </>
  )
}

/** Asks how what a list shows is to be made into a file. */
const ExportDialog = ({ facts, state, onClose }: ExportDialogProps) => {
  const text = useText('dashboard')
  const [wishes, setWishes] = useState<Wishes>({ columns: 'SHOWN', byteOrderMark: true })
  const follow = useFollowing()
  const list = text(`dashboard:exports.lists.${facts.list}`)
  const run = async (): Promise<void> => {
    const made = await askForExport(await asked(facts, state, wishes))
    showMessage(text('dashboard:exports.begun'))
    // Where it cannot be followed, it stands on its page.
    follow(made).catch(() => undefined)
  }
  return (
    <ConfirmAction
      title={text('dashboard:exports.title', { list })}
      confirmLabel={text('dashboard:exports.export')}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('dashboard:exports.text', { hours: listExportHours })}</span>
        <WishFields wishes={wishes} onChange={setWishes} />
      </Stack>
    </ConfirmAction>
  )
}

export default ExportDialog
