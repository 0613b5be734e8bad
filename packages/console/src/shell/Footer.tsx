import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { legalLinks } from '../lib/help.ts'
import { useLocale, useText } from '../lib/i18n.ts'

const row = { display: 'flex', gap: 2.5, flexWrap: 'wrap', pt: 3, pb: 2, mt: 'auto' }

/** Terms, privacy, and the open-source work this product stands on. */
export const Footer = () => {
  const text = useText()
  const locale = useLocale()
  return (
    <Box component="footer" sx={row}>
      {legalLinks(locale).map(({ text: name, href }) => (
        <Link
          key={name}
          href={href}
          target="_blank"
          color="textSecondary"
          sx={{ fontSize: '0.75rem' }}
        >
          {text(`common:footer.${name}`)}
        </Link>
      ))}
    </Box>
  )
}
