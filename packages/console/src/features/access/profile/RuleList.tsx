import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Circle from '@mui/icons-material/RadioButtonUncheckedOutlined'
import Box from '@mui/material/Box'
import { useText } from '../../../lib/i18n.ts'
import { visuallyHidden } from '../../../ui/hidden.ts'
import type { Rules } from './password.queries.ts'
import type { RuleLine } from './rule-lines.ts'

const looks = {
  met: { Icon: CheckCircle, color: 'success.main' },
  unmet: { Icon: ErrorIcon, color: 'error.main' },
  open: { Icon: Circle, color: 'text.secondary' },
} as const
const line = { display: 'flex', gap: 0.75, alignItems: 'center', py: 0.25 }

interface RuleListProps {
  readonly lines: readonly RuleLine[]
  readonly rules: Rules
}

/** The rules as they are met: in words and icons, not by colour alone. */
export const RuleList = ({ lines, rules }: RuleListProps) => {
  const text = useText('userPortal')
  const values = {
    minimum: rules.minimumLength,
    maximum: rules.maximumLength,
    history: rules.historySize,
  }
  return (
    <Box
      component="ul"
      aria-label={text('userPortal:password.rulesTitle')}
      sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}
    >
      {lines.map(({ key, standing }) => {
        const { Icon, color } = looks[standing]
        return (
          <Box component="li" key={key} data-standing={standing} sx={line}>
            <Icon aria-hidden sx={{ fontSize: 16, color }} />
            <span>{text(`userPortal:password.rules.${key}`, values)}</span>
            {standing !== 'open' && (
              <Box component="span" sx={visuallyHidden}>
                {text(`userPortal:password.standing.${standing}`)}
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
