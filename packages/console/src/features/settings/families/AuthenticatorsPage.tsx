import Stack from '@mui/material/Stack'
import { isUuid } from '@signet/rules/identifiers'
import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PolicySubjectPage } from '../../../pickers/policies/PolicySubjectPage.tsx'
import { CodesForm } from './CodesForm.tsx'
import { GridForm } from './GridForm.tsx'
import { GuessingTab } from './GuessingTab.tsx'
import { HardwareTokensForm } from './HardwareTokensForm.tsx'
import { LegacyTokensForm } from './LegacyTokensForm.tsx'
import { MagicLinkForm } from './MagicLinkForm.tsx'
import { PasskeyAppsForms } from './PasskeyAppsForms.tsx'
import { PasskeyDomainForm } from './PasskeyDomainForm.tsx'
import { PasskeysForm } from './PasskeysForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProvidersTab } from './ProvidersTab.tsx'
import { ProvisioningForm } from './ProvisioningForm.tsx'
import { ResetForm } from './ResetForm.tsx'
import { SdpForm } from './SdpForm.tsx'
import { SentCodesTab } from './SentCodesTab.tsx'
import { SoftTokenForm } from './SoftTokenForm.tsx'
import { TemporaryCodesForm } from './TemporaryCodesForm.tsx'
import { UserCertificatesForm } from './UserCertificatesForm.tsx'

/** The tabs, each with its form. */
const content = {
  passwordForm: () => <PasswordForm />,
  resetForm: () => <ResetForm />,
  temporaryCodesForm: () => <TemporaryCodesForm />,
  softTokenForm: () => <SoftTokenForm />,
  sdpForm: () => <SdpForm />,
  hardwareTokensForm: () => <HardwareTokensForm />,
  legacyTokensForm: () => <LegacyTokensForm />,
  gridForm: () => <GridForm />,
  passkeysForm: () => (
    <Stack spacing={2}>
      <PasskeysForm />
      <PasskeyDomainForm />
    </Stack>
  ),
  passkeyAppsForms: () => <PasskeyAppsForms />,
  magicLinkForm: () => <MagicLinkForm />,
  userCertificatesForm: () => <UserCertificatesForm />,
  codesForm: () => <CodesForm />,
  providersTab: () => <ProvidersTab />,
  sentCodesTab: () => <SentCodesTab />,
  guessingTab: () => <GuessingTab />,
  provisioningForm: () => <ProvisioningForm />,
}

/** In their order. */
const tabs = [
  { key: 'password', label: 'settings:password.title', content: content.passwordForm },
  { key: 'reset', label: 'settings:reset.title', content: content.resetForm },
  { key: 'temporary', label: 'settings:temporaryCodes.title', content: content.temporaryCodesForm },
  { key: 'softtoken', label: 'settings:softToken.title', content: content.softTokenForm },
  { key: 'devices', label: 'settings:sdp.title', content: content.sdpForm },
  { key: 'hardware', label: 'settings:hardwareTokens.title', content: content.hardwareTokensForm },
  { key: 'makers', label: 'settings:legacyTokens.title', content: content.legacyTokensForm },
  { key: 'grid', label: 'settings:grid.title', content: content.gridForm },
  { key: 'codes', label: 'settings:codes.title', content: content.codesForm },
  { key: 'providers', label: 'settings:codes.providers', content: content.providersTab },
  { key: 'sent', label: 'settings:codes.sent.title', content: content.sentCodesTab },
  { key: 'passkeys', label: 'settings:passkeys.title', content: content.passkeysForm },
  { key: 'apps', label: 'settings:passkeys.apps.title', content: content.passkeyAppsForms },
  { key: 'links', label: 'settings:magicLinks.title', content: content.magicLinkForm },
  {
    key: 'certificates',
    label: 'settings:userCertificates.title',
    content: content.userCertificatesForm,
  },
  { key: 'enrolment', label: 'settings:provisioning.title', content: content.provisioningForm },
  { key: 'guessing', label: 'settings:guessing.title', content: content.guessingTab },
] as const

const Tabs = ({ current }: { readonly current: string | undefined }) => {
  const text = useText('settings')
  return (
    <TabbedPage
      title={text('common:pages.authenticatorSettings')}
      base="/settings/authenticators"
      tab={current}
      tabs={tabs.map(({ label, ...tab }) => ({ ...tab, label: text(label) }))}
    />
  )
}

/** What follows in the address is a tab, or the group policy whose own values are shown. */
const AuthenticatorsPage = () => {
  const { tab } = useParams()
  return tab !== undefined && isUuid(tab) ? (
    <PolicySubjectPage subject="authenticators" id={tab} />
  ) : (
    <Tabs current={tab} />
  )
}

export default AuthenticatorsPage
