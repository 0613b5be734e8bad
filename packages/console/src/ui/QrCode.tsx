import Box from '@mui/material/Box'
import { QRCodeSVG } from 'qrcode.react'

const quietZone = { p: 1.5, width: 'fit-content', borderRadius: 1, bgcolor: '#fff', lineHeight: 0 }

interface QrCodeProps {
  readonly value: string
  /** What it is, for readers. */
  readonly label: string
}

/** A QR code: scanners need dark on light, whatever the scheme. */
export const QrCode = ({ value, label }: QrCodeProps) => (
  <Box sx={quietZone}>
    <QRCodeSVG value={value} size={176} level="M" role="img" title={label} />
  </Box>
)
