import Stack from '@mui/material/Stack'
import { type Token, TokenType } from '@signet/contract/authenticators/tokens'
import { useState } from 'react'
import type { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useUserTokenDeeds } from './user-tokens.queries.ts'

interface NewAppDialogProps {
  readonly userid: string
  /** The user's name. */
  readonly name: string
  readonly onMade: (token: z.output<typeof Token>) => void
  readonly onClose: () => void
}

const longestLabel = 100

/** Which app somebody gets; it is activated next. */
export const NewAppDialog = ({ userid, name, onMade, onClose }: NewAppDialogProps) => {
  const text = useText('members')
  const { create } = useUserTokenDeeds(userid)
  const [type, setType] = useState<z.output<typeof TokenType>>('ENTRUST_SOFT_TOKEN')
  const [label, setLabel] = useState('')
  const choose = (chosen: string): void => {
    const known = TokenType.safeParse(chosen)
    if (known.success) setType(known.data)
  }
  return (
    <ConfirmAction
      title={text('members:users.authenticators.newApp.title', { name })}
      confirmLabel={text('members:users.authenticators.newApp.add')}
      onConfirm={async () => onMade(await create(type, label.trim()))}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <SelectInput
          label={text('members:users.authenticators.newApp.kind')}
          value={type}
          onChange={choose}
          options={optionsOf(TokenType.options, (value) =>
            text(`members:users.authenticators.tokenType.${value}`),
          )}
        />
        <TextInput
          label={text('members:users.authenticators.newApp.label')}
          hint={text('members:users.authenticators.newApp.labelHint')}
          value={label}
          onChange={setLabel}
          maxLength={longestLabel}
        />
      </Stack>
    </ConfirmAction>
  )
}
