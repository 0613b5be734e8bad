import { durationText } from '../../../kit/durations.ts'
import { useText } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { type FieldName, useFieldLabels } from './application-forms.ts'
import { type Application, isApplicationType } from './application-types.ts'

/** A value of the form in the words that the form itself uses. */
const useShown = (application: Application) => {
  const text = useText('resource')
  const words: Partial<Record<FieldName, string>> = {
    accessTokenFormat: text(`resource:applications.format.${application.accessTokenFormat}`),
    accessTokenTtlSeconds: durationText(application.accessTokenTtlSeconds, 'sec'),
    refreshTokenTtlSeconds: durationText(application.refreshTokenTtlSeconds, 'sec'),
    deviceCodeTtlSeconds: durationText(application.deviceCodeTtlSeconds, 'sec'),
    userCodeCharacterSet: text(
      `resource:applications.userCodes.${application.userCodeCharacterSet}`,
    ),
    tokenEndpointAuthMethod: text(
      `resource:applications.authMethod.${application.tokenEndpointAuthMethod}`,
    ),
    whenSessionsFull: text(
      `resource:applications.whenSessionsFull.${application.whenSessionsFull}`,
    ),
    backchannelDelivery: text(`resource:applications.delivery.${application.backchannelDelivery}`),
    certificateName: text(`resource:applications.certificateNames.${application.certificateName}`),
    grantTypes: application.grantTypes
      .map((grant) => text(`resource:applications.grant.${grant}`))
      .join(', '),
  }
  return (name: FieldName): string => {
    const value = application[name]
    if (typeof value === 'boolean') {
      return text(value ? 'resource:applications.yes' : 'resource:applications.no')
    }
    if (words[name] !== undefined) return words[name]
    if (Array.isArray(value)) return value.join(', ')
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  }
}

interface ApplicationFactsProps {
  readonly application: Application
  readonly names: readonly FieldName[]
}

/** The fields of a tab for somebody who may see but not change them. */
export const ApplicationFacts = ({ application, names }: ApplicationFactsProps) => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const shown = useShown(application)
  const { applicationType } = application
  const kind = isApplicationType(applicationType)
    ? text(`resource:applications.kind.${applicationType}`)
    : applicationType
  return (
    <Facts
      facts={[
        { label: text('resource:applications.columns.kind'), value: kind },
        ...names.map((name) => ({ label: label(name), value: shown(name) })),
      ]}
    />
  )
}
