import Box from '@mui/material/Box'
import type { z } from 'zod'
import { picked } from '../../../kit/fields.ts'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import {
  GeneralForm,
  KeysForm,
  ProtocolForm,
  TokensForm,
  useFieldLabels,
} from './application-forms.ts'
import { type Application, signsPeopleIn } from './application-types.ts'
import { ConnectPanel } from './ConnectPanel.tsx'
import {
  ConsentFields,
  DetailsField,
  GrantField,
  GrantTerms,
  KeyFields,
  LogoutFields,
  NameFields,
  ServedApisField,
  SessionFields,
  TokenFields,
} from './form-parts.tsx'
import { ProtectionFields } from './protection-fields.tsx'
import { SubjectField } from './SubjectField.tsx'

interface TabProps {
  readonly read: Tagged<Application>
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
}

const generalNames = ['name', 'description', 'enabled', 'logoUri', 'initiateLoginUri'] as const

/** A form over the names of its fields. */
type Fields = z.input<typeof GeneralForm>

/** Name, switch and links, with what developers need beside them. */
export const GeneralTab = ({ read }: TabProps) => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <Box sx={columns}>
      <ApplicationForm
        title={text('resource:applications.sections.general')}
        read={read}
        schema={GeneralForm}
        names={generalNames}
        valuesOf={(application) => picked(application, generalNames)}
      >
        <NameFields />
        <FormToggle<Fields> name="enabled" label={label('enabled')} />
        <FormText<Fields> name="logoUri" label={label('logoUri')} type="url" whenEmpty={null} />
        <FormText<Fields>
          name="initiateLoginUri"
          label={label('initiateLoginUri')}
          hint={text('resource:applications.hints.initiateLoginUri')}
          type="url"
          whenEmpty={null}
        />
      </ApplicationForm>
      <ConnectPanel application={read.value} />
    </Box>
  )
}

const protocolNames = [
  'grantTypes',
  'redirectUris',
  'postLogoutRedirectUris',
  'userCodeCharacterSet',
  'userCodeLength',
  'deviceCodeTtlSeconds',
  'exchangeAudiences',
  'backchannelDelivery',
  'backchannelNotificationUri',
  'backchannelLogoutUri',
  'frontchannelLogoutUri',
  'confirmsSignOut',
  'scopes',
  'authorizationDetailsTypes',
  'requireConsent',
  'asksOrganization',
  'sessionsPerUser',
  'whenSessionsFull',
] as const

const keyNames = [
  'tokenEndpointAuthMethod',
  'jwks',
  'jwksUri',
  'certificateAuthorities',
  'certificateName',
  'certificateNameValue',
  'idTokenSigningAlgorithm',
  'requirePushedRequests',
  'dpopBoundTokens',
  'certificateBoundTokens',
  'fapi',
  'pkceOptional',
] as const

const protocolValues = (row: Application) => picked(row, protocolNames)

const keyValues = (application: Application) => ({
  ...picked(application, keyNames),
  jwks: application.jwks === null ? '' : JSON.stringify(application.jwks, null, 2),
})

const tokenNames = [
  'accessTokenTtlSeconds',
  'refreshTokenTtlSeconds',
  'accessTokenFormat',
  'claimsInIdTokens',
  'subjectAttribute',
] as const

const tokenValues = (row: Application) => picked(row, tokenNames)

/** Grants, addresses, scopes and consent. */
export const ProtocolTab = ({ read }: TabProps) => {
  const text = useText('resource')
  const asksPeople = signsPeopleIn(read.value.applicationType)
  return (
    <ApplicationForm
      title={text('resource:applications.sections.protocol')}
      description={text('resource:applications.sections.protocolText')}
      read={read}
      schema={ProtocolForm}
      names={protocolNames}
      valuesOf={protocolValues}
    >
      <GrantField />
      <GrantTerms />
      {read.value.tokenEndpointAuthMethod !== 'none' && <ServedApisField />}
      {asksPeople && <LogoutFields />}
      <ConsentFields />
      {asksPeople && <DetailsField />}
      {asksPeople && <SessionFields />}
    </ApplicationForm>
  )
}

/** How long tokens last. */
export const TokensTab = ({ read }: TabProps) => {
  const text = useText('resource')
  return (
    <ApplicationForm
      title={text('resource:applications.sections.lifetimes')}
      description={text('resource:applications.sections.lifetimesText')}
      read={read}
      schema={TokensForm}
      names={tokenNames}
      valuesOf={tokenValues}
    >
      <TokenFields />
      {signsPeopleIn(read.value.applicationType) && (
        <SubjectField saved={read.value.subjectAttribute} />
      )}
    </ApplicationForm>
  )
}

/** How the application proves itself, and what signs its tokens. */
export const KeysTab = ({ read }: TabProps) => {
  const text = useText('resource')
  return (
    <ApplicationForm
      title={text('resource:applications.sections.keys')}
      description={text('resource:applications.sections.keysText')}
      read={read}
      schema={KeysForm}
      names={keyNames}
      valuesOf={keyValues}
    >
      <KeyFields />
      <ProtectionFields />
    </ApplicationForm>
  )
}
