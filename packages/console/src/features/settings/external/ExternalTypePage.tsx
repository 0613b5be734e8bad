import {
  ExternalCredentialType,
  readExternalCredentialSettings,
  updateExternalCredentialSettings,
} from '@signet/contract/settings/externalcredentials'
import { isUuid } from '@signet/rules/identifiers'
import { useParams } from 'react-router'
import { DetailsPage } from '../../../kit/frames.tsx'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { ConnectorSection } from '../../../pickers/connectors/ConnectorSection.tsx'
import { PolicySubjectPage } from '../../../pickers/policies/PolicySubjectPage.tsx'

/** Who judges external authenticators of one kind, or what a group policy has of its own. */
const ExternalTypePage = () => {
  const text = useText('settings')
  const { type: named = '' } = useParams()
  const { data: type } = ExternalCredentialType.safeParse(named)
  if (isUuid(named)) return <PolicySubjectPage subject="external" id={named} />
  if (type === undefined) return <NoSuchPage />
  const params = { type }
  return (
    <DetailsPage
      title={text(`settings:connectors.external.kinds.${type}`)}
      detail={text('settings:connectors.externalText')}
    >
      <ConnectorSection
        use="EXTERNAL"
        saved={`external-${type.toLowerCase()}`}
        queryKey={['settings', 'external', type]}
        read={async (signal) => {
          const { value, etag } = await callWithEtag(readExternalCredentialSettings, {
            params,
            signal,
          })
          return { value: value.connector, etag }
        }}
        save={(connector, etag) =>
          callWithEtag(updateExternalCredentialSettings, {
            params,
            body: { connector },
            ifMatch: etag ?? undefined,
          })
        }
      />
    </DetailsPage>
  )
}

export default ExternalTypePage
