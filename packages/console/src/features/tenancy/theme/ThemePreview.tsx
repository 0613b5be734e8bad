import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../session/session-context.tsx'
import { useInherited } from './inherited-theme.ts'
import { consoleLook, type Look, schemes, signInLook } from './looks.ts'
import type { ThemeValues } from './theme.queries.ts'

interface Shown {
  readonly look: Look
  readonly logo: string | null
  readonly message: string
}

const Mark = ({ look, logo }: Pick<Shown, 'look' | 'logo'>) => {
  const { companyName } = useSession().theme
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', fontWeight: 620, minWidth: 0 }}>
      {logo === null ? (
        <Box sx={{ width: 18, height: 18, borderRadius: 0.5, bgcolor: look.main, flexShrink: 0 }} />
      ) : (
        <Box component="img" src={logo} alt="" sx={{ maxHeight: 18, maxWidth: 70 }} />
      )}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {companyName}
      </Box>
    </Box>
  )
}

const Pressed = ({ look, label }: { readonly look: Look; readonly label: string }) => (
  <Box
    sx={{ px: 1.25, py: 0.5, borderRadius: 0.75, bgcolor: look.main, color: look.onMain, mt: 1 }}
  >
    {label}
  </Box>
)

const ConsoleTile = ({ look, logo }: Shown) => {
  const text = useText('customization')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '38% 1fr', height: '100%' }}>
      <Box sx={{ bgcolor: look.panel, borderRight: `1px solid ${look.line}`, p: 1 }}>
        <Mark {...{ look, logo }} />
        <Box
          sx={{
            mt: 1.5,
            px: 0.75,
            py: 0.5,
            bgcolor: look.soft,
            color: look.main,
            borderRadius: 0.5,
          }}
        >
          {text('common:pages.users')}
        </Box>
        <Box sx={{ px: 0.75, py: 0.5, color: look.quiet }}>{text('common:pages.groups')}</Box>
      </Box>
      <Box sx={{ p: 1.25 }}>
        <Box sx={{ fontWeight: 650, fontSize: '0.9rem' }}>{text('common:pages.users')}</Box>
        <Box sx={{ color: look.quiet }}>{text('customization:theme.preview.line')}</Box>
        <Box sx={{ display: 'inline-block' }}>
          <Pressed look={look} label={text('common:pages.addUser')} />
        </Box>
      </Box>
    </Box>
  )
}

const SignInTile = ({ look, logo, message }: Shown) => {
  const text = useText('customization')
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', height: '100%', p: 1 }}>
      <Box sx={{ width: '72%', bgcolor: look.paper, borderRadius: 1, p: 1.25 }}>
        <Mark {...{ look, logo }} />
        <Box sx={{ border: `1px solid ${look.quiet}`, borderRadius: 0.5, height: 22, mt: 1.25 }} />
        <Box sx={{ textAlign: 'center' }}>
          <Pressed look={look} label={text('customization:theme.preview.signInButton')} />
        </Box>
      </Box>
      {message !== '' && (
        <Box sx={{ color: look.quiet, maxHeight: 34, overflow: 'hidden', textAlign: 'center' }}>
          {message}
        </Box>
      )}
    </Box>
  )
}

const tiles = [
  { face: 'console', lookOf: consoleLook, Tile: ConsoleTile },
  { face: 'signIn', lookOf: signInLook, Tile: SignInTile },
] as const

const frame = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  height: 170,
  fontSize: '0.75rem',
}

/** Console and sign-in pages, light and dark, with what stands in the form. A picture: nothing in it can be used. */
export const ThemePreview = () => {
  const text = useText('customization')
  const [brand, logo, motd, locale] = useWatch<
    ThemeValues,
    ['colours.primary1', 'logo', 'motd', 'defaultLocale']
  >({ name: ['colours.primary1', 'logo', 'motd', 'defaultLocale'] })
  const inherited = useInherited()
  const message = motd[locale] ?? motd.en ?? ''
  return (
    <Box component="section" aria-label={text('customization:theme.preview.label')}>
      <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
        {text('customization:theme.preview.label')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {tiles.flatMap(({ face, lookOf, Tile }) =>
          schemes.map((scheme) => {
            const look = lookOf(scheme, inherited === null ? brand : inherited.colours.primary1)
            const name = text(`customization:theme.preview.${face}`, {
              scheme: text(`customization:theme.schemes.${scheme}`),
            })
            return (
              <Box component="figure" key={name} sx={{ m: 0 }}>
                <Box aria-hidden inert sx={{ ...frame, bgcolor: look.page, color: look.text }}>
                  <Tile {...{ look, message }} logo={inherited === null ? logo : inherited.logo} />
                </Box>
                <Typography component="figcaption" variant="caption" color="textSecondary">
                  {name}
                </Typography>
              </Box>
            )
          }),
        )}
      </Box>
    </Box>
  )
}
