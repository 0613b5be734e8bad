import Add from '@mui/icons-material/Add'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../session/session-context.tsx'
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

/** What the tenant lets people enrol for themselves. */
const AddButtons = () => {
  const text = useText('userPortal')
  const { authenticators } = useSession().portal
  return (
    <Stack
      direction="row"
      useFlexGap
      spacing={1}
      sx={{ flexWrap: 'wrap', justifyContent: { sm: 'end' } }}
    >
      {authenticators.includes('ENTRUST_SOFT_TOKEN') && (
        <Button icon={<Add />} to="/myprofile/authenticators/signet">
          {text('userPortal:authenticators.softToken.add')}
        </Button>
      )}
      {authenticators.includes('GOOGLE_AUTHENTICATOR') && (
        <Button icon={<Add />} to="/myprofile/authenticators/app">
          {text('userPortal:authenticators.app.add')}
        </Button>
      )}
    </Stack>
  )
}

const useName = () => {
  const text = useText('userPortal')
  return ({ label, type, serialNumber }: OwnToken): string => {
    const kind = type === 'ENTRUST_SOFT_TOKEN' ? 'softToken' : 'app'
    return label ?? text(`userPortal:authenticators.${kind}.unnamed`, { serialNumber })
  }
}

/** My authenticator apps. */
export const AppSection = ({ tokens, onDeed }: AppSectionProps) => {
  const text = useText('userPortal')
  const { renameToken, switchToken, synchroniseToken, removeToken } = useOwnDeeds()
  const [late, setLate] = useState<OwnToken | null>(null)
  const nameOf = useName()
  const synchronise = (token: OwnToken): MenuAction => ({
    label: text('userPortal:authenticators.synchronise.action'),
    onSelect: () => setLate(token),
  })
  return (
    <Section
      title={text('userPortal:authenticators.app.title')}
      description={text('userPortal:authenticators.app.text')}
      actions={<AddButtons />}
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
          of="app"
          onSynchronise={(first, next) => synchroniseToken(late.id, first, next)}
          onClose={() => setLate(null)}
        />
      )}
    </Section>
  )
}
