import { useText } from '../../../lib/i18n.ts'
import { DesktopSection } from '../../../pickers/devices/DesktopSection.tsx'
import { FaceSection } from '../../../pickers/devices/FaceSection.tsx'
import { PhoneSection } from '../../../pickers/devices/PhoneSection.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval } from './authenticator-questions.ts'
import { desktopDoorsOf, faceDoorsOf, phoneDoorsOf } from './device-doors.ts'
import { ExternalSection } from './ExternalSection.tsx'
import { MachineSection } from './MachineSection.tsx'

interface DeviceSectionsProps extends Pick<SectionProps, 'name' | 'ask' | 'mayEdit'> {
  readonly userid: string
}

/** The browsers, the face, the phones, the computers of a user, and what another service judges. */
export const DeviceSections = (props: DeviceSectionsProps) => {
  const { userid, name, ask, mayEdit } = props
  const text = useText('authenticators')
  const removal = useRemoval(name)
  const askForDevice = (what: string, run: () => Promise<unknown>): void =>
    ask({ ...removal(what, run), text: text('authenticators:devices.removeText') })
  return (
    <>
      <MachineSection {...props} />
      <FaceSection
        mayEdit={mayEdit}
        doors={faceDoorsOf(userid)}
        onRemove={(what, run) => ask(removal(what, run))}
      />
      <PhoneSection
        mayEdit={mayEdit}
        doors={phoneDoorsOf(userid)}
        mayLetIn={() => true}
        onRemove={askForDevice}
      />
      <DesktopSection mayEdit={mayEdit} doors={desktopDoorsOf(userid)} onRemove={askForDevice} />
      <ExternalSection {...props} />
    </>
  )
}
