import Box from '@mui/material/Box'
import type { z } from 'zod'
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

interface TabProps {
  readonly read: Tagged<Application>
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
}

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
        names={['name', 'description', 'enabled', 'logoUri', 'initiateLoginUri']}
        valuesOf={({ name, description, enabled, logoUri, initiateLoginUri }) => ({
          name,
          description,
          enabled,
          logoUri,
          initiateLoginUri,
        })}
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

const protocolValues = ({
  grantTypes,
  redirectUris,
  postLogoutRedirectUris,
  userCodeCharacterSet,
  userCodeLength,
  deviceCodeTtlSeconds,
  exchangeAudiences,
  backchannelDelivery,
  backchannelNotificationUri,
  backchannelLogoutUri,
  frontchannelLogoutUri,
  confirmsSignOut,
  scopes,
  authorizationDetailsTypes,
  requireConsent,
  asksOrganization,
  sessionsPerUser,
  whenSessionsFull,
}: Application) => ({
  grantTypes,
  redirectUris,
  postLogoutRedirectUris,
  userCodeCharacterSet,
  userCodeLength,
  deviceCodeTtlSeconds,
  exchangeAudiences,
  backchannelDelivery,
  backchannelNotificationUri,
  backchannelLogoutUri,
  frontchannelLogoutUri,
  confirmsSignOut,
  scopes,
  authorizationDetailsTypes,
  requireConsent,
  asksOrganization,
  sessionsPerUser,
  whenSessionsFull,
})

const keyValues = ({
  tokenEndpointAuthMethod,
  jwks,
  jwksUri,
  certificateAuthorities,
  certificateName,
  certificateNameValue,
  idTokenSigningAlgorithm,
  requirePushedRequests,
  dpopBoundTokens,
  certificateBoundTokens,
  fapi,
  pkceOptional,
}: Application) => ({
  tokenEndpointAuthMethod,
  jwks: jwks === null ? '' : JSON.stringify(jwks, null, 2),
  jwksUri,
  certificateAuthorities,
  certificateName,
  certificateNameValue,
  idTokenSigningAlgorithm,
  requirePushedRequests,
  dpopBoundTokens,
  certificateBoundTokens,
  fapi,
  pkceOptional,
})

const tokenNames = [
  'accessTokenTtlSeconds',
  'refreshTokenTtlSeconds',
  'accessTokenFormat',
  'claimsInIdTokens',
] as const

const tokenValues = ({
  accessTokenTtlSeconds,
  refreshTokenTtlSeconds,
  accessTokenFormat,
  claimsInIdTokens,
}: Application) => ({
  accessTokenTtlSeconds,
  refreshTokenTtlSeconds,
  accessTokenFormat,
  claimsInIdTokens,
})

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
