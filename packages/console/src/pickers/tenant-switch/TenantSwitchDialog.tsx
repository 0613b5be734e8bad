import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { listTenantsPaged } from '@signet/contract/provider/tenants'
import { providerLandingFragment } from '@signet/rules/console'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { QueryView } from '../../kit/QueryView.tsx'
import { call } from '../../lib/call.ts'
import { useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../session/session-context.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

const mostShown = 20
const longestSearch = 100

type Page = ReceivedOf<typeof listTenantsPaged>

const useTenants = (search: string) =>
  useQuery({
    queryKey: ['tenants', 'switch', search],
    queryFn: ({ signal }) =>
      call(listTenantsPaged, {
        body: { limit: mostShown, ...(search === '' ? {} : { search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The sign-in page of a tenant; administrators of a provider begin with its tenants. */
const signInOf = ({ publicUrl, isSp }: Page['results'][number]): string =>
  `${publicUrl}/${isSp ? providerLandingFragment : ''}`

const Tenants = ({ results, paging }: Page) => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  const others = paging.total - results.length
  return (
    <>
      <ItemList empty={text('serviceProvider:tenantSwitch.nothingFound')}>
        {results.map((tenant) => (
          <Item
            key={tenant.id}
            title={
              <Link href={signInOf(tenant)} target="_blank" rel="noopener noreferrer">
                {tenant.companyName}
              </Link>
            }
            detail={tenant.hostname}
            {...(tenant.locked
              ? {
                  tag: (
                    <Tag label={text('serviceProvider:tenants.states.locked')} severity="WARNING" />
                  ),
                }
              : {})}
          />
        ))}
      </ItemList>
      {others > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {text('serviceProvider:tenantSwitch.others', {
            count: number(others),
            more: paging.estimated ? '+' : '',
          })}
        </Typography>
      )}
    </>
  )
}

/** Leads to the sign-in page of another tenant of this provider; the session stays here. */
const TenantSwitchDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('serviceProvider')
  const { companyName, hostname } = useSession().theme
  const [typed, setTyped] = useState('')
  const tenants = useTenants(useDeferredValue(typed.trim()))
  return (
    <Dialog isOpen title={text('serviceProvider:tenantSwitch.title')} width="sm" onClose={onClose}>
      <Typography variant="body2" sx={{ mb: 2 }}>
        {text('serviceProvider:tenantSwitch.here', { name: companyName, host: hostname })}
      </Typography>
      <TextInput
        label={text('serviceProvider:tenants.search')}
        value={typed}
        onChange={setTyped}
        maxLength={longestSearch}
        autoFocus
      />
      <QueryView query={tenants}>{(page) => <Tenants {...page} />}</QueryView>
    </Dialog>
  )
}

export default TenantSwitchDialog
