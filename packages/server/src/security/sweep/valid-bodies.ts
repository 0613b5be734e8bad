import type { Route } from '../../kit/routes.ts'
import { exampleOf } from '../../testing/example-value.ts'

/** Bodies whose rules a schema alone does not tell: what a valid one is, by endpoint. */
const bodies: Readonly<Record<string, unknown>> = {
  changeUserState: { state: 'INACTIVE' },
}

export const validBody = ({ name, endpoint }: Route): unknown =>
  endpoint.body === undefined ? undefined : (bodies[name] ?? exampleOf(endpoint.body))
