import type { Route } from '../../kit/routes.ts'

/** What a document says of a call: those of the standards' own endpoints have no handler here. */
export interface Documented extends Pick<Route, 'name' | 'endpoint'> {
  /** The area of the product; it names the file the call is checked in with. */
  readonly area: string
}
