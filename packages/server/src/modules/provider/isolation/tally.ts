import type {
  IsolationFinding,
  IsolationOmissions,
  IsolationTotals,
} from '@signet/contract/provider/isolation'
import {
  type IsolationFault,
  type IsolationOmission,
  type IsolationProbe,
  isolationProbes,
} from '@signet/rules/isolation'
import type { z } from 'zod'
import { type Called, labelOf } from './requests.ts'

interface LeftOut {
  readonly probe: IsolationProbe
  readonly reason: IsolationOmission
  readonly calls: Set<string>
}

/** What was tried, found and left out in a run. */
export class Tally {
  readonly found: z.input<typeof IsolationFinding>[] = []
  readonly #tried = new Map<IsolationProbe, number>()
  readonly #refused = new Map<IsolationProbe, number>()
  readonly #leftOut = new Map<string, LeftOut>()
  readonly #named = new Set<string>()

  tried(probe: IsolationProbe, isRefused: boolean): void {
    this.#tried.set(probe, (this.#tried.get(probe) ?? 0) + 1)
    if (isRefused) this.#refused.set(probe, (this.#refused.get(probe) ?? 0) + 1)
  }

  leaveOut(probe: IsolationProbe, reason: IsolationOmission, route: Called): void {
    const key = `${probe} ${reason}`
    const entry = this.#leftOut.get(key) ?? { probe, reason, calls: new Set() }
    entry.calls.add(labelOf(route))
    this.#leftOut.set(key, entry)
  }

  /** One of a kind for a call: the first that is seen. */
  find(
    probe: IsolationProbe,
    fault: IsolationFault,
    { route, seen }: { readonly route: Called | null; readonly seen: string },
  ): void {
    const call = route === null ? null : labelOf(route)
    const key = `${probe} ${fault} ${call ?? seen}`
    if (this.#named.has(key)) return
    this.#named.add(key)
    this.found.push({ probe, fault, call, seen })
  }

  totals(): z.input<typeof IsolationTotals>[] {
    return isolationProbes.map((probe) => ({
      probe,
      tried: this.#tried.get(probe) ?? 0,
      refused: this.#refused.get(probe) ?? 0,
    }))
  }

  leftOut(): z.input<typeof IsolationOmissions>[] {
    return [...this.#leftOut.values()].map(({ calls, ...entry }) => ({
      ...entry,
      calls: [...calls].toSorted(),
    }))
  }
}
