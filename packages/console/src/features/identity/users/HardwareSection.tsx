import Link from '@mui/material/Link'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { TokenTag } from '../../../pickers/tokens/TokenTag.tsx'
import { useTokenActions } from '../../../pickers/tokens/token-actions.tsx'
import { tokenPath } from '../../../pickers/tokens/token-deeds.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AssignStockDialog } from './AssignStockDialog.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useUse } from './authenticator-sections.tsx'
import type { UserAuthenticators } from './user-authenticators.queries.ts'

type Token = UserAuthenticators['tokens'][number]
interface HardwareSectionProps extends Pick<SectionProps, 'found' | 'name'> {
  readonly userid: string
}

/** To the token's page, for who may see it. */
const Title = ({ token: { id, label, serialNumber: serial } }: { readonly token: Token }) => {
  const text = useText('resource')
  const mayView = useMay()(['TOKENS', 'VIEW'])
  const name = label ?? text('resource:tokens.named', { serial })
  if (!mayView) return name
  return (
    <Link component={RouterLink} to={tokenPath(id)}>
      {name}
    </Link>
  )
}

/** The hardware tokens that a user has. */
export const HardwareSection = ({ found, name, userid }: HardwareSectionProps) => {
  const text = useText('members')
  const used = useUse()
  const mayEdit = useMay()(['TOKENS', 'EDIT'])
  const { actionsOf, dialog } = useTokenActions()
  const [isAssigning, setIsAssigning] = useState(false)
  const assign = mayEdit && (
    <Button onClick={() => setIsAssigning(true)}>
      {text('members:users.authenticators.hardware.assign')}
    </Button>
  )
  return (
    <Section title={text('members:users.authenticators.hardware.title')} actions={assign}>
      <ItemList empty={text('members:users.authenticators.hardware.none')}>
        {found.tokens
          .filter(({ type }) => type === 'OATH_PHYSICAL_TOKEN')
          .map((token) => (
            <Item
              key={token.id}
              title={<Title token={token} />}
              detail={`${token.serialNumber} · ${used(token)}`}
              tag={<TokenTag state={token.state} />}
              actions={
                <ActionMenu
                  label={text('common:list.rowActions', { name: token.serialNumber })}
                  actions={actionsOf(token)}
                />
              }
            />
          ))}
      </ItemList>
      {dialog}
      {isAssigning && (
        <AssignStockDialog {...{ userid, name }} onClose={() => setIsAssigning(false)} />
      )}
    </Section>
  )
}
