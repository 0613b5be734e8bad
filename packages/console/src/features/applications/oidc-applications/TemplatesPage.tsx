import Devices from '@mui/icons-material/DevicesOtherOutlined'
import Dns from '@mui/icons-material/DnsOutlined'
import PhoneIphone from '@mui/icons-material/PhoneIphoneOutlined'
import Public from '@mui/icons-material/PublicOutlined'
import WebAsset from '@mui/icons-material/WebAssetOutlined'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { type ApplicationType, isApplicationType } from './application-types.ts'
import { templatesQuery } from './oidc-applications.queries.ts'

const icons = {
  OIDC_WEB: Public,
  OIDC_SPA: WebAsset,
  OIDC_SERVER: Dns,
  OIDC_NATIVE: PhoneIphone,
  OIDC_DEVICE: Devices,
} as const

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  listStyle: 'none',
  p: 0,
  m: 0,
}

const card = {
  display: 'flex',
  gap: 1.75,
  p: 2,
  height: '100%',
  boxSizing: 'border-box',
  textDecoration: 'none',
  color: 'text.primary',
  '&:hover': { borderColor: 'primary.main', bgcolor: 'surface.panel' },
} as const

const badge = {
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 36,
  height: 36,
  borderRadius: 1.5,
  bgcolor: 'soft.brand',
  color: 'primary.main',
}

const TemplateCard = ({ type }: { readonly type: ApplicationType }) => {
  const text = useText('resource')
  const Icon = icons[type]
  return (
    <Paper
      variant="outlined"
      component={Link}
      to={`/applications/add/oidc/${type}/general`}
      sx={card}
    >
      <Box aria-hidden sx={badge}>
        <Icon fontSize="small" />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography component="h2" variant="h3">
          {text(`resource:applications.kind.${type}`)}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
          {text(`resource:applications.kindText.${type}`)}
        </Typography>
      </Box>
    </Paper>
  )
}

/** The kinds of application that can be added. */
const TemplatesPage = () => {
  const text = useText('resource')
  const query = useQuery(templatesQuery)
  return (
    <>
      <PageHeader
        title={text('resource:applications.addTitle')}
        detail={text('resource:applications.addDetail')}
      />
      <QueryView query={query}>
        {(templates) => (
          <Box component="ul" sx={grid}>
            {templates
              .map(({ id }) => id)
              .filter(isApplicationType)
              .map((type) => (
                <li key={type}>
                  <TemplateCard type={type} />
                </li>
              ))}
          </Box>
        )}
      </QueryView>
    </>
  )
}

export default TemplatesPage
