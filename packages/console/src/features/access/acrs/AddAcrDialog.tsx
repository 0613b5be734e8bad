import Stack from '@mui/material/Stack'
import { NewAcr } from '@signet/contract/access/acrs'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useCreate } from '../../../kit/entity.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { faultText } from '../../../lib/validation-texts.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { acrs } from './acrs.queries.ts'

/** Adds a class by the value that applications ask for. */
export const AddAcrDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('resource', 'settings')
  const create = useCreate(acrs)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const read = NewAcr.safeParse({ name, description: description === '' ? null : description })
  const fault = name === '' ? undefined : read.error?.issues[0]?.message
  const title = text('resource:acrs.add')
  const run = async (): Promise<void> => {
    if (!read.success) return
    await create.mutateAsync(read.data)
    showMessage(text('resource:acrs.added', { name: read.data.name }))
  }
  const deed = { isIncomplete: !read.success, onConfirm: run }
  return (
    <ConfirmAction {...{ title, onClose }} confirmLabel={title} {...deed}>
      <Stack spacing={2}>
        <TextInput
          label={text('resource:acrs.name')}
          hint={text('resource:acrs.nameHint')}
          error={fault === undefined ? undefined : faultText(fault, text('resource:acrs.name'))}
          isRequired
          autoFocus
          maxLength={200}
          value={name}
          onChange={setName}
        />
        <TextInput
          label={text('resource:acrs.description')}
          maxLength={500}
          value={description}
          onChange={setDescription}
        />
      </Stack>
    </ConfirmAction>
  )
}
