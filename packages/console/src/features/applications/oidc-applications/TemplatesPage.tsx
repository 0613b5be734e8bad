import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import AdminPanel from '@mui/icons-material/AdminPanelSettingsOutlined'
import Approval from '@mui/icons-material/ApprovalOutlined'
import Apps from '@mui/icons-material/AppsOutlined'
import Badge from '@mui/icons-material/BadgeOutlined'
import DesktopWindows from '@mui/icons-material/DesktopWindowsOutlined'
import Devices from '@mui/icons-material/DevicesOtherOutlined'
import Dns from '@mui/icons-material/DnsOutlined'
import Domain from '@mui/icons-material/DomainOutlined'
import Hub from '@mui/icons-material/HubOutlined'
import Language from '@mui/icons-material/LanguageOutlined'
import PhoneIphone from '@mui/icons-material/PhoneIphoneOutlined'
import Public from '@mui/icons-material/PublicOutlined'
import Security from '@mui/icons-material/SecurityOutlined'
import Send from '@mui/icons-material/SendOutlined'
import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined'
import VpnLock from '@mui/icons-material/VpnLockOutlined'
import WebAsset from '@mui/icons-material/WebAssetOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { monogramOf, templateCategories } from '@signet/rules/application-templates/template'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { SearchBox } from '../../../kit/SearchBox.tsx'
import { useText } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { type ApplicationKind, isApplicationKind, isApplicationType } from './application-types.ts'
import { type Template, templatesQuery } from './oidc-applications.queries.ts'
import { Card, Cards } from './TemplateCards.tsx'
import { useKindName } from './use-kind-name.ts'

const icons = {
  OIDC_WEB: Public,
  OIDC_SPA: WebAsset,
  OIDC_SERVER: Dns,
  OIDC_NATIVE: PhoneIphone,
  OIDC_DEVICE: Devices,
  ADMIN_API: AdminPanel,
  AUTH_API: VerifiedUser,
  IDG: Security,
  ISAPI: Language,
  APACHE: Language,
  ADFS: Domain,
  FORGEROCK: AccountTree,
  DESKTOP: DesktopWindows,
  RADIUS: VpnLock,
  ISSUANCE_API: Badge,
  SIEM: Hub,
  SYSLOG: Send,
  SAML: Approval,
} as const

/** The family is the second part of the address; its pages are the family's own. */
const familyOf = (kind: ApplicationKind): string => {
  if (isApplicationType(kind)) return 'oidc'
  if (kind === 'SAML') return 'saml'
  if (kind === 'RADIUS') return 'radius'
  return kind === 'SYSLOG' ? 'syslog' : 'api'
}

const useKindText = () => {
  const text = useText('resource')
  return (kind: ApplicationKind): string => {
    if (kind === 'SYSLOG') return text('resource:syslog.kindText')
    if (kind === 'RADIUS') return text('resource:radius.kindText')
    return isApplicationType(kind) || kind === 'SAML'
      ? text(`resource:applications.kindText.${kind}`)
      : text(`resource:apiApplications.kindText.${kind}`)
  }
}

const KindCard = ({ kind }: { readonly kind: ApplicationKind }) => {
  const Icon = icons[kind]
  const name = useKindName()
  const words = useKindText()
  return (
    <Card
      to={`/applications/add/${familyOf(kind)}/${kind}/general`}
      mark={<Icon fontSize="small" />}
      title={name(kind)}
      text={words(kind)}
    />
  )
}

interface GroupProps {
  readonly title: string
  readonly templates: readonly Template[]
}

const Group = ({ title, templates }: GroupProps) =>
  templates.length === 0 ? null : (
    <section>
      <Typography component="h2" variant="h3" color="textSecondary">
        {title}
      </Typography>
      <Cards>
        {templates.map(({ id, name }) => (
          <Card
            key={id}
            to={`/applications/add/oidc/${id}/general`}
            mark={monogramOf(name)}
            title={name}
          />
        ))}
      </Cards>
    </section>
  )

const parameter = 'q'

const Products = ({ products }: { readonly products: readonly Template[] }) => {
  const text = useText('resource')
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get(parameter) ?? ''
  const found = products.filter(({ name }) =>
    name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  )
  const type = (typed: string): void =>
    setParameters(typed === '' ? {} : { [parameter]: typed }, { replace: true })
  return (
    <>
      <Typography component="h2" variant="h2" sx={{ mb: 1.5 }}>
        {text('resource:templates.products')}
      </Typography>
      <Box sx={{ mb: 2 }}>
        <SearchBox label={text('resource:templates.search')} value={search} onSearch={type} />
      </Box>
      {templateCategories.map((category) => (
        <Group
          key={category}
          title={text(`resource:templates.category.${category}`)}
          templates={found.filter((each) => each.category === category)}
        />
      ))}
      {found.length === 0 && (
        <EmptyState icon={<Apps />} title={text('resource:templates.noneFound')}>
          {text('resource:templates.noneFoundText')}
        </EmptyState>
      )}
    </>
  )
}

const Offered = ({ templates }: { readonly templates: readonly Template[] }) => {
  const text = useText('resource')
  const products = templates.filter(({ category }) => category !== null)
  return (
    <>
      <Typography component="h2" variant="h2">
        {text('resource:templates.kinds')}
      </Typography>
      <Cards>
        {templates
          .map(({ id }) => id)
          .filter(isApplicationKind)
          .map((kind) => (
            <KindCard key={kind} kind={kind} />
          ))}
      </Cards>
      {products.length > 0 && <Products products={products} />}
    </>
  )
}

/** The kinds of application, and the products, that can be added. */
const TemplatesPage = () => {
  const text = useText('resource')
  return (
    <ToolPage
      title={text('resource:applications.addTitle')}
      detail={text('resource:applications.addDetail')}
    >
      <QueryView query={useQuery(templatesQuery)}>
        {(templates) => <Offered templates={templates} />}
      </QueryView>
    </ToolPage>
  )
}

export default TemplatesPage
