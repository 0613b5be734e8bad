import type { Answer } from '../../../testing/call.ts'
import type { TestTenant } from '../../../testing/test-app.ts'
import type { Given, Scenarios, World } from './world.ts'

type Ids = Readonly<Record<string, string>>

/** Makes rows in any tenant and returns their ids by the names of path parameters. */
export interface Builder {
  /** The endpoints whose path begins with this; the longest that fits is taken. */
  readonly under: string
  readonly build: (tenant: TestTenant) => Promise<Ids>
}

/** An id in a body, with a row of another tenant to try it with. */
export interface BodyWithId {
  readonly build: (tenant: TestTenant) => Promise<string>
  readonly body: (id: string) => unknown
  /** Of rows that are this tenant's. */
  readonly params?: (tenant: TestTenant) => Promise<Ids>
}

/** The input of a right call, and its answer once it is made. */
export interface Made {
  readonly given: Given
  readonly answer: Answer | null
}

/** Reads what a call changes: twice before the call and once after it. */
export type Look = (world: World, made: Made) => Promise<unknown>

/** Changes what a call was answered. */
export type Change = (world: World, made: Made & { readonly answer: Answer }) => Promise<Answer>

/**
 * What the sweeps need to know of a module's endpoints. `<plural>.scenarios.ts` beside the module
 * exports it as `scenarios`; all members but `ids` are by endpoint name.
 */
export interface SubjectScenarios {
  /**
   * A call that succeeds. Without one the smallest input that the schemas take is sent, with a name and
   * rows of its own.
   */
  readonly calls?: Scenarios
  /**
   * Rows whose ids are in paths. Every endpoint with such an id needs a builder, unless a POST at the path
   * before the id creates what it is of.
   */
  readonly ids?: readonly Builder[]
  /** Every endpoint with an id in its body needs an entry; null needs a comment with the reason. */
  readonly bodyIds?: Readonly<Record<string, BodyWithId | null>>
  /** Valid bodies, where a schema alone does not say what is valid. */
  readonly bodies?: Readonly<Record<string, unknown>>
  /**
   * How the effect of a call is seen: by the calls of these names, or by a look of its own. Without
   * an entry the nearest call that reads has to show it: at the same path, or at one above it.
   */
  readonly effects?: Readonly<Record<string, readonly string[] | Look>>
  /** What alters the answer of a call that reads: the calls of these names, or a change of its own. */
  readonly alteredBy?: Readonly<Record<string, readonly string[] | Change>>
  /**
   * Calls that judge or compute: members of another body, or what makes one of the right one; it is
   * answered differently.
   */
  readonly computes?: Readonly<Record<string, unknown>>
  /** Calls that answer everyone the same, with what fixes the answer. */
  readonly constant?: Readonly<Record<string, string>>
  /** Calls that need more than this to be seen: the test that shows it, by its path in the sources. */
  readonly shownIn?: Readonly<Record<string, string>>
}
