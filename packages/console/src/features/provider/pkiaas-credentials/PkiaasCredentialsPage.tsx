import {
  pkiaasFamily,
  readPkiaasCredentials,
  testPkiaasCredentials,
  updatePkiaasCredentials,
} from '@signet/contract/provider/pkiaas-credentials'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { ServicePage } from '../../../pickers/provider-credentials/ServicePage.tsx'

/** The service that issues certificates for the tenants of this provider. */
const PkiaasCredentialsPage = () => {
  const text = useText('serviceProvider')
  return (
    <ServicePage
      title={text('common:pages.pkiaasCredentials')}
      description={text('serviceProvider:services.pkiaas')}
      testText={text('serviceProvider:services.testText')}
      queryKey={['pkiaas-credentials']}
      needs={['PKIAASCREDENTIALS', 'EDIT']}
      fields={pkiaasFamily.fields}
      read={(signal) => callWithEtag(readPkiaasCredentials, signal ? { signal } : {})}
      save={(body, etag) => call(updatePkiaasCredentials, { body, ifMatch: etag ?? undefined })}
      test={() => call(testPkiaasCredentials, { body: {} })}
    />
  )
}

export default PkiaasCredentialsPage
