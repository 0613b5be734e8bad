import type { FirstFactorKind, SecondFactorKind } from '@signet/rules/flows'
import { useText } from '../../../lib/i18n.ts'
import type { Flow } from './flows.queries.ts'

export type Kind = FirstFactorKind | SecondFactorKind

/** How flows and their factors are called in the reader's language. */
export const useFlowWords = () => {
  const text = useText('resource')
  const nameOfKind = (kind: Kind): string => text(`resource:flows.kinds.${kind}`)
  return {
    nameOfKind,
    /** Flows of the service have names in every language. */
    nameOf: ({ system, method, name }: Pick<Flow, 'system' | 'method' | 'name'>): string =>
      system ? text(`resource:flows.system.${method ?? 'STANDARD'}`) : name,
    listOf: (kinds: readonly Kind[]): string => kinds.map(nameOfKind).join(', ') || '–',
  }
}
