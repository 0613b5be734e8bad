import Add from '@mui/icons-material/Add'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type OwnPasskey, useOwnDeeds } from './authenticators.queries.ts'
import type { Deed } from './deeds.ts'
import { OwnItem } from './own-item.tsx'

interface PasskeySectionProps {
  readonly passkeys: readonly OwnPasskey[]
  readonly onDeed: (deed: Deed) => void
}

/** My passkeys. */
export const PasskeySection = ({ passkeys, onDeed }: PasskeySectionProps) => {
  const text = useText('userPortal')
  const { authenticators } = useSession().portal
  const { renamePasskey, switchPasskey, removePasskey } = useOwnDeeds()
  return (
    <Section
      title={text('userPortal:authenticators.passkey.title')}
      description={text('userPortal:authenticators.passkey.text')}
      actions={
        authenticators.includes('FIDO') && (
          <Button icon={<Add />} to="/myprofile/authenticators/passkey">
            {text('userPortal:authenticators.passkey.add')}
          </Button>
        )
      }
    >
      <ItemList empty={text('userPortal:authenticators.passkey.none')}>
        {passkeys.map((passkey) => (
          <OwnItem
            {...passkey}
            key={passkey.id}
            maker={passkey.authenticatorName}
            onDeed={onDeed}
            rename={(name) => renamePasskey(passkey.id, name)}
            change={(state) => switchPasskey(passkey.id, state)}
            remove={() => removePasskey(passkey.id)}
          />
        ))}
      </ItemList>
    </Section>
  )
}
