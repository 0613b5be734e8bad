import Stack from '@mui/material/Stack'
import {
  authenticateContactVerification,
  challengeContactVerification,
  challengeSystemAttribute,
  completeSystemAttribute,
} from '@signet/contract/access/contact-verification'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { type Profile, profileQuery } from './profile.queries.ts'

const email = { attribute: 'email' } as const

/** What a code was sent for: the present address, or another one. */
interface Sent {
  readonly kind: 'verify' | 'change'
  readonly hint: string
}

interface AskProps {
  readonly onSent: (sent: Sent) => void
  readonly onClose: () => void
}

const AskDialog = ({ onSent, onClose }: AskProps) => {
  const text = useText('userPortal')
  const [value, setValue] = useState('')
  const ask = async (): Promise<void> => {
    const body = { ...email, value: value.trim() }
    const { hint } = await call(challengeSystemAttribute, { body })
    onSent({ kind: 'change', hint })
  }
  return (
    <ConfirmAction
      title={text('userPortal:profile.contact.change')}
      confirmLabel={text('userPortal:profile.contact.send')}
      onConfirm={ask}
      onClose={onClose}
    >
      <TextInput
        label={text('userPortal:profile.contact.newAddress')}
        hint={text('userPortal:profile.contact.askText')}
        type="email"
        autoComplete="email"
        value={value}
        onChange={setValue}
        autoFocus
      />
      <MailHint about="code" />
    </ConfirmAction>
  )
}

interface CodeProps {
  readonly sent: Sent
  readonly onClose: () => void
}

const CodeDialog = ({ sent: { kind, hint }, onClose }: CodeProps) => {
  const text = useText('userPortal')
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const give = async (): Promise<void> => {
    const body = { ...email, response: code.trim() }
    if (kind === 'verify') await call(authenticateContactVerification, { body })
    else await call(completeSystemAttribute, { body })
    showMessage(text(`userPortal:profile.contact.done.${kind}`))
    await client.invalidateQueries({ queryKey: profileQuery.queryKey })
  }
  return (
    <ConfirmAction
      title={text('userPortal:profile.contact.codeTitle')}
      confirmLabel={text('userPortal:profile.contact.confirm')}
      onConfirm={give}
      onClose={onClose}
    >
      <TextInput
        label={text('userPortal:profile.contact.code')}
        hint={text('userPortal:profile.contact.codeText', { hint })}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        autoFocus
      />
    </ConfirmAction>
  )
}

const Address = ({ profile: { email: address, emailVerified } }: SectionProps) => {
  const text = useText('userPortal')
  const standing = emailVerified ? 'proven' : 'unproven'
  const tag = (
    <Tag
      label={text(`userPortal:profile.contact.${standing}`)}
      severity={emailVerified ? 'OK' : 'WARNING'}
    />
  )
  return (
    <ItemList empty={text('userPortal:profile.contact.none')}>
      {address === null ? [] : [<Item key={address} title={address} tag={tag} />]}
    </ItemList>
  )
}

interface ActionsProps extends SectionProps {
  readonly onSent: (sent: Sent) => void
  readonly onChange: () => void
}

const Actions = ({ profile, onSent, onChange }: ActionsProps) => {
  const text = useText('userPortal')
  const verify = async (): Promise<void> => {
    const { hint } = await call(challengeContactVerification, { body: email })
    onSent({ kind: 'verify', hint })
  }
  return (
    <Stack direction="row" spacing={1}>
      {profile.email !== null && !profile.emailVerified && (
        <Button onClick={() => void verify()}>{text('userPortal:profile.contact.verify')}</Button>
      )}
      {profile.type === 'MGMT_UI' && (
        <Button onClick={onChange}>{text('userPortal:profile.contact.change')}</Button>
      )}
    </Stack>
  )
}

interface SectionProps {
  readonly profile: Profile
}

/** The own address: proven or not, and how it becomes another. */
export const ContactSection = ({ profile }: SectionProps) => {
  const text = useText('userPortal')
  const [isAsking, setIsAsking] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const handleSent = (next: Sent): void => {
    setIsAsking(false)
    setSent(next)
  }
  const actions = (
    <Actions profile={profile} onSent={handleSent} onChange={() => setIsAsking(true)} />
  )
  return (
    <Section title={text('userPortal:profile.contact.title')} actions={actions}>
      <Address profile={profile} />
      {profile.email !== null && !profile.emailVerified && <MailHint about="code" />}
      {isAsking && <AskDialog onSent={handleSent} onClose={() => setIsAsking(false)} />}
      {sent !== null && <CodeDialog sent={sent} onClose={() => setSent(null)} />}
    </Section>
  )
}
