import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { DesktopSection } from '../../../pickers/devices/DesktopSection.tsx'
import { PhoneSection } from '../../../pickers/devices/PhoneSection.tsx'
import { ownDesktopDoors, ownPhoneDoors } from './own-device-doors.ts'

interface Asked {
  readonly what: string
  readonly run: () => Promise<unknown>
}

const RemovalDialog = ({ what, run, onClose }: Asked & { readonly onClose: () => void }) => {
  const text = useText('authenticators', 'userPortal')
  const remove = async (): Promise<void> => {
    await run()
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      isDestructive
      title={text('userPortal:authenticators.remove.title', { name: what })}
      confirmLabel={text('userPortal:authenticators.remove.action')}
      onConfirm={remove}
      onClose={onClose}
    >
      {text('authenticators:devices.removeText')}
    </ConfirmAction>
  )
}

/** My phones with company email, and my computers. */
export const OwnDevices = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (what: string, run: Asked['run']): void => setAsked({ what, run })
  return (
    <>
      <PhoneSection
        mayEdit
        doors={ownPhoneDoors}
        mayLetIn={({ selfService }) => selfService}
        onRemove={ask}
      />
      <DesktopSection mayEdit doors={ownDesktopDoors} onRemove={ask} />
      {asked !== null && <RemovalDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}
