import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ActivationDialog } from './ActivationDialog.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval, useSwitch } from './authenticator-questions.ts'
import { StateTag, useUse } from './authenticator-sections.tsx'
import { NewAppDialog } from './NewAppDialog.tsx'
import type { UserAuthenticators } from './user-authenticators.queries.ts'

type Token = UserAuthenticators['tokens'][number]
interface TokenSectionProps extends Pick<SectionProps, 'found' | 'name' | 'deeds' | 'ask'> {
  readonly userid: string
}

const useActions = ({ name, deeds, ask }: TokenSectionProps, activate: (token: Token) => void) => {
  const text = useText('members')
  const may = useMay()
  const removal = useRemoval(name)
  const turn = useSwitch({ name, ask })
  return (token: Token): readonly MenuAction[] => {
    const { id, state, serialNumber } = token
    const change = turn({ what: serialNumber, state, to: (next) => deeds.switchToken(id, next) })
    const begin: MenuAction = {
      label: text('members:users.authenticators.newApp.activate'),
      onSelect: () => activate(token),
    }
    const remove: MenuAction = {
      label: text('members:users.authenticators.remove'),
      isDestructive: true,
      onSelect: () => ask(removal(serialNumber, () => deeds.removeToken(id))),
    }
    const isInUse = state === 'ACTIVE' || state === 'INACTIVE'
    return [
      ...(may(['TOKENS', 'EDIT']) ? [isInUse ? change : begin] : []),
      ...(may(['TOKENS', 'REMOVE']) ? [remove] : []),
    ]
  }
}

interface AppItemProps {
  readonly token: Token
  readonly actions: readonly MenuAction[]
}

const AppItem = ({ token, actions }: AppItemProps) => {
  const text = useText('members')
  const used = useUse()
  const { label, type, serialNumber, state } = token
  return (
    <Item
      title={label ?? text(`members:users.authenticators.tokenType.${type}`)}
      detail={`${serialNumber} · ${used(token)}`}
      tag={<StateTag state={state} />}
      actions={
        <ActionMenu
          label={text('common:list.rowActions', { name: serialNumber })}
          actions={actions}
        />
      }
    />
  )
}

const Apps = (props: TokenSectionProps & { readonly onActivate: (token: Token) => void }) => {
  const text = useText('members')
  const actionsOf = useActions(props, props.onActivate)
  const apps = props.found.tokens.filter(({ type }) => type !== 'OATH_PHYSICAL_TOKEN')
  return (
    <ItemList empty={text('members:users.authenticators.noApps')}>
      {apps.map((token) => (
        <AppItem key={token.id} token={token} actions={actionsOf(token)} />
      ))}
    </ItemList>
  )
}

/** Authenticator apps: the tenant's own, and others. */
export const TokenSection = (props: TokenSectionProps) => {
  const text = useText('members')
  const may = useMay()
  const [token, activate] = useState<Token | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const { name, userid } = props
  const add = may(['TOKENS', 'ADD']) && may(['TOKENS', 'EDIT']) && (
    <Button onClick={() => setIsAdding(true)}>
      {text('members:users.authenticators.newApp.add')}
    </Button>
  )
  return (
    <Section title={text('members:users.authenticators.apps')} actions={add}>
      <Apps {...props} onActivate={activate} />
      {isAdding && (
        <NewAppDialog {...{ userid, name }} onMade={activate} onClose={() => setIsAdding(false)} />
      )}
      {token !== null && (
        <ActivationDialog {...{ userid, name, token }} onClose={() => activate(null)} />
      )}
    </Section>
  )
}
