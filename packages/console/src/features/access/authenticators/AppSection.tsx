import Add from '@mui/icons-material/Add'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type OwnToken, useOwnDeeds } from './authenticators.queries.ts'
import type { Deed } from './deeds.ts'
import { OwnItem } from './own-item.tsx'
import { SynchroniseDialog } from './SynchroniseDialog.tsx'

interface AppSectionProps {
  readonly tokens: readonly OwnToken[]
  readonly onDeed: (deed: Deed) => void
}

const AddButton = () => {
  const text = useText('userPortal')
  return (
    <Button icon={<Add />} to="/myprofile/authenticators/app">
      {text('userPortal:authenticators.app.add')}
    </Button>
  )
}

/** My authenticator apps. */
export const AppSection = ({ tokens, onDeed }: AppSectionProps) => {
  const text = useText('userPortal')
  const { renameToken, switchToken, synchroniseToken, removeToken } = useOwnDeeds()
  const [late, setLate] = useState<OwnToken | null>(null)
  const synchronise = (token: OwnToken): MenuAction => ({
    label: text('userPortal:authenticators.synchronise.action'),
    onSelect: () => setLate(token),
  })
  const nameOf = ({ label, serialNumber }: OwnToken): string =>
    label ?? text('userPortal:authenticators.app.unnamed', { serialNumber })
  return (
    <Section
      title={text('userPortal:authenticators.app.title')}
      description={text('userPortal:authenticators.app.text')}
      actions={<AddButton />}
    >
      <ItemList empty={text('userPortal:authenticators.app.none')}>
        {tokens.map((token) => (
          <OwnItem
            {...token}
            key={token.id}
            name={nameOf(token)}
            onDeed={onDeed}
            rename={(name) => renameToken(token.id, name)}
            change={(state) => switchToken(token.id, state)}
            remove={() => removeToken(token.id)}
            further={token.state === 'ACTIVE' ? [synchronise(token)] : []}
          />
        ))}
      </ItemList>
      {late !== null && (
        <SynchroniseDialog
          onSynchronise={(first, next) => synchroniseToken(late.id, first, next)}
          onClose={() => setLate(null)}
        />
      )}
    </Section>
  )
}
