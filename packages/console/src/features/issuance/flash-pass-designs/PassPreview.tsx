import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PassPosition } from '@signet/rules/flash-passes'
import type { ReactNode } from 'react'
import { type DeepPartialSkipArrayKey, useWatch } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import type { Fields } from './pass-design-form.ts'

type Pass = DeepPartialSkipArrayKey<Fields>

const rows: readonly (readonly PassPosition[])[] = [['PRIMARY'], ['SECONDARY'], ['AUXILIARY']]

interface PartProps {
  readonly field: Fields['fields'][number]
  readonly labelColour: string
}

const Part = ({ field, labelColour }: PartProps) => (
  <Box sx={{ minWidth: 0, flex: 1 }}>
    <Box sx={{ fontSize: 10, textTransform: 'uppercase', color: labelColour, ...cut }}>
      {field.label}
    </Box>
    <Box sx={{ fontSize: field.position === 'PRIMARY' ? 22 : 14, ...cut }}>{field.value}</Box>
  </Box>
)

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

const card = {
  width: '100%',
  maxWidth: 320,
  minHeight: 300,
  borderRadius: 3,
  p: 2,
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  boxShadow: 3,
}

const code = {
  mt: 'auto',
  mx: 'auto',
  px: 2,
  py: 1.5,
  bgcolor: '#ffffff',
  color: '#000000',
  borderRadius: 1,
  fontSize: 12,
  maxWidth: '100%',
}

const Head = ({ pass, children }: { readonly pass: Pass; readonly children: ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
    {typeof pass.logo === 'string' && (
      <Box component="img" alt="" src={pass.logo} sx={{ maxHeight: 28, maxWidth: 110 }} />
    )}
    <Box sx={{ fontWeight: 600, flex: 1, ...cut }}>{pass.title}</Box>
    {children}
  </Box>
)

/** Roughly what a wallet shows, with the names of fields in the places of what they hold. */
export const PassPreview = () => {
  const text = useText('issuancePortal')
  const pass = useWatch<Fields>()
  const { fields = [], labelColour = '' } = pass
  const written = fields.filter((field): field is Fields['fields'][number] => 'value' in field)
  const inRow = (positions: readonly PassPosition[]) =>
    written.filter(({ position }) => positions.includes(position))
  const parts = (positions: readonly PassPosition[]) =>
    inRow(positions).map((field, at) => (
      <Part key={`${field.label} ${at}`} {...{ field, labelColour }} />
    ))
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {text('issuancePortal:flashPasses.preview')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text('issuancePortal:flashPasses.previewText')}
      </Typography>
      <Box
        aria-hidden
        sx={card}
        style={{ background: pass.backgroundColour, color: pass.textColour }}
      >
        <Head pass={pass}>{parts(['HEADER'])}</Head>
        {rows.map((positions) => (
          <Box key={positions.join()} sx={{ display: 'flex', gap: 1.5 }}>
            {parts(positions)}
          </Box>
        ))}
        {pass.barcodeFormat !== 'None' && pass.barcodeValue !== '' && (
          <Box sx={{ ...code, ...cut }}>{`${pass.barcodeFormat}: ${pass.barcodeValue}`}</Box>
        )}
      </Box>
    </Box>
  )
}
