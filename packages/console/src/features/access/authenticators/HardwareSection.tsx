import Add from '@mui/icons-material/Add'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { showsCodes } from '../../../pickers/tokens/token-deeds.ts'
import { useSession } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type OwnToken, useOwnDeeds } from './authenticators.queries.ts'
import type { Deed } from './deeds.ts'
import { ClaimTokenDialog, ReceiveTokenDialog, UnlockOwnDialog } from './HardwareDialogs.tsx'
import { OwnItem } from './own-item.tsx'
import { SynchroniseDialog } from './SynchroniseDialog.tsx'

interface HardwareSectionProps {
  readonly tokens: readonly OwnToken[]
  readonly onDeed: (deed: Deed) => void
}

interface Asked {
  readonly token: OwnToken
  readonly what: 'receive' | 'synchronise' | 'unlock'
}

const useName = () => {
  const text = useText('userPortal')
  return ({ label, serialNumber }: OwnToken): string =>
    label ?? text('userPortal:authenticators.hardware.unnamed', { serialNumber })
}

/** What only a hardware token can, as it stands. */
const useFurther = (ask: (asked: Asked) => void) => {
  const text = useText('userPortal')
  return (token: OwnToken): readonly MenuAction[] => {
    const item = (what: Asked['what'], label: string): MenuAction => ({
      label,
      onSelect: () => ask({ token, what }),
    })
    const synchronise = text('userPortal:authenticators.synchronise.action')
    if (token.state === 'NEW') {
      return [item('receive', text('userPortal:authenticators.hardware.receive'))]
    }
    return [
      ...(token.state === 'ACTIVE' && showsCodes(token) ? [item('synchronise', synchronise)] : []),
      item('unlock', text('userPortal:authenticators.hardware.unlock')),
    ]
  }
}

const AskedDialog = ({ token, what, onClose }: Asked & { readonly onClose: () => void }) => {
  const { synchroniseToken } = useOwnDeeds()
  const name = useName()(token)
  const dialogs: Readonly<Record<Asked['what'], () => ReactNode>> = {
    receive: () => <ReceiveTokenDialog tokenId={token.id} {...{ name, onClose }} />,
    unlock: () => <UnlockOwnDialog tokenId={token.id} {...{ name, onClose }} />,
    synchronise: () => (
      <SynchroniseDialog
        of="token"
        onSynchronise={(first, next) => synchroniseToken(token.id, first, next)}
        onClose={onClose}
      />
    ),
  }
  return dialogs[what]()
}

/** My hardware tokens. */
export const HardwareSection = ({ tokens, onDeed }: HardwareSectionProps) => {
  const text = useText('userPortal')
  const { renameToken, switchToken, removeToken } = useOwnDeeds()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { authenticators } = useSession().portal
  const [isClaiming, setIsClaiming] = useState(false)
  const furtherOf = useFurther(setAsked)
  const nameOf = useName()
  return (
    <Section
      title={text('userPortal:authenticators.hardware.title')}
      description={text('userPortal:authenticators.hardware.text')}
      actions={
        authenticators.includes('OATH_PHYSICAL_TOKEN') && (
          <Button icon={<Add />} onClick={() => setIsClaiming(true)}>
            {text('userPortal:authenticators.hardware.add')}
          </Button>
        )
      }
    >
      <ItemList empty={text('userPortal:authenticators.hardware.none')}>
        {tokens.map((token) => (
          <OwnItem
            {...token}
            key={token.id}
            name={nameOf(token)}
            onDeed={onDeed}
            rename={(name) => renameToken(token.id, name)}
            change={(state) => switchToken(token.id, state)}
            remove={() => removeToken(token.id)}
            further={furtherOf(token)}
          />
        ))}
      </ItemList>
      {asked !== null && <AskedDialog {...asked} onClose={() => setAsked(null)} />}
      {isClaiming && <ClaimTokenDialog onClose={() => setIsClaiming(false)} />}
    </Section>
  )
}
