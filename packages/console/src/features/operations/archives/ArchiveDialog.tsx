import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMonthName } from '../../../pickers/use-month-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { endedMonths } from './archive-months.ts'
import { useCreateArchive } from './archives.queries.ts'

/** Has a month written that is over. */
export const ArchiveDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('dashboard')
  const nameOf = useMonthName()
  const [months] = useState(() => endedMonths(new Date()))
  const [month, setMonth] = useState(months[0] ?? '')
  const create = useCreateArchive()
  return (
    <Dialog
      isOpen
      title={text('dashboard:archives.createTitle')}
      onClose={onClose}
      onSubmit={() => create.mutate(month, { onSuccess: onClose })}
      actions={
        <>
          <Button onClick={onClose}>{text('common:actions.cancel')}</Button>
          <Button kind="primary" type="submit" isPending={create.isPending}>
            {text('dashboard:archives.create')}
          </Button>
        </>
      }
    >
      <Stack spacing={2}>
        <Typography variant="body2">{text('dashboard:archives.createText')}</Typography>
        <SelectInput
          label={text('dashboard:archives.columns.month')}
          value={month}
          onChange={setMonth}
          options={months.map((value) => ({ value, label: nameOf(value) }))}
        />
        <ErrorNotice error={create.error} />
      </Stack>
    </Dialog>
  )
}
