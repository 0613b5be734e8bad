import type { IsolationProbe } from '@signet/rules/isolation'
import type { Context } from '../../../kit/context.ts'
import { type TablePart, tenantDigest } from '../../../platform/db/tenant-digest.ts'
import type { Called } from './requests.ts'
import { tableParts } from './table-parts.ts'
import type { Tally } from './tally.ts'

/** Calls that are refused between two looks: one that is answered is looked at by itself. */
const lookEvery = 50
const mostLooks = 60

interface Made {
  readonly route: Called
  readonly isRefused: boolean
  /** Makes the call once more. */
  readonly repeat: () => Promise<unknown>
}

/** Watches the rows of a tenant while another one calls. */
export class RowWatch {
  readonly #ctx: Context
  readonly #tally: Tally
  #before: ReadonlyMap<string, string> = new Map()
  #parts: ReadonlyMap<string, TablePart> = new Map()
  #calls: Made[] = []

  constructor(ctx: Context, tally: Tally) {
    this.#ctx = ctx
    this.#tally = tally
  }

  /** The tables that differ from the look before. */
  async #look(): Promise<string> {
    const { db, tenant } = this.#ctx
    const now = await tenantDigest(db, tenant.id, this.#parts)
    const changed = [...now].filter(([table, text]) => this.#before.get(table) !== text)
    this.#before = now
    return changed.map(([table]) => table).join(', ')
  }

  /**
   * Begins once two looks are alike: what the tenant did itself is written by then.
   * @param beside rows that may come meanwhile: what of their tables is compared
   */
  async begin(
    wait: () => Promise<void>,
    beside: ReadonlyMap<string, TablePart> = new Map(),
  ): Promise<void> {
    for (let looks = 0; looks < mostLooks; looks += 1) {
      this.#parts = new Map([...(await tableParts(this.#ctx)), ...beside])
      if ((await this.#look()) === '') return
      await wait()
    }
    throw new Error('the canary tenant does not come to rest')
  }

  async after(probe: IsolationProbe, made: Made): Promise<void> {
    this.#calls.push(made)
    if (!made.isRefused || this.#calls.length >= lookEvery) await this.look(probe)
  }

  /**
   * Names the calls that change rows once more when they are repeated. Where none does, it was the one that was
   * answered, which may have deleted them; or the service itself, for example when they expired.
   */
  async look(probe: IsolationProbe): Promise<void> {
    const calls = this.#calls
    this.#calls = []
    const seen = await this.#look()
    if (seen === '') return
    if (await this.#isConfirmed(probe, calls)) return
    const last = calls.at(-1)
    if (last?.isRefused === false) {
      this.#tally.find(probe, 'ROWS_CHANGED', { route: last.route, seen })
      return
    }
    for (const { route } of calls) this.#tally.leaveOut(probe, 'NOT_CONFIRMED', route)
  }

  async #isConfirmed(probe: IsolationProbe, calls: readonly Made[]): Promise<boolean> {
    let isConfirmed = false
    for (const { route, repeat } of calls) {
      await repeat()
      const seen = await this.#look()
      if (seen === '') continue
      isConfirmed = true
      this.#tally.find(probe, 'ROWS_CHANGED', { route, seen })
    }
    return isConfirmed
  }
}
