import {
  assignExternalCredential,
  readExternalCredential,
} from '@signet/contract/authenticators/external-credentials'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval } from './authenticator-questions.ts'

interface ExternalSectionProps extends Pick<SectionProps, 'name' | 'ask' | 'mayEdit'> {
  readonly userid: string
}

const params = { type: 'OTP' } as const
const keyOf = (userId: string) => ['users', 'part', userId, 'external']

const useGive = (userId: string) => {
  const client = useQueryClient()
  return async (credential: string | null): Promise<void> => {
    await call(assignExternalCredential, { params, body: { userId, credential } })
    await client.invalidateQueries({ queryKey: keyOf(userId) })
  }
}

interface GiveDialogProps {
  readonly userid: string
  readonly onClose: () => void
}

const GiveDialog = ({ userid, onClose }: GiveDialogProps) => {
  const text = useText('members')
  const give = useGive(userid)
  const [typed, setTyped] = useState('')
  const run = async (): Promise<void> => {
    await give(typed.trim())
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text('members:users.authenticators.external.title')}
      confirmLabel={text('members:users.authenticators.external.give')}
      isIncomplete={typed.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <TextInput
        label={text('members:users.authenticators.external.credential')}
        hint={text('members:users.authenticators.external.hint')}
        value={typed}
        onChange={setTyped}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
    </ConfirmAction>
  )
}

type Credential = NonNullable<ReceivedOf<typeof readExternalCredential>['credential']>

const CredentialItem = (props: ExternalSectionProps & { readonly found: Credential }) => {
  const { found, userid, name, ask, mayEdit } = props
  const text = useText('members')
  const { date } = useFormats()
  const removal = useRemoval(name)
  const give = useGive(userid)
  const { credential, createdAt, lastUsedAt } = found
  const detail = text(`members:users.authenticators.${lastUsedAt === null ? 'unused' : 'used'}`, {
    created: date(createdAt),
    used: date(lastUsedAt),
  })
  const remove = (
    <Button onClick={() => ask(removal(credential, () => give(null)))}>
      {text('members:users.authenticators.remove')}
    </Button>
  )
  return <Item title={credential} detail={detail} actions={mayEdit && remove} />
}

/** What another service judges; nothing shows where there is neither such a service nor a name. */
export const ExternalSection = (props: ExternalSectionProps) => {
  const { userid, mayEdit } = props
  const text = useText('members')
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    queryKey: keyOf(userid),
    queryFn: ({ signal }) =>
      call(readExternalCredential, { params, query: { userId: userid }, signal }),
  })
  if (data === undefined || (data.credential === null && !data.judged)) return null
  const { credential, judged } = data
  const give = (
    <Button onClick={() => setIsOpen(true)}>
      {text(`members:users.authenticators.external.${credential === null ? 'give' : 'replace'}`)}
    </Button>
  )
  return (
    <Section
      title={text('members:users.authenticators.external.title')}
      description={text(`members:users.authenticators.external.${judged ? 'text' : 'unjudged'}`)}
      actions={mayEdit && give}
    >
      <ItemList empty={text('members:users.authenticators.external.none')}>
        {credential === null ? [] : [<CredentialItem key="one" {...props} found={credential} />]}
      </ItemList>
      {isOpen && <GiveDialog userid={userid} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
