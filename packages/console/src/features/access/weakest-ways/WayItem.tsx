import Stack from '@mui/material/Stack'
import type { Severity } from '@signet/rules/severity'
import type { WayClosure, WayGrade } from '@signet/rules/weakest-ways'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { isProofKind } from '../../../lib/proof-kinds.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item } from '../../../ui/ItemList.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { Way } from './weakest-ways.queries.ts'

const severities: Readonly<Record<WayGrade, Severity>> = {
  MAILBOX: 'ERROR',
  ONE_FACTOR: 'ERROR',
  PROVIDER: 'WARNING',
  TWO_FACTORS: 'WARNING',
  ANOTHERS_ACT: 'INFO',
  PHISHING_RESISTANT: 'OK',
}

type Step = Way['steps'][number]
type Closing = Way['closedBy'][number]

/** Where a closure is made; null where the caller does not see it. */
const placeOf = ({ code, id }: Closing): string | null => {
  const places: Readonly<Record<WayClosure, string | null>> = {
    FLOW: id === null ? '/authenticationflow' : `/authenticationflow/edit/${id}`,
    PASSWORD_RESET: '/settings/authenticators',
    MAILED_CODES: '/settings/authenticators',
    MAGIC_LINKS: '/settings/authenticators',
    TEMP_ACCESS_CODES: '/settings/authenticators',
    QUESTIONS: '/settings/kba',
    PROVIDER: '/identityproviders',
    ENROLMENT: id === null ? null : `/user/${id}/authenticators`,
    ADMINISTRATOR: id === null ? null : `/user/${id}/roles`,
    PROGRAM: '/applications',
  }
  return places[code]
}

const useStepWords = () => {
  const text = useText('authenticators')
  const own = useText('resource')
  return ({ kind, authenticator, place, by }: Step): string => {
    const what = isProofKind(authenticator)
      ? text(`authenticators:proof.kinds.${authenticator}`)
      : own('resource:weakestWays.secret')
    const at = place === null ? what : own(`resource:weakestWays.places.${place}`, { what })
    if (by === null) return own(`resource:weakestWays.steps.${kind}`, { what: at })
    const name = by.name ?? own(`resource:weakestWays.somebody.${by.kind}`)
    return own(`resource:weakestWays.stepsOf.${kind}`, { what: at, name })
  }
}

interface WayItemProps {
  readonly way: Way
  /** Before the steps: whose way it is. */
  readonly title?: ReactNode
}

/** One way: its steps, what it takes, and what would close it. */
export const WayItem = ({ way, title }: WayItemProps) => {
  const text = useText('resource')
  const wordsOf = useStepWords()
  const steps = way.steps.map(wordsOf).join(' → ')
  const links = way.closedBy.flatMap((closing) => {
    const to = placeOf(closing)
    const { code, id } = closing
    const label = text(`resource:weakestWays.closures.${code}`, { name: closing.name ?? '' })
    return to === null ? [] : [{ key: `${code} ${id}`, to, label }]
  })
  return (
    <Item
      title={title ?? steps}
      detail={title === undefined ? undefined : steps}
      tag={
        <Tag
          severity={severities[way.grade]}
          label={text(`resource:weakestWays.grades.${way.grade}`)}
        />
      }
      actions={
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          {links.map(({ key, to, label }) => (
            <Button key={key} kind="plain" to={to}>
              {label}
            </Button>
          ))}
        </Stack>
      }
    />
  )
}
