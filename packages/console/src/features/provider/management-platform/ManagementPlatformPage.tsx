import {
  managementPlatformFamily,
  readEffectivePlatform,
  readManagementPlatform,
  testManagementPlatform,
  updateManagementPlatform,
} from '@signet/contract/provider/management-platform'
import { useQuery } from '@tanstack/react-query'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { ServicePage } from '../../../pickers/provider-credentials/ServicePage.tsx'

const queryKey = ['management-platform']

const effectiveQuery = {
  queryKey: [...queryKey, 'effective'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readEffectivePlatform, { signal }),
}

/** The system in which the provider manages its customers. */
const ManagementPlatformPage = () => {
  const text = useText('serviceProvider')
  const { url = null, providerName } = useQuery(effectiveQuery).data ?? {}
  const used =
    url === null
      ? text('serviceProvider:services.platform')
      : text('serviceProvider:services.platformUsed', { url, name: providerName ?? '' })
  return (
    <ServicePage
      title={text('common:pages.managementPlatform')}
      description={used}
      testText={text('serviceProvider:services.testText')}
      queryKey={queryKey}
      needs={['SPMANAGEMENTPLATFORM', 'EDIT']}
      fields={managementPlatformFamily.fields}
      read={(signal) => callWithEtag(readManagementPlatform, signal ? { signal } : {})}
      save={(body, etag) => call(updateManagementPlatform, { body, ifMatch: etag ?? undefined })}
      test={() => call(testManagementPlatform, { body: {} })}
    />
  )
}

export default ManagementPlatformPage
