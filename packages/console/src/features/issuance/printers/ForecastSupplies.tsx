import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { Tile } from './fleet.queries.ts'

type Supply = Tile['supplies'][number]

/** How long a supply lasts, in words. */
const useForecast = () => {
  const text = useText('issuancePortal')
  return ({ cardsLeft, daysLeft, isConsumed }: Supply): string => {
    if (!isConsumed) return ''
    if (cardsLeft === null) return text('issuancePortal:fleet.noForecast')
    const cards = text('issuancePortal:fleet.cardsLeft', { cards: cardsLeft })
    if (daysLeft === null) return cards
    return `${cards} · ${text('issuancePortal:fleet.daysLeft', { days: daysLeft })}`
  }
}

const Level = ({ name, level, isLow }: Supply) =>
  level === null ? null : (
    <LinearProgress
      variant="determinate"
      aria-label={name}
      value={Math.min(100, Math.max(0, level))}
      color={isLow ? 'warning' : 'primary'}
      sx={{ borderRadius: 1 }}
    />
  )

/** Each supply with its level, and how long it lasts. */
export const ForecastSupplies = ({ supplies }: { readonly supplies: readonly Supply[] }) => {
  const text = useText('issuancePortal')
  const { number } = useFormats()
  const forecast = useForecast()
  const level = (value: number | null): string =>
    value === null
      ? text('issuancePortal:printers.levelUnknown')
      : text('issuancePortal:printers.level', { percent: number(value) })
  return (
    <Stack component="ul" spacing={1.25} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {supplies.map((supply, at) => (
        <Stack component="li" spacing={0.5} key={`${at} ${supply.name}`}>
          <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {supply.name}: {level(supply.level)}
            </Typography>
            {supply.isLow && <Tag label={text('issuancePortal:printers.low')} severity="WARNING" />}
          </Stack>
          <Level {...supply} />
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {forecast(supply)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}
