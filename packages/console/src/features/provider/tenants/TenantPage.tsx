import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { type PageTab, TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { LimitedCallers } from '../../../pickers/rate-limits/LimitedCallers.tsx'
import { TenantLimits } from '../../../pickers/rate-limits/TenantLimits.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { EntitlementsTab } from './EntitlementsTab.tsx'
import { TenantStateTag } from './state-tag.tsx'
import { TenantCodes } from './TenantCodes.tsx'
import { TenantSignIn } from './TenantSignIn.tsx'
import { TenantSupport } from './TenantSupport.tsx'
import { HostFields, HostForm, hostFormOf, useHostLabels } from './tenant-forms.tsx'
import { entitlementsQuery, type TenantDetail, tenantPath, tenants } from './tenants.queries.ts'
import { UsageSection } from './UsageSection.tsx'
import { useDeletionAction } from './use-deletion-action.tsx'
import { useLockAction } from './use-lock-action.tsx'
import { useTenantActs } from './use-tenant-acts.tsx'

interface ReadProps {
  readonly read: Tagged<TenantDetail>
}

const Details = ({ tenant }: { readonly tenant: TenantDetail }) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const { id, publicUrl, region, contractMode, defaultLocale, createdAt } = tenant
  const language = useLanguages().find(({ value }) => value === defaultLocale)
  const kinds = (['authenticationAccount', 'issuanceAccount', 'isSp'] as const).filter(
    (kind) => tenant[kind],
  )
  const fact = (key: 'url' | 'kinds' | 'region' | 'locale' | 'contractMode') =>
    text(`serviceProvider:tenants.facts.${key}`)
  return (
    <Section title={text('serviceProvider:tenants.details')}>
      <Facts
        facts={[
          {
            label: fact('url'),
            value: (
              <Link href={publicUrl} target="_blank" rel="noopener noreferrer">
                {publicUrl}
              </Link>
            ),
          },
          {
            label: fact('kinds'),
            value: kinds.map((kind) => text(`serviceProvider:tenants.fields.${kind}`)).join(', '),
          },
          { label: fact('region'), value: region },
          { label: fact('locale'), value: language?.label ?? defaultLocale },
          {
            label: fact('contractMode'),
            value: text(`serviceProvider:tenants.contractModes.${contractMode}`),
          },
          { label: text('serviceProvider:tenants.columns.created'), value: date(createdAt) },
          { label: text('serviceProvider:tenants.facts.id'), value: id },
        ]}
      />
    </Section>
  )
}

const Entitlements = ({ id }: { readonly id: string }) => {
  const text = useText('serviceProvider')
  const { number, date } = useFormats()
  return (
    <Section title={text('serviceProvider:tenants.entitlements')}>
      <QueryView query={useQuery(entitlementsQuery(id))}>
        {(rows) => (
          <ItemList empty={text('serviceProvider:tenants.unlimited')}>
            {rows.map(({ type, bundle, consumed, allotment, endDate }) => (
              <Item
                key={type}
                title={text(`serviceProvider:tenants.entitlementTypes.${type}`)}
                detail={[
                  bundle,
                  allotment === null
                    ? text('serviceProvider:tenants.used', { used: number(consumed) })
                    : text('serviceProvider:tenants.usedOf', {
                        used: number(consumed),
                        allotment: number(allotment),
                      }),
                  endDate === null
                    ? null
                    : text('serviceProvider:tenants.until', { date: date(endDate) }),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              />
            ))}
          </ItemList>
        )}
      </QueryView>
    </Section>
  )
}

const Hosts = ({ read }: ReadProps) => {
  const text = useText('serviceProvider')
  return (
    <Section title={text('serviceProvider:tenants.hosts')}>
      <EditForm
        entity={tenants}
        schema={HostForm}
        labels={useHostLabels()}
        read={read}
        formOf={hostFormOf}
        saved={({ companyName: name }) => text('serviceProvider:tenants.hostsSaved', { name })}
      >
        <HostFields />
      </EditForm>
    </Section>
  )
}

const DeletionNotice = ({ tenant: { deletion } }: { readonly tenant: TenantDetail }) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  if (deletion === null) return null
  return (
    <Notice severity="warning">
      {text('serviceProvider:tenants.deletionNotice', { date: date(deletion.eraseAt) })}
    </Notice>
  )
}

const Overview = ({ tenant }: { readonly tenant: TenantDetail }) => (
  <>
    <DeletionNotice tenant={tenant} />
    <Details tenant={tenant} />
    <Entitlements id={tenant.id} />
    <UsageSection id={tenant.id} />
  </>
)

const RequestLimits = ({ id }: { readonly id: string }) => (
  <>
    <TenantLimits tenantId={id} />
    <LimitedCallers tenantId={id} />
  </>
)

/** What is bought, and how the tenant is reached. */
const useTenantTabs = (read: Tagged<TenantDetail>): readonly PageTab[] => {
  const text = useText('serviceProvider')
  return [
    {
      key: 'entitlements',
      label: text('serviceProvider:tenants.entitlements'),
      needs: ['TENANTS', 'EDIT'],
      content: () => <EntitlementsTab id={read.value.id} />,
    },
    {
      key: 'hosts',
      label: text('serviceProvider:tenants.hosts'),
      needs: ['TENANTS', 'EDIT'],
      content: () => <Hosts read={read} />,
    },
  ]
}

/** What the provider lends, limits and does inside. */
const useProviderTabs = (tenant: TenantDetail): readonly PageTab[] => {
  const text = useText('serviceProvider')
  return [
    {
      key: 'limits',
      label: text('serviceProvider:rateLimiting.tenant.title'),
      needs: ['RATELIMITING', 'VIEW'],
      content: () => <RequestLimits id={tenant.id} />,
    },
    {
      key: 'codes',
      label: text('common:pages.otpProviders'),
      needs: ['OTPPROVIDERS', 'VIEW'],
      content: () => <TenantCodes id={tenant.id} />,
    },
    {
      key: 'support',
      label: text('serviceProvider:supportBelow.tab'),
      content: () => <TenantSupport tenant={tenant} />,
    },
    {
      key: 'signin',
      label: text('serviceProvider:spIdentityProvider.title'),
      content: () => <TenantSignIn tenant={tenant} />,
    },
  ]
}

/** A tenant that is going to be erased stays as it is. */
const useTabs = (read: Tagged<TenantDetail>): readonly PageTab[] => {
  const text = useText('serviceProvider')
  const others = [...useTenantTabs(read), ...useProviderTabs(read.value)]
  const details: PageTab = {
    key: 'details',
    label: text('serviceProvider:tenants.details'),
    content: () => <Overview tenant={read.value} />,
  }
  return read.value.deletion === null ? [details, ...others] : [details]
}

const Loaded = ({ read, tab }: ReadProps & { readonly tab: string | undefined }) => {
  const text = useText('serviceProvider')
  const locking = useLockAction()
  const deleting = useDeletionAction()
  const acts = useTenantActs(read.value)
  const { id, companyName, locked } = read.value
  return (
    <>
      <TabbedPage
        title={companyName}
        tag={locked && <TenantStateTag tenant={read.value} />}
        actions={
          <ActionMenu
            actions={[
              ...acts.actions,
              ...locking.actionsOf(read.value),
              ...deleting.actionsOf(read.value),
            ]}
            label={text('common:list.rowActions', { name: companyName })}
          />
        }
        base={tenantPath(id)}
        tab={tab}
        tabs={useTabs(read)}
      />
      {locking.dialog}
      {deleting.dialog}
      {acts.dialog}
    </>
  )
}

/** One tenant: what it is, what it bought, its host names; it is locked and unlocked here. */
const TenantPage = () => {
  const { id = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(tenants, id))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default TenantPage
