import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { GroupPolicy } from './policies.queries.ts'

/** Whether the policy holds. */
export const PolicyTag = ({ state }: Pick<GroupPolicy, 'state'>) => {
  const text = useText('settings')
  return (
    <Tag
      label={text(`settings:policies.state.${state}`)}
      severity={state === 'ACTIVE' ? 'OK' : 'UNKNOWN'}
    />
  )
}
