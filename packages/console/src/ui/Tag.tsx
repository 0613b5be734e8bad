import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Help from '@mui/icons-material/HelpOutlined'
import Info from '@mui/icons-material/InfoOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import type { Severity } from '@signet/rules/severity'

interface TagProps {
  readonly label: string
  readonly severity?: Severity
}

const looks = {
  OK: { hue: 'success', Icon: CheckCircle },
  WARNING: { hue: 'warning', Icon: Warning },
  ERROR: { hue: 'error', Icon: ErrorIcon },
  INFO: { hue: 'info', Icon: Info },
  UNKNOWN: { hue: 'neutral', Icon: Help },
} as const

/** A status as word, colour and icon: never by colour alone. */
export const Tag = ({ label, severity = 'INFO' }: TagProps) => {
  const { hue, Icon } = looks[severity]
  return (
    <Box
      component="span"
      data-severity={severity}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 0.875,
        height: 20,
        maxWidth: '100%',
        borderRadius: 5,
        fontSize: '0.75rem',
        fontWeight: 560,
        lineHeight: 1,
        whiteSpace: 'nowrap',
        color: `${hue}.main`,
        bgcolor: `soft.${hue}`,
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 13 }} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: 1.3 }}>
        {label}
      </Box>
    </Box>
  )
}
