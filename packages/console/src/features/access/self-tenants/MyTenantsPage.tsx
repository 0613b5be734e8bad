import Domain from '@mui/icons-material/DomainOutlined'
import OpenInNew from '@mui/icons-material/OpenInNewOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { mostOwnTenants } from '@signet/contract/access/self-tenants'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { SearchBox } from '../../../kit/SearchBox.tsx'
import { useText } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { type OwnTenant, ownTenantsQuery } from './self-tenants.queries.ts'

const parameter = 'q'
/** Fewer are found with a look. */
const searchedFrom = 8

const TenantItem = ({ tenant }: { readonly tenant: OwnTenant }) => {
  const text = useText('userPortal')
  const { companyName, hostname, openUrl, region, contractMode, locked } = tenant
  const name = (
    <Link
      href={openUrl}
      target="_blank"
      rel="noopener noreferrer"
      color="inherit"
      underline="hover"
    >
      {companyName}
      <OpenInNew
        titleAccess={text('userPortal:applications.newTab')}
        sx={{ ml: 0.5, fontSize: 14, verticalAlign: 'text-top', color: 'text.secondary' }}
      />
    </Link>
  )
  const tags = (
    <Stack direction="row" spacing={1} sx={{ flexShrink: 0 }}>
      {contractMode === 'TRIAL' && <Tag label={text('userPortal:tenants.trial')} severity="INFO" />}
      {locked && <Tag label={text('userPortal:tenants.locked')} severity="WARNING" />}
    </Stack>
  )
  return <Item title={name} detail={`${hostname} · ${region}`} tag={tags} />
}

interface FoundProps {
  readonly tenants: readonly OwnTenant[]
  readonly search: string
  readonly onSearch: (typed: string) => void
}

const Found = ({ tenants, search, onSearch }: FoundProps) => {
  const text = useText('userPortal')
  return (
    <>
      {(search !== '' || tenants.length >= searchedFrom) && (
        <Box sx={{ mb: 2 }}>
          <SearchBox label={text('userPortal:tenants.search')} value={search} onSearch={onSearch} />
        </Box>
      )}
      {tenants.length === mostOwnTenants && (
        <Notice severity="info">
          {text('userPortal:tenants.most', { count: mostOwnTenants })}
        </Notice>
      )}
      {tenants.length === 0 ? (
        <EmptyState icon={<Domain />} title={text('userPortal:tenants.noneFound')}>
          {text('userPortal:applications.noneFoundText')}
        </EmptyState>
      ) : (
        <Paper variant="outlined" sx={{ px: 2.5, py: 1 }}>
          <ItemList empty={text('userPortal:tenants.empty')}>
            {tenants.map((tenant) => (
              <TenantItem key={tenant.id} tenant={tenant} />
            ))}
          </ItemList>
        </Paper>
      )}
    </>
  )
}

/** The tenants of the provider, each with its way in. */
const MyTenantsPage = () => {
  const text = useText('userPortal')
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get(parameter) ?? ''
  const find = (typed: string): void =>
    setParameters(typed === '' ? {} : { [parameter]: typed }, { replace: true })
  return (
    <ToolPage title={text('common:pages.myTenants')} detail={text('userPortal:tenants.text')}>
      <QueryView query={useQuery(ownTenantsQuery(search))}>
        {(tenants) =>
          tenants.length === 0 && search === '' ? (
            <EmptyState icon={<Domain />} title={text('userPortal:tenants.empty')}>
              {text('userPortal:tenants.emptyText')}
            </EmptyState>
          ) : (
            <Found tenants={tenants} search={search} onSearch={find} />
          )
        }
      </QueryView>
    </ToolPage>
  )
}

export default MyTenantsPage
