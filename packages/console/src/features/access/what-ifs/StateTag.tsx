import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { WhatIf } from './what-ifs.queries.ts'

const severities = { WAITING: 'UNKNOWN', RUNNING: 'INFO', DONE: 'OK', FAILED: 'ERROR' } as const

/** How far a check is. */
export const StateTag = ({ whatIf }: { readonly whatIf: WhatIf }) => {
  const text = useText('resource')
  const { state, publishedAt, progress } = whatIf
  return publishedAt === null ? (
    <Tag
      label={text(`resource:whatIfs.states.${state}`, { progress })}
      severity={severities[state]}
    />
  ) : (
    <Tag label={text('resource:whatIfs.published')} severity="OK" />
  )
}
