import { severityOf } from '@signet/rules/severity'
import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { TokenAtHand } from './token-deeds.ts'

/** How a token stands. */
export const TokenTag = ({ state }: Pick<TokenAtHand, 'state'>) => {
  const text = useText('resource')
  return <Tag label={text(`resource:tokens.state.${state}`)} severity={severityOf(state)} />
}
