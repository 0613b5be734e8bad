import Box from '@mui/material/Box'
import {
  type BitFieldKind,
  type BitLayout,
  encodeBits,
  faultsOf,
} from '@signet/card/chip/bit-layout'
import { useText } from '../../../lib/i18n.ts'

type Part = BitFieldKind | 'PARITY'

const parts: readonly Part[] = ['FACILITY_CODE', 'CARD_NUMBER', 'ISSUE_LEVEL', 'FIXED', 'PARITY']
const hues = {
  FACILITY_CODE: 'info',
  CARD_NUMBER: 'success',
  ISSUE_LEVEL: 'brand',
  FIXED: 'neutral',
  PARITY: 'warning',
} as const satisfies Record<Part, string>

const lines = {
  info: 'info',
  success: 'success',
  brand: 'primary',
  neutral: 'neutral',
  warning: 'warning',
} as const

/** Under a bit, in a colour that is seen in the dark, too. */
const lineOf = (part: Part | null) => ({
  borderBottom: 3,
  borderBottomColor: part === null ? 'error.main' : `${lines[hues[part]]}.main`,
})

const partAt = ({ fields, parity }: BitLayout, at: number): Part | null => {
  if (parity.some((one) => one.at === at)) return 'PARITY'
  return fields.find(({ from, length }) => at >= from && at < from + length)?.kind ?? null
}

interface CellProps {
  readonly at: number
  readonly part: Part | null
  readonly bit: string
}

const Cell = ({ at, part, bit }: CellProps) => (
  <Box
    data-part={part ?? 'NONE'}
    sx={{
      width: 22,
      textAlign: 'center',
      border: 1,
      borderColor: part === null ? 'error.main' : 'divider',
      bgcolor: part === null ? 'background.paper' : `soft.${hues[part]}`,
      fontFamily: 'monospace',
      ...lineOf(part),
    }}
  >
    <Box sx={{ fontSize: '0.625rem', color: 'text.secondary', lineHeight: 1.5 }}>{at}</Box>
    <Box sx={{ fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 }}>{bit}</Box>
  </Box>
)

const Legend = ({ layout }: { readonly layout: BitLayout }) => {
  const text = useText('issuancePortal')
  const used = parts.filter(
    (part) =>
      (part === 'PARITY' && layout.parity.length > 0) ||
      layout.fields.some(({ kind }) => kind === part),
  )
  return (
    <Box
      component="ul"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, m: 0, mt: 1, p: 0, listStyle: 'none' }}
    >
      {used.map((part) => (
        <Box component="li" key={part} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box
            aria-hidden
            sx={{
              width: 14,
              height: 14,
              border: 1,
              borderColor: 'divider',
              bgcolor: `soft.${hues[part]}`,
              ...lineOf(part),
            }}
          />
          <Box component="span" sx={{ fontSize: '0.75rem' }}>
            {text(`issuancePortal:smartCards.parts.${part}`)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

interface BitStripProps {
  readonly layout: BitLayout
  readonly values: {
    readonly facilityCode: number
    readonly cardNumber: number
    readonly issueLevel: number
  }
}

/** A credential bit by bit, as it would be sent; what is at fault stands beneath it. */
export const BitStrip = ({ layout, values }: BitStripProps) => {
  const text = useText('issuancePortal')
  const faults = faultsOf(layout)
  const bits = faults.length === 0 ? encodeBits(layout, values) : ''
  return (
    <Box>
      <Box
        role="img"
        aria-label={text('issuancePortal:smartCards.strip', { bits })}
        sx={{ display: 'flex', flexWrap: 'wrap', rowGap: 0.5 }}
      >
        {Array.from({ length: layout.bits }, (_, index) => (
          <Cell
            key={index}
            at={index + 1}
            part={partAt(layout, index + 1)}
            bit={bits.charAt(index) || '·'}
          />
        ))}
      </Box>
      <Legend layout={layout} />
      <Box component="ul" aria-live="polite" sx={{ m: 0, mt: 1, pl: 2.5, color: 'error.main' }}>
        {faults.slice(0, 5).map(({ code, at }) => (
          <li key={`${code} ${at}`}>
            {text(`issuancePortal:smartCards.faults.${code}`, { at: at ?? 0 })}
          </li>
        ))}
      </Box>
    </Box>
  )
}
