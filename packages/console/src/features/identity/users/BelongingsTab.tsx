import type { ComponentType } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import type { Named, NamedPickerProps } from '../../../pickers/NamedPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type UserDetail, useStanding } from './user-types.ts'

interface BelongingsTabProps {
  readonly kind: 'groups' | 'organizations'
  readonly user: UserDetail
  readonly held: readonly Named[]
  readonly pathOf: (id: string) => string
  readonly mayOpen: boolean
  readonly picker: ComponentType<NamedPickerProps>
  readonly save: (ids: readonly string[]) => Promise<unknown>
}

type DialogProps = Pick<BelongingsTabProps, 'kind' | 'user' | 'held' | 'picker' | 'save'> & {
  readonly onClose: () => void
}

const ChangeDialog = ({ kind, user, held, picker: Picker, save, onClose }: DialogProps) => {
  const text = useText('members')
  const [chosen, setChosen] = useState(held)
  const name = user.displayName
  const run = async (): Promise<void> => {
    await save(chosen.map(({ id }) => id))
    showMessage(text(`members:users.${kind}.saved`, { name }))
  }
  return (
    <ConfirmAction
      title={text(`members:users.${kind}.changeTitle`, { name })}
      confirmLabel={text('common:actions.save')}
      onConfirm={run}
      onClose={onClose}
    >
      <Picker
        label={text(`members:users.tabs.${kind}`)}
        hint={text(`members:users.${kind}.hint`)}
        value={chosen}
        onChange={setChosen}
      />
    </ConfirmAction>
  )
}

/** What a user belongs to, changed as a whole; nobody changes their own. */
export const BelongingsTab = (props: BelongingsTabProps) => {
  const { kind, user, held, pathOf, mayOpen } = props
  const text = useText('members')
  const { isSelf } = useStanding(user)
  const mayEdit = useMay()(['USERS', 'EDIT']) && !isSelf
  const [isChanging, setIsChanging] = useState(false)
  const change = (
    <Button onClick={() => setIsChanging(true)}>{text(`members:users.${kind}.change`)}</Button>
  )
  return (
    <Section
      title={text(`members:users.tabs.${kind}`)}
      description={text(`members:users.${kind}.text`)}
      actions={mayEdit && mayOpen && change}
    >
      <ItemList empty={text(`members:users.${kind}.none`)}>
        {held.map(({ id, name }) => (
          <Item key={id} title={mayOpen ? <Link to={pathOf(id)}>{name}</Link> : name} />
        ))}
      </ItemList>
      {isChanging && <ChangeDialog {...props} onClose={() => setIsChanging(false)} />}
    </Section>
  )
}
