import Box from '@mui/material/Box'
import type { Design, SideName } from '@signet/card/document'
import type { Values } from '@signet/card/template'
import { useDrawing } from './use-drawing.ts'

interface DrawnSideProps {
  readonly design: Design
  readonly side: SideName
  readonly values: Values
  readonly label: string
  /** Leaves out what is not printed. */
  readonly isPrint?: boolean
}

/** A side as it is printed, to look at. */
export const DrawnSide = ({ design, side, values, label, isPrint = false }: DrawnSideProps) => {
  const { drawn } = useDrawing({ design, side, values, isPrint })
  if (drawn === null) return null
  return (
    <Box
      component="img"
      alt={label}
      src={`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`}
      sx={{ display: 'block', width: '100%', mb: 1, border: 1, borderColor: 'divider' }}
    />
  )
}
