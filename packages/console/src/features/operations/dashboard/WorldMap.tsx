import Box from '@mui/material/Box'
import { centreOf } from '@signet/rules/country-centres'
import { useNavigate } from 'react-router'
import { countryShapes, project } from './world-shapes.ts'

export interface CountryMark {
  readonly country: string
  readonly label: string
  readonly value: number
  readonly to: string
}

const drawn = new Set(countryShapes.map(({ country }) => country))
/** The projection without the empty south. */
const frame = '-487 -238 974 430'
const faintest = 0.3

/** How strongly a number is drawn: by its magnitude, so that one large country leaves the others visible. */
const strengthOf = (value: number, largest: number): number =>
  faintest + (1 - faintest) * (Math.log1p(value) / Math.log1p(Math.max(largest, 1)))

const look = {
  display: 'block',
  width: '100%',
  height: 'auto',
  '& path': { stroke: 'var(--ui-palette-background-paper)', strokeWidth: 0.6 },
  '& .land': { fill: 'var(--ui-palette-divider)' },
  '& .mark': { fill: 'var(--ui-palette-primary-main)', cursor: 'pointer' },
  '& .mark:hover': { fill: 'var(--ui-palette-primary-dark)' },
}

/** Countries by how much comes from them; those that are too small to be drawn are dots. A table says the same. */
const WorldMap = ({ marks }: { readonly marks: readonly CountryMark[] }) => {
  const navigate = useNavigate()
  const byCountry = new Map(marks.map((mark) => [mark.country, mark]))
  const largest = Math.max(...marks.map(({ value }) => value))
  const marked = ({ label, value, to }: CountryMark) => ({
    className: 'mark',
    opacity: strengthOf(value, largest),
    onClick: () => void navigate(to),
    children: <title>{label}</title>,
  })
  return (
    <Box component="svg" viewBox={frame} aria-hidden sx={look}>
      {countryShapes.map(({ country, path }) => {
        const mark = byCountry.get(country ?? '')
        return mark === undefined ? (
          <path key={path} className="land" d={path} />
        ) : (
          <g key={path}>
            <path className="land" d={path} />
            <path d={path} {...marked(mark)} />
          </g>
        )
      })}
      {marks.map((mark) => {
        const centre = drawn.has(mark.country) ? null : centreOf(mark.country)
        if (centre === null) return null
        const [x, y] = project([centre.longitude, centre.latitude])
        return <circle key={mark.country} cx={x} cy={y} r={4} {...marked(mark)} />
      })}
    </Box>
  )
}

export default WorldMap
