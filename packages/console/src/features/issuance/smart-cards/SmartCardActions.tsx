import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useDeletion } from '../../../kit/deletion.tsx'
import { useUpdate } from '../../../kit/entity.ts'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { type PickedUser, UserPicker } from '../../../pickers/UserPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cardsPath } from './smart-card-paths.ts'
import { type SmartCard, smartCards } from './smart-cards.queries.ts'

interface AskedProps {
  readonly read: Tagged<SmartCard>
  readonly onClose: () => void
}

/** Gives the card to somebody. */
const GiveDialog = ({ read, onClose }: AskedProps) => {
  const text = useText('issuancePortal')
  const change = useUpdate(smartCards)
  const [user, setUser] = useState<PickedUser | null>(null)
  const { id, serialNumber: serial } = read.value
  const run = async (): Promise<void> => {
    if (user === null) return
    await change.mutateAsync({ id, body: { userId: user.id }, etag: read.etag })
    showMessage(text('issuancePortal:cardStock.give.done', { name: user.displayName }))
  }
  return (
    <ConfirmAction
      title={text('issuancePortal:cardStock.give.title', { serial })}
      confirmLabel={text('issuancePortal:cardStock.give.action')}
      isIncomplete={user === null}
      onConfirm={run}
      onClose={onClose}
    >
      <UserPicker
        label={text('issuancePortal:cardStock.columns.user')}
        value={user}
        onChange={setUser}
      />
    </ConfirmAction>
  )
}

const changes = {
  takeBack: { userId: null },
  withdraw: { withdrawn: true },
  restore: { withdrawn: false },
} as const
type Deed = keyof typeof changes

/** Asks before the card changes. */
const DeedDialog = ({ read, deed, onClose }: AskedProps & { readonly deed: Deed }) => {
  const text = useText('issuancePortal')
  const change = useUpdate(smartCards)
  const { id, serialNumber: serial } = read.value
  const run = async (): Promise<void> => {
    await change.mutateAsync({ id, body: changes[deed], etag: read.etag })
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text(`issuancePortal:cardStock.${deed}.title`, { serial })}
      confirmLabel={text(`issuancePortal:cardStock.${deed}.action`)}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`issuancePortal:cardStock.${deed}.text`)}
    </ConfirmAction>
  )
}

const deedsFor = {
  UNASSIGNED: ['give', 'withdraw'],
  ASSIGNED: ['takeBack'],
  WITHDRAWN: ['restore'],
} as const

const useCardDeletion = ({ id, serialNumber: name }: SmartCard) => {
  const text = useText('issuancePortal')
  return useDeletion({
    entity: smartCards,
    id,
    typed: name,
    listPath: cardsPath,
    texts: {
      title: text('issuancePortal:cardStock.deletes.title'),
      action: text('issuancePortal:cardStock.deletes.action'),
      text: text('issuancePortal:cardStock.deletes.text'),
      done: text('issuancePortal:cardStock.deletes.done', { name }),
    },
  })
}

/** What can be done with a card as it stands: what is next as a button, the rest in the menu. */
export const SmartCardActions = ({ read }: { readonly read: Tagged<SmartCard> }) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const deletion = useCardDeletion(read.value)
  const [asked, setAsked] = useState<Deed | 'give' | null>(null)
  const { serialNumber: name, state } = read.value
  const open = (deed: Deed | 'give'): MenuAction => ({
    label: text(`issuancePortal:cardStock.${deed}.action`),
    onSelect: () => setAsked(deed),
  })
  const deeds = may(['SMARTCARDS', 'EDIT']) ? deedsFor[state] : []
  const possible = deeds.filter((deed) => deed !== 'give' || may(['USERS', 'VIEW'])).map(open)
  // A card of somebody is taken back first.
  const isRemovable = may(['SMARTCARDS', 'REMOVE']) && state !== 'ASSIGNED'
  const [first, ...rest] = possible
  const close = (): void => setAsked(null)
  return (
    <>
      {first !== undefined && <Button onClick={first.onSelect}>{first.label}</Button>}
      <ActionMenu
        actions={[...rest, ...(isRemovable ? [deletion.action] : [])]}
        label={text('common:list.rowActions', { name })}
      />
      {deletion.dialog}
      {asked === 'give' && <GiveDialog read={read} onClose={close} />}
      {asked !== null && asked !== 'give' && (
        <DeedDialog read={read} deed={asked} onClose={close} />
      )}
    </>
  )
}
